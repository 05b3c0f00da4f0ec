// Dialogs to invite a user, and to send or show a link that sets a password.
import { useState } from 'preact/hooks';
import type { User } from '../api/generated';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { useForm } from '../ui/form';
import { inBackground, toast, toastFailure } from '../ui/toast';
import { OneTimeSecret } from './one-time-secret';
import { LanguageField, RoleField, TextField } from './profile-fields';
import { texts } from './texts';
import { FailureText } from './user-dialogs';
import { createPasswordLink, inviteUser } from './users-api';

interface ShownLink {
  readonly label: string;
  readonly url: string;
}

function LinkShown({ link, title, onClose }: { link: ShownLink; title: string; onClose: () => void }) {
  return (
    <Dialog title={title} onClose={onClose} footer={<Button onClick={onClose}>{texts().done}</Button>}>
      <OneTimeSecret label={link.label} secret={link.url} advice={`${texts().copyNow} ${texts().linkAdvice}`} />
    </Dialog>
  );
}

interface InviteProps {
  readonly roles: readonly string[];
  readonly onCreated: () => void;
  readonly onClose: () => void;
}

export function InviteDialog({ roles, onCreated, onClose }: InviteProps) {
  const [link, setLink] = useState<ShownLink>();
  const { busy, errors, failure, onSubmit } = useForm(async (given) => {
    const { name = '', email = '', display_name = '', role = '', language = '' } = given;
    const invitation = await inviteUser({ name, email, display_name, role, language });
    onCreated();
    if (invitation.url) return setLink({ label: texts().invitationLink(name), url: invitation.url });
    toast(texts().invitationSent(email));
    onClose();
  });
  if (link) return <LinkShown link={link} title={texts().inviteUser} onClose={onClose} />;
  return (
    <Dialog title={texts().inviteUser} onClose={onClose}>
      <p class="quiet-text">{texts().inviteHelp}</p>
      <form onSubmit={onSubmit}>
        <TextField name="name" label={texts().username} error={errors.name} autocomplete="off" required marked />
        <TextField
          name="email"
          type="email"
          label={texts().email}
          help={texts().invitationEmailHelp}
          error={errors.email}
          autocomplete="off"
        />
        <TextField name="display_name" label={texts().displayName} error={errors.display_name} maxLength={100} />
        <RoleField roles={roles} error={errors.role} />
        <LanguageField value="" error={errors.language} />
        <FailureText failure={failure} />
        <Button kind="primary" type="submit" busy={busy}>
          {texts().invite}
        </Button>
      </form>
    </Dialog>
  );
}

interface PasswordLinkProps {
  readonly user: User;
  readonly onClose: () => void;
}

export function PasswordLinkDialog({ user, onClose }: PasswordLinkProps) {
  const [link, setLink] = useState<ShownLink>();
  const [busy, setBusy] = useState(false);
  const create = async (send: boolean) => {
    setBusy(true);
    try {
      const { url } = await createPasswordLink(user.id, send);
      if (url) return setLink({ label: texts().linkFor(user.name), url });
      toast(texts().linkSent(user.email ?? ''));
      onClose();
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const title = texts().passwordLinkOf(user.name);
  if (link) return <LinkShown link={link} title={title} onClose={onClose} />;
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button busy={busy} onClick={() => inBackground(create(false))}>
            {texts().showLink}
          </Button>
          {user.email && (
            <Button kind="primary" busy={busy} onClick={() => inBackground(create(true))}>
              {texts().sendTo(user.email)}
            </Button>
          )}
        </>
      }
    >
      <p>{texts().passwordLinkText(user.name)}</p>
    </Dialog>
  );
}
