// First-run set-up: whether it is open, the set-up itself, and loading the demo calendar after it.
import type { CustomOperation, Endpoint } from '../core/facade.js';
import { type Fields, optional, required } from '../core/field.js';
import { languages, siteUrl, siteZone } from '../core/kinds/site.js';
import { chosenPassword, credentialText, nameText } from '../core/kinds/text.js';
import { Problem } from '../core/problem.js';
import type { Schema } from '../core/schema.js';
import { userName } from './events/user.js';
import { emailField } from './profile-fields.js';

/** Settings that set-up can set, by the name of its field. */
export const setupSettings: Readonly<Record<string, string>> = {
  site_name: 'name',
  timezone: 'timezone',
  languages: 'languages',
  public_url: 'public_url',
};

export const setupFields: Fields = {
  code: required(credentialText, 'Set-up code that the start of the service printed.', {
    bodyOnly: true,
    example: '7kq2-m9xd-04tb-rw8e-hn5c-v3ja-z6py',
  }),
  site_name: optional(nameText(100), 'Name of the site, in pages, feeds and mails.', {
    bodyOnly: true,
    example: 'Town Hall',
  }),
  timezone: optional(siteZone, 'Time zone of the site.', { bodyOnly: true, example: 'Europe/Paris' }),
  languages: optional(languages, 'Languages of the content, default first.', { bodyOnly: true, example: ['en', 'fr'] }),
  public_url: optional(siteUrl, 'Public URL of the site, which links in mails begin with.', {
    bodyOnly: true,
    example: 'https://calendar.example.org',
  }),
  user: required(userName, 'Username of the first administrator.', { bodyOnly: true, example: 'ada' }),
  email: { ...emailField, bodyOnly: true },
  password: required(chosenPassword, 'Sign-in password of the first administrator.', {
    bodyOnly: true,
    example: 'correct horse battery',
  }),
};

const tag = { name: 'Set-up', description: 'The first start: creating the first administrator.' };

const statusSchema: Schema = {
  type: 'object',
  description: 'Whether set-up is open.',
  required: ['open', 'languages', 'locked'],
  properties: {
    open: { type: 'boolean', description: 'True while there is no administrator.' },
    languages: { type: 'array', items: { type: 'string' }, description: 'Languages that pages are translated into.' },
    locked: {
      type: 'array',
      items: { type: 'string', enum: Object.keys(setupSettings) },
      description: 'Fields that environment variables set. Empty when set-up is closed.',
    },
  },
};

const status: CustomOperation = {
  right: 'anyone',
  operationId: 'getSetup',
  summary: 'Read whether set-up is open',
  tag,
  schemaName: 'Setup',
  schema: statusSchema,
  example: { open: true, languages: ['en', 'fr'], locked: [] },
};

const setUp: CustomOperation = {
  right: 'anyone',
  operationId: 'setUp',
  summary: 'Set up the calendar',
  description:
    'Creates the first administrator and saves settings, in one transaction. Needs the set-up code, which works once. Set-up is closed while there is an administrator.',
  tag,
  statusCode: 201,
  schemaName: 'SetupResult',
  schema: {
    type: 'object',
    description: 'The first administrator. Sign in with the password.',
    required: ['id', 'user'],
    properties: { id: { type: 'integer' }, user: { type: 'string' } },
  },
  example: { id: 1, user: 'ada' },
  problems: [new Problem('wrong-setup-code'), new Problem('set-up-already')],
};

const demo: CustomOperation = {
  right: 'administer',
  operationId: 'loadDemo',
  noDryRun: true,
  summary: 'Load the demo calendar',
  description:
    'Adds the demo calendar to a calendar without events. On a slow machine the response comes before the end: `events` is null, and the same request waits on.',
  tag,
  statusCode: 202,
  schemaName: 'LoadedDemo',
  schema: {
    type: 'object',
    description: 'The demo calendar was loaded, or is being loaded.',
    required: ['events'],
    properties: {
      events: { type: ['integer', 'null'], description: 'Number of events and series; null while it is being loaded.' },
    },
  },
  example: { events: 45 },
  problems: [new Problem('demo-refused')],
};

export const setupEndpoints: readonly Endpoint[] = [
  {
    path: '/setup',
    pattern: '/setup',
    actions: { GET: 'custom', POST: 'custom' },
    custom: 'setup',
    takes: { POST: setupFields },
    operations: { GET: status, POST: setUp },
  },
  {
    path: '/setup/demo',
    pattern: '/setup/demo',
    actions: { POST: 'custom' },
    custom: 'setup-demo',
    operations: { POST: demo },
  },
];
