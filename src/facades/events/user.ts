// The shape of users.
import { may, type Role, roles } from '../../core/actor.js';
import { begins, everything } from '../../core/condition.js';
import { optional, required } from '../../core/field.js';
import { filter } from '../../core/filter.js';
import type { Kind } from '../../core/kind.js';
import { choice } from '../../core/kinds/choice.js';
import { identifier } from '../../core/kinds/number.js';
import { chosenPassword, filterText, minPasswordLength, readText } from '../../core/kinds/text.js';
import { Invalid } from '../../core/problem.js';
import { listOf, type Schema } from '../../core/schema.js';
import type { Shape, View } from '../../core/shape.js';
import { foldedName, isUserName, nameRule, notices, type UserRow } from '../../models/account/account.js';
import { user } from '../../models/account/user.js';
import { emailField, profileFields } from '../profile-fields.js';
import { selfQuery } from '../self-query.js';
import { existingOne } from './lookup.js';
import { clock, flagSchema, integer, out, text } from './outputs.js';
import { listBody, recordNotFound } from './post.js';

export const userName: Kind<string> = {
  declared: { type: 'string' },
  schema: { type: 'string', minLength: 1, maxLength: 60 },
  read: (input) => {
    const name = readText(input, 200).trim();
    if (!isUserName(name)) throw new Invalid(nameRule);
    return name;
  },
};

const roleDescriptions: Readonly<Record<Role, string>> = {
  administrator: 'Full access, including users',
  editor: 'Publishes and edits everything',
  author: 'Publishes and edits their own records',
  contributor: 'Writes drafts for review',
  subscriber: 'Read only',
};

const ownOnly = 'Only for administrators and the user.';
const ownText = (description: string): Schema => ({ ...text, description: `${description} ${ownOnly}` });

const seesProfile = ({ id }: UserRow, { actor }: View): boolean => id === actor.id || may(actor, 'administer');

export const userShape: Shape = {
  model: user,
  path: 'users',
  schema: 'User',
  about: 'User accounts and their roles.',
  lookedUpBy: ['id'],
  fields: {
    name: required(userName, 'Username.', { example: 'ada', inForm: { label: 'Username' } }),
    role: required(choice(roles, undefined, roleDescriptions), 'Role of the user.', {
      example: 'editor',
      inForm: { suggested: 'editor' },
    }),
    password: optional(chosenPassword, 'Sign-in password. Default for a new user: a generated one, returned once.', {
      bodyOnly: true,
      generate: ({ secrets }) => secrets.make(),
      prepare: (given, { secrets }) => secrets.hash(given),
      example: 'correct horse battery',
      inForm: { help: `At least ${minPasswordLength} characters` },
    }),
    email: emailField,
    ...profileFields,
  },
  readParams: {},
  removeParams: {
    reassign: optional(identifier, 'ID of the user who becomes the author of the records. Default: the caller.', {
      lookUp: existingOne(user),
      pickFrom: user.name,
      example: 1,
      inForm: { label: 'New author of their records' },
    }),
  },
  list: {
    filters: {
      search: filter(filterText, 'Users whose name starts with this text.', (name) =>
        begins('name_key', foldedName(name)),
      ),
    },
    defaultScope: () => everything,
    order: () => [{ column: 'name_key' }, { column: 'id' }],
    selfQuery: selfQuery(),
    body: listBody('users'),
  },
  body: {
    id: out(integer, (row) => row.id),
    name: out<UserRow>(text, (row) => row.name),
    role: out<UserRow>({ ...text, enum: roles }, (row) => row.role),
    display_name: out<UserRow>(text, (row) => row.display_name),
    email: out<UserRow>(ownText('Email address.'), (row, view) => (seesProfile(row, view) ? row.email : undefined)),
    language: out<UserRow>(ownText('Language of the console and of mails.'), (row, view) =>
      seesProfile(row, view) ? row.language : undefined,
    ),
    muted_notices: out<UserRow>(
      { ...listOf({ ...text, enum: notices }), description: `Mails that are switched off. ${ownOnly}` },
      (row, view) => (seesProfile(row, view) ? row.muted_notices : undefined),
    ),
    lacks_password: out<UserRow>(
      { ...flagSchema, description: 'True for another user without a sign-in password yet. Only for administrators.' },
      ({ id, password }, { actor }) =>
        password === '' && id !== actor.id && may(actor, 'administer') ? true : undefined,
    ),
    created_utc: out<UserRow>(clock, (row) => row.created_utc),
    password: out(
      { ...text, description: 'Generated sign-in password. Returned once, when the user is created.' },
      () => undefined,
    ),
  },
  notFound: recordNotFound,
  errors: { update: ['last-administrator'], remove: ['last-administrator', 'own-account'] },
};
