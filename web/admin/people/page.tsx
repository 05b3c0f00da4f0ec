// Pages for people who are not signed in: choosing a password by a link, and asking for such a link.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { OpenPasswordLink } from '../api/generated';
import { ApiError, send } from '../api/http';
import { csrfHeader, dropSession, session, signIn } from '../api/session';
import { hrefOf, navigate } from '../router';
import { newPasswordIn, newPasswordItems } from '../security/fields';
import { brand } from '../shell/brand';
import { useTitle } from '../shell/title';
import { ButtonLink } from '../ui/button';
import { Form } from '../ui/form';
import { useLoaded } from '../ui/load';
import { LoadedView } from '../ui/state';
import type { PeoplePageName } from './paths';
import { texts } from './texts';

export const PeoplePage = ({ name }: { readonly name: PeoplePageName }) =>
  name === 'forgot' ? <ForgotPage /> : <PasswordLinkPage />;

interface CardProps {
  readonly title: string;
  readonly text?: string;
  readonly children?: ComponentChildren;
}

function Card({ title, text, children }: CardProps) {
  useTitle(title);
  return (
    <main class="sign-in">
      <div class="sign-in-card">
        <img src={brand.value.icon} width="48" height="48" alt="" />
        <h1>{title}</h1>
        <p class="quiet-text">{brand.value.name}</p>
        {text && <p>{text}</p>}
        {children}
      </div>
    </main>
  );
}

const SignInLink = () => (
  <p class="sign-in-foot">
    <a href={hrefOf('')}>{texts().signIn}</a>
  </p>
);

/** A request of a visitor; the token of a session is sent along if there is one. */
const post = async <T,>(path: string, body: Readonly<Record<string, string | boolean>>): Promise<T> =>
  (await send<T>('POST', path, { body, headers: csrfHeader(session.value) })).body;

function requestFailure(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.status === 409) return new Error(texts().mailOff);
  return error.status === 429 ? new Error(texts().tooManyRequests) : error;
}

function ForgotPage() {
  const [isRequested, setRequested] = useState(false);
  if (isRequested)
    return (
      <Card title={texts().linkRequested}>
        <p role="status">{texts().linkRequestedText}</p>
        <SignInLink />
      </Card>
    );
  return (
    <Card title={texts().forgotTitle} text={texts().forgotText}>
      <Form
        items={[{ name: 'user', label: texts().userOrEmail, autocomplete: 'username', required: true }]}
        submit={texts().sendLink}
        send={async (body) => {
          await post('/password-links', body).catch((error: unknown) => {
            throw requestFailure(error);
          });
          setRequested(true);
        }}
      />
      <SignInLink />
    </Card>
  );
}

/** The token is in the fragment, which is not sent to the server with the page. */
const tokenInAddress = (): string => location.hash.slice(1);

const isWrongLink = (error: unknown): boolean => error instanceof ApiError && [400, 410].includes(error.status);

const WrongLink = () => (
  <Card title={texts().wrongLink}>
    <p role="alert">{texts().wrongLinkText}</p>
    <ButtonLink kind="primary" href={hrefOf('/forgot')}>
      {texts().requestNew}
    </ButtonLink>
    <SignInLink />
  </Card>
);

function PasswordLinkPage() {
  const [token] = useState(tokenInAddress);
  const [isUsed, setUsed] = useState(false);
  const link = useLoaded(() => post<OpenPasswordLink>('/password-links/check', { token }), []);
  if (isUsed || isWrongLink(link.error)) return <WrongLink />;
  return (
    <LoadedView of={link} label={texts().checking} lines={3}>
      {(open) => <PasswordForm token={token} link={open} onWrongLink={() => setUsed(true)} />}
    </LoadedView>
  );
}

interface PasswordFormProps {
  readonly token: string;
  readonly link: OpenPasswordLink;
  readonly onWrongLink: () => void;
}

function PasswordForm({ token, link: { user, purpose }, onWrongLink }: PasswordFormProps) {
  const isInvitation = purpose === 'invitation';
  const title = isInvitation ? texts().invitationTitle : texts().resetTitle;
  const text = isInvitation ? texts().invitationText(user) : texts().resetText(user);
  return (
    <Card title={title} text={text}>
      <Form
        items={[
          { name: 'user', type: 'hidden', autocomplete: 'username', value: user },
          ...newPasswordItems(!isInvitation),
        ]}
        submit={texts().setPassword}
        send={async (given) => {
          const chosen = newPasswordIn(given);
          try {
            await post('/password-links/use', { token, ...chosen });
          } catch (error) {
            if (error instanceof ApiError && error.status === 410) return onWrongLink();
            throw error;
          }
          // A session of another user may be open in this browser.
          dropSession();
          await navigate('', { replace: true, force: true });
          await signIn(user, chosen.password);
        }}
      />
    </Card>
  );
}
