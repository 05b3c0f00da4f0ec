// One-time links that set a password: invitations of new users, and resets of forgotten passwords.
import type { CustomOperation, Endpoint } from '../core/facade.js';
import { type Fields, optional, required } from '../core/field.js';
import { flag } from '../core/kinds/flag.js';
import { chosenPassword, credentialText, filterText } from '../core/kinds/text.js';
import { Problem } from '../core/problem.js';
import { reference, type Schema } from '../core/schema.js';
import { linkPurposes } from '../models/account/account.js';
import { revokeField } from './account-endpoints.js';
import { userShape } from './events/user.js';

const text: Schema = { type: 'string' };
const tag = { name: 'Users', description: userShape.about };
const token = 'M3v9cQ0yJm2cV4uT8kXhB1nR6sD5fG7aLpZwE0oYiUq';
const expires_utc = '2026-09-09 14:00:00';

const tokenField = required(credentialText, 'The part of the link after `#`.', { bodyOnly: true, example: token });

const send = optional(
  flag,
  'Whether to mail the link to the user. Default: true. Without mail or an address, the response contains the link.',
  { example: true },
);

const { name, role, email, display_name, language } = userShape.fields;
/** A new user without a password. */
export const invitationFields: Fields = { name, role, email, display_name, language, send } as Fields;

const linkProperties: Readonly<Record<string, Schema>> = {
  purpose: { ...text, enum: linkPurposes },
  expires_utc: text,
  sent: { type: 'boolean', description: 'Whether the link is mailed to the user.' },
  url: { ...text, description: 'The link to pass on, unless it is mailed. Returned once.' },
};
const linkRequired = ['purpose', 'expires_utc', 'sent'];

const linkExample = { purpose: 'reset', expires_utc, sent: false, url: `https://example.org/admin/reset#${token}` };

const invite: CustomOperation = {
  right: 'administer',
  operationId: 'inviteUser',
  summary: 'Invite a user',
  description: 'Creates a user without a password, and a link with which the user chooses one within 7 days.',
  tag,
  statusCode: 201,
  schemaName: 'Invitation',
  schema: {
    type: 'object',
    description: 'The new user and their link.',
    required: ['user', ...linkRequired],
    properties: { user: reference(userShape.schema), ...linkProperties },
  },
  example: {
    user: { id: 7, name: 'ada', role: 'editor', display_name: 'Ada Lovelace', created_utc: '2026-09-02 14:00:00' },
    purpose: 'invitation',
    expires_utc,
    sent: true,
  },
  problems: [new Problem('mail-queue-full')],
};

const create: CustomOperation = {
  right: 'administer',
  operationId: 'createPasswordLink',
  summary: 'Create a link that sets the password of a user',
  description:
    'A user without a password gets an invitation for 7 days, others a reset link for one hour. Earlier links of the user stop working.',
  tag,
  statusCode: 201,
  schemaName: 'PasswordLink',
  schema: { type: 'object', description: 'The new link.', required: linkRequired, properties: linkProperties },
  example: linkExample,
  problems: [new Problem('not-found', { resource: 'user' }), new Problem('own-link'), new Problem('mail-queue-full')],
};

const requestLink: CustomOperation = {
  right: 'anyone',
  operationId: 'requestPasswordLink',
  noDryRun: true,
  summary: 'Request a link to reset your password',
  description:
    'Mails a link to the user, if the user exists and has an email address. The response is always the same.',
  tag,
  statusCode: 202,
  schemaName: 'PasswordLinkRequest',
  schema: {
    type: 'object',
    description: 'The request was accepted.',
    required: ['accepted'],
    properties: { accepted: { type: 'boolean' } },
  },
  example: { accepted: true },
  problems: [new Problem('mail-off')],
};

const check: CustomOperation = {
  right: 'anyone',
  operationId: 'checkPasswordLink',
  noDryRun: true,
  summary: 'Check a link that sets a password',
  tag,
  schemaName: 'OpenPasswordLink',
  schema: {
    type: 'object',
    description: 'The user of a valid link.',
    required: ['user', 'purpose', 'expires_utc'],
    properties: { user: text, purpose: { ...text, enum: linkPurposes }, expires_utc: text },
  },
  example: { user: 'ada', purpose: 'reset', expires_utc },
  problems: [new Problem('wrong-link')],
};

const use: CustomOperation = {
  right: 'anyone',
  operationId: 'usePasswordLink',
  noDryRun: true,
  summary: 'Set a password by a link',
  description: 'The link stops working, and all sessions of the user end.',
  tag,
  schemaName: 'PasswordLinkUse',
  schema: {
    type: 'object',
    description: 'The user whose password was set.',
    required: ['user'],
    properties: { user: text },
  },
  example: { user: 'ada' },
  problems: [new Problem('wrong-link')],
};

const post = (path: string, custom: string, operation: CustomOperation, fields: Fields): Endpoint => ({
  path,
  pattern: path.replace(/:(\w+)\([^)]*\)/, (_, part: string) => `(?P<${part}>\\d+)`),
  actions: { POST: 'custom' },
  custom,
  takes: { POST: fields },
  operations: { POST: operation },
});

export const passwordLinkEndpoints: readonly Endpoint[] = [
  post('/users/invitations', 'invitations', invite, invitationFields),
  {
    ...post('/users/:user(^\\d+$)/password-links', 'user-password-links', create, { send }),
    parts: { user: { description: 'ID of the user.', schema: { type: 'integer' }, example: 7 } },
  },
  post('/password-links', 'password-links', requestLink, {
    user: required(filterText, 'Username or email address.', { bodyOnly: true, example: 'ada' }),
  }),
  post('/password-links/check', 'check-password-link', check, { token: tokenField }),
  post('/password-links/use', 'use-password-link', use, {
    token: tokenField,
    password: required(chosenPassword, 'New sign-in password.', { bodyOnly: true, example: 'staple, horse and all' }),
    revoke: revokeField,
  }),
];
