// The list of users, for administrators.
import { useState } from 'preact/hooks';
import type { ResourceInfo } from '../api/contract';
import type { User } from '../api/generated';
import { showDay } from '../api/moment';
import { listRecords } from '../api/records';
import { session } from '../api/session';
import { removalLabel, turnOffSecondFactor } from '../security/remove-second-factor';
import { useTitle } from '../shell/title';
import { Button } from '../ui/button';
import { confirmAction, Dialog } from '../ui/dialog';
import { useLoaded } from '../ui/load';
import { Menu } from '../ui/menu';
import { Pager } from '../ui/pager';
import { Search } from '../ui/search';
import { Empty, Failure, Loading } from '../ui/state';
import { inBackground, toast, toastFailure } from '../ui/toast';
import '../collection/collection.css';
import './users.css';
import { ApplicationPasswords } from './application-passwords';
import { FeedKeys } from './feed-keys';
import { InviteDialog, PasswordLinkDialog } from './link-dialogs';
import { RemoveDialog } from './remove-dialog';
import { texts } from './texts';
import { NewPasswordDialog, NewUserDialog, ProfileDialog } from './user-dialogs';
import { rolesOf, updateUser } from './users-api';

const perPage = 50;

interface OpenDialog {
  readonly kind: 'new' | 'invite' | 'profile' | 'link' | 'password' | 'application-passwords' | 'feed-keys' | 'remove';
  readonly user?: User;
}

export function UsersPage({ resource }: { readonly resource: ResourceInfo }) {
  useTitle(texts().users);
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const list = useLoaded(
    (signal) => listRecords<User>(resource, { search, page, per_page: perPage }, signal),
    [search, page],
  );
  const attempt = (change: Promise<unknown>, done: string) =>
    change.then(() => toast(done), toastFailure).then(list.reload);
  const changeRole = async (user: User, role: string) => {
    const { roles, roleDescriptions, changeRoleTitle, changeRoleText, changeRole: action, roleChanged } = texts();
    const [from, to] = [roles[user.role] ?? user.role, roles[role] ?? role];
    const text = changeRoleText(from, to, roleDescriptions[role] ?? to);
    if (!(await confirmAction({ title: changeRoleTitle(user.name), text, action }))) return;
    await attempt(updateUser(user.id, { role }), roleChanged(user.name, to));
  };
  return (
    <>
      <header class="page-head">
        <h1>{texts().users}</h1>
        <Button icon="add" onClick={() => setOpenDialog({ kind: 'new' })}>
          {texts().newUser}
        </Button>
        <Button kind="primary" icon="add" onClick={() => setOpenDialog({ kind: 'invite' })}>
          {texts().inviteUser}
        </Button>
      </header>
      <div class="tools">
        <Search
          label={texts().searchUsers}
          value={search}
          onSearch={(text) => {
            setSearch(text);
            setPage(1);
          }}
        />
      </div>
      {list.error !== undefined && <Failure error={list.error} retry={list.reload} />}
      {!list.value && list.error === undefined && <Loading label={texts().loadingUsers} />}
      {list.value?.records.length === 0 && <Empty icon="users" title={texts().noUsers} />}
      {list.value && list.value.records.length > 0 && (
        <table class="records">
          <thead>
            <tr>
              <th scope="col">{texts().username}</th>
              <th scope="col">{texts().role}</th>
              <th scope="col">{texts().created}</th>
              <th class="act">
                <span class="unseen">{texts().actions}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {list.value.records.map((user) => (
              <UserRow
                key={user.id}
                user={user}
                roles={rolesOf(resource)}
                onRole={(role) => inBackground(changeRole(user, role))}
                onOpen={(kind) => setOpenDialog({ kind, user })}
              />
            ))}
          </tbody>
        </table>
      )}
      {list.value && (
        <Pager page={page} pages={list.value.pages} perPage={perPage} total={list.value.total} onPage={setPage} />
      )}
      {openDialog && (
        <UserDialog
          {...openDialog}
          resource={resource}
          onChanged={list.reload}
          onClose={() => setOpenDialog(undefined)}
        />
      )}
    </>
  );
}

interface UserDialogProps extends OpenDialog {
  readonly resource: ResourceInfo;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

function UserDialog({ kind, user, resource, onChanged, onClose }: UserDialogProps) {
  const roles = rolesOf(resource);
  if (kind === 'new') return <NewUserDialog roles={roles} onCreated={onChanged} onClose={onClose} />;
  if (kind === 'invite') return <InviteDialog roles={roles} onCreated={onChanged} onClose={onClose} />;
  if (!user) return null;
  if (kind === 'profile') return <ProfileDialog user={user} onSaved={onChanged} onClose={onClose} />;
  if (kind === 'link') return <PasswordLinkDialog user={user} onClose={onClose} />;
  if (kind === 'password') return <NewPasswordDialog user={user} onClose={onClose} />;
  if (kind === 'remove')
    return <RemoveDialog user={user} resource={resource} onRemoved={onChanged} onClose={onClose} />;
  const isFeeds = kind === 'feed-keys';
  const title = isFeeds ? texts().privateFeedsOf(user.name) : texts().applicationPasswordsOf(user.name);
  return (
    <Dialog title={title} onClose={onClose}>
      {isFeeds ? <FeedKeys owner={user.id} /> : <ApplicationPasswords owner={user.id} />}
    </Dialog>
  );
}

interface UserRowProps {
  readonly user: User;
  readonly roles: readonly string[];
  readonly onRole: (role: string) => void;
  readonly onOpen: (kind: Exclude<OpenDialog['kind'], 'new' | 'invite'>) => void;
}

function UserRow({ user, roles, onRole, onOpen }: UserRowProps) {
  const isSelf = user.id === session.value?.id;
  const details = [user.display_name, user.email].filter(Boolean).join(' · ');
  return (
    <tr class="user">
      <th scope="row">
        <strong>{user.name}</strong>
        {isSelf && <span class="badge">{texts().you}</span>}
        {details && <span class="quiet-text user-details">{details}</span>}
      </th>
      <td data-label={texts().role}>
        {isSelf ? (
          (texts().roles[user.role] ?? user.role)
        ) : (
          <select
            aria-label={texts().roleOf(user.name)}
            value={user.role}
            onChange={(event) => {
              const select = event.currentTarget;
              const role = select.value;
              // Keeps the stored role until the change is saved.
              select.value = user.role;
              onRole(role);
            }}
          >
            {roles.map((role) => (
              <option key={role} value={role} title={texts().roleDescriptions[role]}>
                {texts().roles[role] ?? role}
              </option>
            ))}
          </select>
        )}
      </td>
      <td data-label={texts().created}>{showDay(user.created_utc)}</td>
      <td class="act">
        {!isSelf && (
          <Menu
            label={texts().actionsFor(user.name)}
            iconOnly
            items={[
              { label: texts().editProfile, icon: 'user', onSelect: () => onOpen('profile') },
              { label: texts().passwordLink, icon: 'copy', onSelect: () => onOpen('link') },
              { label: texts().applicationPasswords, icon: 'key', onSelect: () => onOpen('application-passwords') },
              { label: texts().privateFeeds, icon: 'calendar', onSelect: () => onOpen('feed-keys') },
              { label: texts().setNewPassword, icon: 'edit', onSelect: () => onOpen('password') },
              { label: removalLabel(), icon: 'key', onSelect: () => inBackground(turnOffSecondFactor(user)) },
              { label: texts().remove, icon: 'trash', danger: true, onSelect: () => onOpen('remove') },
            ]}
          />
        )}
      </td>
    </tr>
  );
}
