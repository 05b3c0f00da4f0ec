// User endpoints that no shape describes: the caller's account, and the application passwords and feed keys of a user.
import type { Endpoint } from '../core/facade.js';
import { type Fields, optional, required } from '../core/field.js';
import { flag } from '../core/kinds/flag.js';
import { chosenPassword, credentialText, nameText } from '../core/kinds/text.js';
import { emailField, profileFields } from './profile-fields.js';

/** With a new password. */
export const revokeField = optional(
  flag,
  'Whether to revoke all application passwords and feed keys of the user as well. Default: false.',
  { bodyOnly: true, example: true },
);

export const accountFields: Fields = {
  current_password: optional(
    credentialText,
    'Current sign-in password. Required to change the password or the email address, and to revoke all secrets.',
    { bodyOnly: true, example: 'correct horse battery' },
  ),
  password: optional(chosenPassword, 'New sign-in password.', { bodyOnly: true, example: 'staple, horse and all' }),
  revoke: revokeField,
  email: { ...emailField, bodyOnly: true },
  ...profileFields,
};

const ownPassword = optional(
  credentialText,
  'Your current sign-in password. Required for your own account, unless you have signed in within the last 10 minutes.',
  { bodyOnly: true, example: 'correct horse battery' },
);

export const passwordFields: Fields = {
  label: required(nameText(100), 'Label, such as the name of the program that uses the password.', {
    example: 'Newsletter',
  }),
  current_password: ownPassword,
};

export const feedKeyFields: Fields = {
  label: required(nameText(100), 'Label, such as the calendar app that uses the URL.', { example: 'Phone' }),
  current_password: ownPassword,
};

/** The path of a user; `me` is the caller. */
export const owner = { path: '/users/:user(^\\d+|me$)', pattern: '/users/(?P<user>\\d+|me)' };
export const userPart: NonNullable<Endpoint['parts']> = {
  user: {
    description: 'ID of the user, or `me`. Other users require the administrator role.',
    schema: { type: 'string' },
    example: 'me',
  },
};

/** Secrets of a user: listed, created and revoked. */
const secretEndpoints = (
  path: string,
  fields: Fields,
  all: NonNullable<Endpoint['custom']>,
  one: NonNullable<Endpoint['custom']>,
): readonly Endpoint[] => [
  {
    path: owner.path + path,
    pattern: owner.pattern + path,
    actions: { GET: 'custom', POST: 'custom' },
    custom: all,
    takes: { POST: fields },
  },
  {
    path: `${owner.path}${path}/:id(^\\d+$)`,
    pattern: `${owner.pattern}${path}/(?P<id>\\d+)`,
    by: 'id',
    actions: { DELETE: 'custom' },
    custom: one,
  },
];

export const accountEndpoints: readonly Endpoint[] = [
  {
    path: '/users/me',
    pattern: '/users/me',
    actions: { GET: 'custom', PATCH: 'custom' },
    custom: 'account',
    takes: { PATCH: accountFields },
  },
  ...secretEndpoints('/application-passwords', passwordFields, 'passwords', 'password'),
  ...secretEndpoints('/feed-keys', feedKeyFields, 'feed-keys', 'feed-key'),
];
