// Your account: profile, password, application passwords and private feeds.

import type { ComponentChildren } from 'preact';
import { request, responseBody } from '../api/client';
import { accountResource, choicesOf, fieldsOf } from '../api/contract';
import type { User } from '../api/generated';
import { applyLanguage, may, session } from '../api/session';
import { newPasswordIn, newPasswordItems, passwordItem } from '../security/fields';
import { SecondFactorSection } from '../security/second-factor';
import { SessionsSection } from '../security/sessions';
import { texts as shellTexts } from '../shell/texts';
import { useTitle } from '../shell/title';
import { type Entered, Form } from '../ui/form';
import { formItem } from '../ui/form-item';
import { useLoaded } from '../ui/load';
import { LoadedView } from '../ui/state';
import { toast } from '../ui/toast';
import { Secrets } from './secrets';
import { texts } from './texts';
import './users.css';

const path = '/users/me';

interface CardProps {
  readonly title: string;
  readonly text?: string;
  readonly children: ComponentChildren;
}

const Card = ({ title, text, children }: CardProps) => (
  <section class="card">
    <h2>{title}</h2>
    {text && <p class="quiet-text">{text}</p>}
    {children}
  </section>
);

/** Fields of users by name. */
function accountFields() {
  const resource = accountResource();
  return new Map((resource ? fieldsOf(resource.name) : []).map((field) => [field.name, field]));
}

const itemOf = (name: string, { [name]: value }: Readonly<Record<string, unknown>>) => {
  const field = accountFields().get(name);
  return field ? [formItem(field, value)] : [];
};

type Notice = NonNullable<User['muted_notices']>[number];

/** Notices that this user can get. */
const noticesOf = (): readonly Notice[] => [
  'sign_in',
  ...(may('edit-others') ? (['pending_event'] as const) : []),
  ...(may('write') ? (['reviewed_event'] as const) : []),
];

function ProfileForm({ user }: { readonly user: User }) {
  const offered = noticesOf();
  const muted = user.muted_notices ?? [];
  const field = accountFields().get('muted_notices');
  const choices = field ? choicesOf(field) : [];
  const save = async ({ display_name, language }: Entered, form: HTMLFormElement) => {
    const wanted = new FormData(form).getAll('notice');
    const others = muted.filter((one) => !offered.includes(one));
    const muted_notices = [...others, ...offered.filter((one) => !wanted.includes(one))];
    const body = { display_name, language, muted_notices };
    const saved = await responseBody<User>('PATCH', path, { body });
    if (session.value) session.value = { ...session.value, language: saved.language as typeof session.value.language };
    await applyLanguage(saved.language ?? '');
    toast(texts().profileSaved);
  };
  return (
    <Form
      items={[
        ...itemOf('display_name', user).map((item) => ({ ...item, autocomplete: 'name' as const })),
        ...itemOf('language', user),
        {
          name: 'notice',
          type: 'checks',
          label: texts().notices,
          options: choices.filter(({ value }) => offered.some((one) => one === value)),
          value: offered.filter((one) => !muted.includes(one)),
        },
      ]}
      submit={texts().saveProfile}
      send={save}
    />
  );
}

const EmailForm = ({ user }: { readonly user: User }) => (
  <Form
    items={[
      ...itemOf('email', user).map((item) => ({ ...item, autocomplete: 'email' as const })),
      { ...passwordItem(), label: shellTexts().password },
    ]}
    kind="plain"
    submit={texts().changeEmail}
    send={async (body, form) => {
      await request('PATCH', path, { body });
      for (const input of form.querySelectorAll<HTMLInputElement>('[type="password"]')) input.value = '';
      toast(texts().emailChanged);
    }}
  />
);

const PasswordForm = () => (
  <Form
    items={[passwordItem(), ...newPasswordItems(true)]}
    submit={texts().changePassword}
    send={async (given, form) => {
      const { current_password } = given;
      await request('PATCH', path, { body: { current_password, ...newPasswordIn(given) } });
      form.reset();
      toast(texts().passwordChanged);
    }}
  />
);

export function AccountPage() {
  useTitle(shellTexts().account);
  const account = useLoaded((signal) => responseBody<User>('GET', path, { signal }), []);
  const { user = '', role = '' } = session.value ?? {};
  const field = accountFields().get('role');
  const shown = field && choicesOf(field).find(({ value }) => value === role);
  return (
    <div class="narrow">
      <header class="page-head">
        <h1>{shellTexts().account}</h1>
      </header>
      <Card title={user}>
        <p class="quiet-text">
          <span class="badge">{shown?.label ?? role}</span> {shown?.help}
        </p>
      </Card>
      <LoadedView of={account} lines={4}>
        {(loaded) => (
          <>
            <Card title={texts().profile}>
              <ProfileForm user={loaded} />
            </Card>
            <Card title={texts().emailAddress}>
              <EmailForm user={loaded} />
            </Card>
          </>
        )}
      </LoadedView>
      <Card title={shellTexts().password}>
        <PasswordForm />
      </Card>
      <SecondFactorSection />
      <SessionsSection />
      {(['application-passwords', 'feed-keys'] as const).map((kind) => (
        <Card key={kind} title={texts()[kind].title} text={texts()[kind].about}>
          <Secrets kind={kind} owner="me" />
        </Card>
      ))}
    </div>
  );
}
