// User endpoints that no shape describes: the caller's account, and the application passwords of a user.
import type { Endpoint } from '../core/facade.js';
import { type Fields, required } from '../core/field.js';
import { chosenPassword, credentialText, nameText } from '../core/kinds/text.js';

export const accountFields: Fields = {
  current_password: required(credentialText, 'Current sign-in password.', {
    bodyOnly: true,
    example: 'correct horse battery',
  }),
  password: required(chosenPassword, 'New sign-in password.', { bodyOnly: true, example: 'staple, horse and all' }),
};

export const passwordFields: Fields = {
  label: required(nameText(100), 'Label, such as the name of the program that uses the password.', {
    example: 'Newsletter',
  }),
};

const passwords = '/application-passwords';
const owner = { path: '/users/:user(^(?:\\d+|me)$)', pattern: '/users/(?P<user>\\d+|me)' };

export const accountEndpoints: readonly Endpoint[] = [
  {
    path: '/users/me',
    pattern: '/users/me',
    actions: { GET: 'custom', PATCH: 'custom' },
    custom: 'account',
    takes: { PATCH: accountFields },
  },
  {
    path: owner.path + passwords,
    pattern: owner.pattern + passwords,
    actions: { GET: 'custom', POST: 'custom' },
    custom: 'passwords',
    takes: { POST: passwordFields },
  },
  {
    path: `${owner.path}${passwords}/:id(^\\d+$)`,
    pattern: `${owner.pattern}${passwords}/(?P<id>\\d+)`,
    by: 'id',
    actions: { DELETE: 'custom' },
    custom: 'password',
  },
];
