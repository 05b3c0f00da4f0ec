// Pages for people who are not signed in: choosing a password by a link, and asking for such a link.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { OpenPasswordLink } from '../api/generated';
import { ApiError, send } from '../api/http';
import { siteName, sitePath } from '../api/paths';
import { csrfHeader, dropSession, session, signIn } from '../api/session';
import { hrefOf, navigate } from '../router';
import { useTitle } from '../shell/title';
import { Button, ButtonLink } from '../ui/button';
import { useForm } from '../ui/form';
import { useLoaded } from '../ui/load';
import { Failure, Loading } from '../ui/state';
import { TextField } from '../users/profile-fields';
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
        <img src={`${sitePath}/favicon.svg`} width="48" height="48" alt="" />
        <h1>{title}</h1>
        <p class="quiet-text">{siteName}</p>
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
  const { busy, errors, failure, onSubmit } = useForm(async ({ user = '' }) => {
    await post('/password-links', { user }).catch((error: unknown) => {
      throw requestFailure(error);
    });
    setRequested(true);
  });
  if (isRequested)
    return (
      <Card title={texts().linkRequested}>
        <p role="status">{texts().linkRequestedText}</p>
        <SignInLink />
      </Card>
    );
  return (
    <Card title={texts().forgotTitle} text={texts().forgotText}>
      <form onSubmit={onSubmit}>
        <TextField name="user" label={texts().userOrEmail} error={errors.user} autocomplete="username" required />
        <p class="sign-in-error" role="alert">
          {failure}
        </p>
        <Button kind="primary" type="submit" busy={busy}>
          {texts().sendLink}
        </Button>
      </form>
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
  if (link.error !== undefined) return <Failure error={link.error} retry={link.reload} />;
  if (!link.value) return <Loading label={texts().checking} lines={3} />;
  return <PasswordForm token={token} link={link.value} onWrongLink={() => setUsed(true)} />;
}

interface PasswordFormProps {
  readonly token: string;
  readonly link: OpenPasswordLink;
  readonly onWrongLink: () => void;
}

function PasswordForm({ token, link: { user, purpose }, onWrongLink }: PasswordFormProps) {
  const { busy, errors, failure, onSubmit } = useForm(async ({ password = '', again = '', revoke }) => {
    if (again !== password) throw new ApiError('', 400, '', { again: texts().noMatch }, undefined, true);
    try {
      await post('/password-links/use', { token, password, revoke: revoke !== undefined });
    } catch (error) {
      if (error instanceof ApiError && error.status === 410) return onWrongLink();
      throw error;
    }
    // A session of another user may be open in this browser.
    dropSession();
    await navigate('', { replace: true, force: true });
    await signIn(user, password);
  });
  const isInvitation = purpose === 'invitation';
  const title = isInvitation ? texts().invitationTitle : texts().resetTitle;
  const text = isInvitation ? texts().invitationText(user) : texts().resetText(user);
  return (
    <Card title={title} text={text}>
      <form onSubmit={onSubmit}>
        <input type="hidden" name="user" autocomplete="username" value={user} />
        <TextField
          name="password"
          type="password"
          label={texts().password}
          help={texts().passwordHelp}
          error={errors.password}
          autocomplete="new-password"
          required
        />
        <TextField
          name="again"
          type="password"
          label={texts().confirmPassword}
          error={errors.again}
          autocomplete="new-password"
          required
        />
        {!isInvitation && (
          <p>
            <label>
              <input type="checkbox" name="revoke" /> {texts().revokeAll}
            </label>
          </p>
        )}
        <p class="sign-in-error" role="alert">
          {failure}
        </p>
        <Button kind="primary" type="submit" busy={busy}>
          {texts().setPassword}
        </Button>
      </form>
    </Card>
  );
}
