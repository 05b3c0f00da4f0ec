// User endpoints that no shape describes: the caller's account, and the application passwords and feed keys of a user.
import type { Endpoint } from '../core/facade.js';
import { type Fields, optional, required } from '../core/field.js';
import { chosenPassword, credentialText, nameText } from '../core/kinds/text.js';
import { emailField, profileFields } from './profile-fields.js';

export const accountFields: Fields = {
  current_password: optional(
    credentialText,
    'Current sign-in password. Required to change the password or the email address.',
    { bodyOnly: true, example: 'correct horse battery' },
  ),
  password: optional(chosenPassword, 'New sign-in password.', { bodyOnly: true, example: 'staple, horse and all' }),
  email: { ...emailField, bodyOnly: true },
  ...profileFields,
};

export const passwordFields: Fields = {
  label: required(nameText(100), 'Label, such as the name of the program that uses the password.', {
    example: 'Newsletter',
  }),
};

export const feedKeyFields: Fields = {
  label: required(nameText(100), 'Label, such as the calendar app that uses the URL.', { example: 'Phone' }),
};

/** The path of a user; `me` is the caller. */
export const owner = { path: '/users/:user(^\\d+$|^me$)', pattern: '/users/(?P<user>\\d+|me)' };
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
