// Users and their roles. Visible to roles that may set authors, changeable by administrators.
import { may, type Role } from '../../core/actor.js';
import { everything, nothing } from '../../core/condition.js';
import type { Model, SettleInput } from '../../core/model.js';
import { keyOf, type UserRow, type userColumns, users } from './account.js';
import { endSessions, reassignRecords, refuseSameName } from './overrides.js';

type UserGiven = {
  readonly name?: string;
  readonly role?: Role;
  /** Already hashed. */
  readonly password?: string;
};

export const user: Model<typeof userColumns> = {
  ...users,
  name: 'user',
  noun: { one: 'user', a: 'a user', many: 'users' },
  policy: {
    read: 'set-author',
    change: 'administer',
    visible: (actor) => (may(actor, 'set-author') ? everything : nothing),
    changeable: (actor) => (may(actor, 'administer') ? everything : nothing),
  },
  stored: {},
  settle: ({ given, stored, call }: SettleInput<UserRow, UserGiven>) => ({
    values: {
      name: given.name ?? stored?.name ?? '',
      role: given.role ?? stored?.role ?? 'subscriber',
      password: given.password ?? stored?.password ?? '',
      created_utc: stored?.created_utc ?? call.now,
    },
  }),
  translated: [],
  keys: ({ name }) => ({ name_key: keyOf(String(name)) }),
  texts: () => ({}),
  removal: 'erase',
  overrides: {
    create: refuseSameName.create,
    update: (generic) => refuseSameName.update(endSessions(generic)),
    remove: reassignRecords,
  },
};
