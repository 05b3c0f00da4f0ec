// The list of users, for administrators.
import { useState } from 'preact/hooks';
import type { ResourceInfo } from '../api/contract';
import type { User } from '../api/generated';
import { showDay } from '../api/moment';
import { listRecords } from '../api/records';
import { session } from '../api/session';
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
import { NewPasswordDialog, NewUserDialog } from './user-dialogs';
import { deleteUser, roleDescriptions, rolesOf, updateUser } from './users-api';

const perPage = 50;

interface OpenDialog {
  readonly kind: 'new' | 'password' | 'application-passwords' | 'feed-keys';
  readonly user?: User;
}

export function UsersPage({ resource }: { readonly resource: ResourceInfo }) {
  useTitle('Users');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const list = useLoaded(
    (signal) => listRecords<User>(resource, { search, page, per_page: perPage }, signal),
    [search, page],
  );
  const attempt = (change: Promise<unknown>, done: string) =>
    change.then(() => toast(done), toastFailure).then(list.reload);
  const remove = async (user: User) => {
    const text = 'Their passwords stop working immediately. Their records are assigned to you.';
    if (!(await confirmAction({ title: `Remove ${user.name}?`, text, action: 'Remove', danger: true }))) return;
    await attempt(deleteUser(user.id), `${user.name} removed.`);
  };
  const changeRole = async (user: User, role: string) => {
    const title = `Change the role of ${user.name}?`;
    const text = `From ${user.role} to ${role}: ${roleDescriptions[role] ?? role}.`;
    if (!(await confirmAction({ title, text, action: 'Change role' }))) return;
    await attempt(updateUser(user.id, { role }), `Role of ${user.name} changed to ${role}.`);
  };
  return (
    <>
      <header class="page-head">
        <h1>Users</h1>
        <Button kind="primary" icon="add" onClick={() => setOpenDialog({ kind: 'new' })}>
          New user
        </Button>
      </header>
      <div class="tools">
        <Search
          label="Search users"
          value={search}
          onSearch={(text) => {
            setSearch(text);
            setPage(1);
          }}
        />
      </div>
      {list.error !== undefined && <Failure error={list.error} retry={list.reload} />}
      {!list.value && list.error === undefined && <Loading label="Loading users" />}
      {list.value?.records.length === 0 && <Empty icon="users" title="No users found" />}
      {list.value && list.value.records.length > 0 && (
        <table class="records">
          <thead>
            <tr>
              <th scope="col">Username</th>
              <th scope="col">Role</th>
              <th scope="col">Created</th>
              <th class="act">
                <span class="unseen">Actions</span>
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
                onRemove={() => inBackground(remove(user))}
              />
            ))}
          </tbody>
        </table>
      )}
      {list.value && (
        <Pager page={page} pages={list.value.pages} perPage={perPage} total={list.value.total} onPage={setPage} />
      )}
      {openDialog?.kind === 'new' && (
        <NewUserDialog roles={rolesOf(resource)} onCreated={list.reload} onClose={() => setOpenDialog(undefined)} />
      )}
      {openDialog?.kind === 'password' && openDialog.user && (
        <NewPasswordDialog user={openDialog.user} onClose={() => setOpenDialog(undefined)} />
      )}
      {openDialog?.kind === 'application-passwords' && openDialog.user && (
        <Dialog title={`Application passwords of ${openDialog.user.name}`} onClose={() => setOpenDialog(undefined)}>
          <ApplicationPasswords owner={openDialog.user.id} />
        </Dialog>
      )}
      {openDialog?.kind === 'feed-keys' && openDialog.user && (
        <Dialog title={`Private feeds of ${openDialog.user.name}`} onClose={() => setOpenDialog(undefined)}>
          <FeedKeys owner={openDialog.user.id} />
        </Dialog>
      )}
    </>
  );
}

interface UserRowProps {
  readonly user: User;
  readonly roles: readonly string[];
  readonly onRole: (role: string) => void;
  readonly onOpen: (kind: Exclude<OpenDialog['kind'], 'new'>) => void;
  readonly onRemove: () => void;
}

function UserRow({ user, roles, onRole, onOpen, onRemove }: UserRowProps) {
  const isSelf = user.id === session.value?.id;
  return (
    <tr class="user">
      <th scope="row">
        <strong>{user.name}</strong>
        {isSelf && <span class="badge">you</span>}
      </th>
      <td data-label="Role">
        {isSelf ? (
          user.role
        ) : (
          <select
            aria-label={`Role of ${user.name}`}
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
              <option key={role} value={role} title={roleDescriptions[role]}>
                {role}
              </option>
            ))}
          </select>
        )}
      </td>
      <td data-label="Created">{showDay(user.created_utc)}</td>
      <td class="act">
        {!isSelf && (
          <Menu
            label={`Actions for ${user.name}`}
            iconOnly
            items={[
              { label: 'Application passwords', icon: 'key', onSelect: () => onOpen('application-passwords') },
              { label: 'Private feeds', icon: 'calendar', onSelect: () => onOpen('feed-keys') },
              { label: 'Set new password', icon: 'edit', onSelect: () => onOpen('password') },
              { label: 'Remove', icon: 'trash', danger: true, onSelect: onRemove },
            ]}
          />
        )}
      </td>
    </tr>
  );
}
