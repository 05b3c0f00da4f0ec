// People who may use the calendar: for administrators.
import { useState } from 'preact/hooks';
import type { ResourceInfo } from '../api/contract';
import type { User } from '../api/generated';
import { showDay } from '../api/moment';
import { listRecords } from '../api/records';
import { session } from '../api/session';
import { useTitle } from '../shell/title';
import { Button } from '../ui/button';
import { ask, Dialog } from '../ui/dialog';
import { useLoaded } from '../ui/load';
import { Menu } from '../ui/menu';
import { Pager } from '../ui/pager';
import { Search } from '../ui/search';
import { Empty, Failure, Loading } from '../ui/state';
import { inBackground, toast, toastFailure } from '../ui/toast';
import '../collection/collection.css';
import './people.css';
import { Passwords } from './passwords';
import { aboutRole, changePerson, removePerson, rolesOf } from './people';
import { NewPerson, NewSecret } from './person';

const perPage = 50;

interface Opened {
  readonly what: 'new' | 'secret' | 'passwords';
  readonly person?: User;
}

export function UsersPage({ resource }: { readonly resource: ResourceInfo }) {
  useTitle('Users');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<Opened>();
  const list = useLoaded(
    (signal) => listRecords<User>(resource, { search, page, per_page: perPage }, signal),
    [search, page],
  );
  const attempt = (change: Promise<unknown>, done: string) =>
    change.then(() => toast(done), toastFailure).then(list.reload);
  const remove = async (person: User) => {
    const text = 'Their passwords stop working immediately. Their records become yours.';
    if (!(await ask({ title: `Remove ${person.name}?`, text, action: 'Remove', danger: true }))) return;
    await attempt(removePerson(person.id), `${person.name} removed.`);
  };
  const changeRole = async (person: User, role: string) => {
    const title = `Change the role of ${person.name}?`;
    const text = `From ${person.role} to ${role}: ${aboutRole[role] ?? role}.`;
    if (!(await ask({ title, text, action: 'Change role' }))) return;
    await attempt(changePerson(person.id, { role }), `${person.name} is now ${role}.`);
  };
  return (
    <>
      <header class="page-head">
        <h1>Users</h1>
        <Button kind="primary" icon="add" onClick={() => setOpened({ what: 'new' })}>
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
      {list.value?.records.length === 0 && <Empty icon="people" title="No users found" />}
      {list.value && list.value.records.length > 0 && (
        <table class="records">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Role</th>
              <th scope="col">Since</th>
              <th class="act">
                <span class="unseen">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {list.value.records.map((person) => (
              <PersonRow
                key={person.id}
                person={person}
                roles={rolesOf(resource)}
                onRole={(role) => inBackground(changeRole(person, role))}
                onOpen={(what) => setOpened({ what, person })}
                onRemove={() => inBackground(remove(person))}
              />
            ))}
          </tbody>
        </table>
      )}
      {list.value && (
        <Pager page={page} pages={list.value.pages} perPage={perPage} total={list.value.total} onPage={setPage} />
      )}
      {opened?.what === 'new' && (
        <NewPerson roles={rolesOf(resource)} onMade={list.reload} onClose={() => setOpened(undefined)} />
      )}
      {opened?.what === 'secret' && opened.person && (
        <NewSecret person={opened.person} onClose={() => setOpened(undefined)} />
      )}
      {opened?.what === 'passwords' && opened.person && (
        <Dialog title={`Application passwords of ${opened.person.name}`} onClose={() => setOpened(undefined)}>
          <Passwords owner={opened.person.id} />
        </Dialog>
      )}
    </>
  );
}

interface PersonRowProps {
  readonly person: User;
  readonly roles: readonly string[];
  readonly onRole: (role: string) => void;
  readonly onOpen: (what: 'secret' | 'passwords') => void;
  readonly onRemove: () => void;
}

function PersonRow({ person, roles, onRole, onOpen, onRemove }: PersonRowProps) {
  const oneself = person.id === session.value?.id;
  return (
    <tr class="person">
      <th scope="row">
        <strong>{person.name}</strong>
        {oneself && <span class="badge">you</span>}
      </th>
      <td data-label="Role">
        {oneself ? (
          person.role
        ) : (
          <select
            aria-label={`Role of ${person.name}`}
            value={person.role}
            onChange={(event) => {
              const select = event.currentTarget;
              const role = select.value;
              // It shows the present role until the service has taken another.
              select.value = person.role;
              onRole(role);
            }}
          >
            {roles.map((role) => (
              <option key={role} value={role} title={aboutRole[role]}>
                {role}
              </option>
            ))}
          </select>
        )}
      </td>
      <td data-label="Since">{showDay(person.created_utc)}</td>
      <td class="act">
        {!oneself && (
          <Menu
            label={`Actions for ${person.name}`}
            bare
            items={[
              { label: 'Application passwords', icon: 'key', onSelect: () => onOpen('passwords') },
              { label: 'Set a new password', icon: 'edit', onSelect: () => onOpen('secret') },
              { label: 'Remove', icon: 'trash', danger: true, onSelect: onRemove },
            ]}
          />
        )}
      </td>
    </tr>
  );
}
