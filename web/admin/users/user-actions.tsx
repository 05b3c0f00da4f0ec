// Actions on users beside editing them: invitations, password links, their secrets, and two-step verification.
import { request, responseBody } from '../api/client';
import { fieldsOf, type ResourceInfo } from '../api/contract';
import type { Invitation, PasswordLink } from '../api/generated';
import { showUtc } from '../api/moment';
import { type ApiRecord, nameOf } from '../api/records';
import { texts as securityTexts } from '../security/texts';
import { Button } from '../ui/button';
import { ask, confirmAction, Dialog } from '../ui/dialog';
import { FormDialog, fieldError } from '../ui/form';
import { formItem } from '../ui/form-item';
import { inBackground, toast } from '../ui/toast';
import { showSecret } from './one-time-secret';
import { type SecretKind, Secrets } from './secrets';
import { texts } from './texts';

const invited = ['email', 'name', 'display_name', 'role', 'language'];

const adviceFor = ({ expires_utc: expires }: Pick<PasswordLink, 'expires_utc'>): string =>
  texts().linkAdvice(showUtc(expires));

/** Resolves when the dialog is closed. */
export const invite = (resource: ResourceInfo, onCreated: () => void): Promise<undefined> =>
  ask((close) => (
    <FormDialog
      title={texts().inviteUser}
      size="medium"
      items={invited.flatMap((name) => {
        const field = fieldsOf(resource.name).find((known) => known.name === name);
        const help =
          { email: texts().invitationEmailHelp, name: texts().invitationNameHelp }[name] ?? field?.help ?? '';
        return field ? { ...formItem({ ...field, help, required: false }), autocomplete: 'off' } : [];
      })}
      submit={texts().invite}
      send={async (given) => {
        const email = given.email?.trim() ?? '';
        const name = given.name?.trim() || email;
        if (name === '') throw fieldError('email', texts().emailOrName);
        const body = { ...given, email, name };
        const invitation = await responseBody<Invitation>('POST', `/${resource.path}/invitations`, { body });
        onCreated();
        close();
        const { url } = invitation;
        if (!url) return toast(texts().invitationSent(email));
        const label = [texts().invitationLink(name), email && texts().notMailed].filter(Boolean).join(' ');
        inBackground(showSecret(texts().inviteUser, { label, secret: url, advice: adviceFor(invitation) }));
      }}
      onClose={close}
    >
      <p class="quiet-text">{texts().inviteHelp}</p>
    </FormDialog>
  ));

/** Sends a link that sets a password, or shows it. */
export async function createPasswordLink(resource: ResourceInfo, record: ApiRecord): Promise<void> {
  const name = nameOf(resource, record);
  const title = texts().passwordLinkOf(name);
  const email = String(record.email ?? '');
  const send = await ask<boolean>((close) => (
    <Dialog
      title={title}
      size="small"
      onClose={close}
      footer={
        <>
          <Button onClick={() => close(false)}>{texts().showLink}</Button>
          {email && (
            <Button kind="primary" onClick={() => close(true)}>
              {texts().sendTo(email)}
            </Button>
          )}
        </>
      }
    >
      <p>{texts().passwordLinkText(name)}</p>
    </Dialog>
  ));
  if (send === undefined) return;
  const path = `/${resource.path}/${record.id}/password-links`;
  const link = await responseBody<PasswordLink>('POST', path, { body: { send } });
  if (!link.url) return toast(texts().linkSent(email));
  await showSecret(title, { label: texts().linkFor(name), secret: link.url, advice: adviceFor(link) });
}

export const showSecrets = (kind: SecretKind, resource: ResourceInfo, record: ApiRecord): Promise<undefined> =>
  ask((close) => (
    <Dialog title={texts()[kind].titleOf(nameOf(resource, record))} onClose={close}>
      <Secrets kind={kind} owner={record.id} />
    </Dialog>
  ));

/** For a user who lost their phone. */
export async function turnOffSecondFactor(resource: ResourceInfo, record: ApiRecord): Promise<void> {
  const name = nameOf(resource, record);
  const { removeTitle, removeText: text, turnOff: action, removed } = securityTexts().secondFactor;
  if (!(await confirmAction({ title: removeTitle(name), text, action, danger: true }))) return;
  await request('DELETE', `/${resource.path}/${record.id}/second-factor`);
  toast(removed(name));
}
