// People: who may use the calendar, and their roles. Whoever names authors sees them, administrators change them.
import { may, type Role, roles } from '../../core/actor.js';
import { begins, everything, nothing } from '../../core/condition.js';
import { optional, required } from '../../core/field.js';
import { filter } from '../../core/filter.js';
import type { Kind } from '../../core/kind.js';
import { choice } from '../../core/kinds/choice.js';
import { identifier } from '../../core/kinds/number.js';
import { chosenPassword, filterText, readText } from '../../core/kinds/text.js';
import { Invalid } from '../../core/problem.js';
import type { Policy, Question, Resource } from '../../core/resource.js';
import { answerPosts, invalidAddress } from '../families/place.js';
import { clock, integer, out, text } from '../families/present.js';
import { existingOne } from '../lookup.js';
import { isUserName, keyOf, nameRule, type UserRow, users } from './account.js';
import { endSessions, handOver, refuseTaken } from './keeping.js';

const userName: Kind<string> = {
  declared: { type: 'string' },
  schema: { type: 'string', minLength: 1, maxLength: 60 },
  read: (input) => {
    const name = readText(input, 200).trim();
    if (!isUserName(name)) throw new Invalid(nameRule);
    return name;
  },
};

const policy: Policy = {
  read: 'set-author',
  change: 'administer',
  visible: (actor) => (may(actor, 'set-author') ? everything : nothing),
  changeable: (actor) => (may(actor, 'administer') ? everything : nothing),
};

interface UserGiven {
  readonly name?: string;
  readonly role?: Role;
  /** Hashed by now. */
  readonly password?: string;
}

function settleUser({ given, stored, call }: Question) {
  const asked = given as UserGiven;
  const before = stored as UserRow | undefined;
  return {
    values: {
      name: asked.name ?? before?.name ?? '',
      role: asked.role ?? before?.role ?? 'subscriber',
      password: asked.password ?? before?.password ?? '',
      created_utc: before?.created_utc ?? call.now,
    },
  };
}

export const user: Resource = {
  ...users,
  name: 'user',
  path: 'users',
  schema: 'User',
  about: 'People who may use the calendar, and their roles.',
  noun: { one: 'user', a: 'a user', many: 'users' },
  addressedBy: ['id'],
  fields: {
    name: required(userName, 'Name to sign in with', { example: 'ada' }),
    role: required(choice(roles), 'What the user may do', { example: 'editor' }),
    password: optional(chosenPassword, 'Sign-in password; of a new user made, and told once, when left out', {
      bodyOnly: true,
      made: ({ secrets }) => secrets.make(),
      prepare: (given, { secrets }) => secrets.hash(given),
      example: 'correct horse battery',
    }),
  },
  readParams: {},
  removeParams: {
    reassign: optional(identifier, 'Id of the user who gets the records; who removes when left out', {
      lookUp: existingOne(() => user),
      example: 1,
    }),
  },
  filters: {
    search: filter(filterText, 'Users whose name begins with this', (name) => begins('name_key', keyOf(name))),
  },
  listed: () => everything,
  order: () => [{ column: 'name_key' }, { column: 'id' }],
  address: ({ page, perPage }) => [
    ['page', String(page)],
    ['per_page', String(perPage)],
  ],
  term: false,
  policy,
  settle: settleUser,
  spoken: {},
  keys: ({ name }) => ({ name_key: keyOf(String(name)) }),
  texts: () => ({}),
  known: async () => undefined,
  removal: 'erase',
  unknown: invalidAddress,
  body: {
    id: out(integer, (row) => row.id),
    name: out<UserRow>(text, (row) => row.name),
    role: out<UserRow>({ ...text, enum: roles }, (row) => row.role),
    created_utc: out<UserRow>(clock, (row) => row.created_utc),
    password: out(
      { ...text, description: 'The sign-in password that was made for a new user, told once' },
      () => undefined,
    ),
  },
  answerList: answerPosts('users'),
  wrap: { create: refuseTaken.create, update: (generic) => refuseTaken.update(endSessions(generic)), remove: handOver },
  refusals: { update: ['last-administrator'], remove: ['last-administrator', 'own-account'] },
};
