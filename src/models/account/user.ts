// Users and their roles. Visible to roles that may set authors, changeable by administrators.
import { may, type Role } from '../../core/actor.js';
import { everything, nothing } from '../../core/condition.js';
import type { Model, SettleInput } from '../../core/model.js';
import { foldedName, type Notice, type UserLanguage, type UserRow, type userColumns, users } from './account.js';
import { endSessions, reassignRecords, refuseTaken } from './overrides.js';

type UserGiven = {
  readonly name?: string;
  readonly role?: Role;
  /** Already hashed. */
  readonly password?: string;
  readonly email?: string;
  readonly display_name?: string;
  readonly language?: UserLanguage;
  readonly muted_notices?: readonly Notice[];
};

function settleProfile(given: UserGiven, stored: UserRow | undefined) {
  const email = given.email ?? stored?.email ?? '';
  return {
    email,
    email_key: foldedName(email),
    display_name: given.display_name ?? stored?.display_name ?? '',
    language: given.language ?? stored?.language ?? '',
    muted_notices: given.muted_notices ?? stored?.muted_notices ?? [],
  };
}

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
      ...settleProfile(given, stored),
    },
  }),
  translated: [],
  keys: ({ name }) => ({ name_key: foldedName(String(name)) }),
  texts: () => ({}),
  removal: 'erase',
  overrides: {
    create: refuseTaken.create,
    update: (generic) => refuseTaken.update(endSessions(generic)),
    remove: reassignRecords,
  },
};
