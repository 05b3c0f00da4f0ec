// Forms of the own profile: name, language and notices, and the email address, which needs the current password.

import { useId } from 'preact/hooks';
import type { User } from '../api/generated';
import { applyLanguage, may, session } from '../api/session';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { useForm } from '../ui/form';
import { useLoaded } from '../ui/load';
import { Failure, Loading } from '../ui/state';
import { toast } from '../ui/toast';
import { LanguageField, TextField } from './profile-fields';
import { texts } from './texts';
import { FailureText } from './user-dialogs';
import { changeAccount, readAccount } from './users-api';

type Notice = NonNullable<User['muted_notices']>[number];

/** Notices that this user can get. */
const noticesOf = (): readonly Notice[] => [
  'sign_in',
  ...(may('edit-others') ? (['pending_event'] as const) : []),
  ...(may('write') ? (['reviewed_event'] as const) : []),
];

export function ProfileForms() {
  const account = useLoaded(readAccount, []);
  if (account.error !== undefined) return <Failure error={account.error} retry={account.reload} />;
  if (!account.value) return <Loading lines={4} />;
  return (
    <>
      <section class="card">
        <h2>{texts().profile}</h2>
        <ProfileForm user={account.value} />
      </section>
      <section class="card">
        <h2>{texts().emailAddress}</h2>
        <EmailForm user={account.value} />
      </section>
    </>
  );
}

function ProfileForm({ user }: { readonly user: User }) {
  const id = useId();
  const offered = noticesOf();
  const { busy, errors, failure, onSubmit } = useForm(async ({ display_name = '', language = '' }, form) => {
    const wanted = new FormData(form).getAll('notice');
    const others = (user.muted_notices ?? []).filter((one) => !offered.includes(one));
    const muted_notices = [...others, ...offered.filter((one) => !wanted.includes(one))];
    const saved = await changeAccount({ display_name, language, muted_notices });
    if (session.value) session.value = { ...session.value, language: saved.language as typeof session.value.language };
    await applyLanguage(saved.language ?? '');
    toast(texts().profileSaved);
  });
  return (
    <form onSubmit={onSubmit}>
      <TextField
        name="display_name"
        label={texts().displayName}
        help={texts().displayNameHelp}
        error={errors.display_name}
        value={user.display_name}
        autocomplete="name"
        maxLength={100}
      />
      <LanguageField value={user.language ?? ''} error={errors.language} />
      <Field id={id} label={texts().notices} error={errors.muted_notices} group>
        <div class="choices">
          {offered.map((notice) => (
            <label key={notice}>
              <input
                type="checkbox"
                name="notice"
                value={notice}
                defaultChecked={!user.muted_notices?.includes(notice)}
              />
              {texts().noticeNames[notice]}
            </label>
          ))}
        </div>
      </Field>
      <FailureText failure={failure} />
      <Button kind="primary" type="submit" busy={busy}>
        {texts().saveProfile}
      </Button>
    </form>
  );
}

function EmailForm({ user }: { readonly user: User }) {
  const { busy, errors, failure, onSubmit } = useForm(async ({ email = '', current_password = '' }, form) => {
    await changeAccount({ email, current_password });
    for (const input of form.querySelectorAll<HTMLInputElement>('[type="password"]')) input.value = '';
    toast(texts().emailChanged);
  });
  return (
    <form onSubmit={onSubmit}>
      <TextField
        name="email"
        type="email"
        label={texts().email}
        help={texts().emailHelp}
        error={errors.email}
        value={user.email ?? ''}
        autocomplete="email"
      />
      <TextField
        name="current_password"
        type="password"
        label={texts().password}
        error={errors.current_password}
        autocomplete="current-password"
        required
      />
      <FailureText failure={failure} />
      <Button type="submit" busy={busy}>
        {texts().changeEmail}
      </Button>
    </form>
  );
}
