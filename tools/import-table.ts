// Which folder may import which, and what is in it. `check-imports.ts` enforces it and prints it into docs/ARCHITECTURE.md.

/** Files that the browser uses too: they import nothing, so that nothing else is bundled with them. */
export const shared = [
  'core/color.ts',
  'core/languages.ts',
  'core/text/allowed-attributes.ts',
  'core/text/allowed-elements.ts',
];

export interface Row {
  /** For the documentation; absent for a part of another row. */
  readonly contents?: string;
  /** Folders and files. */
  readonly local: readonly string[];
  readonly packages: readonly string[];
}

export const table: Readonly<Record<string, Row>> = {
  ...Object.fromEntries(shared.map((file) => [file, { local: [], packages: [] }])),
  core: {
    contents:
      'types and pure functions; `time/` (time zones, date parser, recurrence) and `text/` (slugs, HTML, costs)',
    local: [],
    packages: ['temporal-polyfill', 'sanitize-html', 'entities', 'lru-cache'],
  },
  models: {
    contents: 'events, venues, organizers, categories, tags, media, accounts; `families/` for what several share',
    local: ['core'],
    packages: ['node:util'],
  },
  facades: {
    contents:
      '`events/` (native and drop-in API), `wordpress/` (`/wp-json/wp/v2`); parsing and OpenAPI for every facade',
    local: ['core', 'models', 'i18n'],
    packages: ['lru-cache'],
  },
  formats: {
    contents:
      'one file per response format and per feed format (iCalendar in `ical/`, JSCalendar in `jscalendar/`), and the choice by suffix or `Accept` ([decision 26](decisions/0026-feed-formats.md))',
    local: ['core'],
    packages: ['lru-cache', 'node:crypto'],
  },
  operations: {
    contents: 'list, read, create, update, remove, restore and duplicate, once for every model; writing feeds',
    local: ['core', 'facades/parse.ts'],
    packages: ['node:crypto', 'node:util'],
  },
  storage: {
    contents:
      '`sql/` compiles plans, `engines/` has the differences of the two databases, `change-log/`, `copy/` (copy and backup), `migrations/` (numbered, never edited: [decision 15](decisions/0015-migrations.md))',
    local: ['core'],
    packages: [
      'libsql',
      'libsql/promise',
      'lru-cache',
      'pg',
      'node:crypto',
      'node:fs',
      'node:module',
      'node:path',
      'node:timers/promises',
      'node:util',
    ],
  },
  // Released migrations never change, so they depend on nothing that does.
  'storage/migrations': { local: [], packages: [] },
  net: {
    contents: 'HTTP requests to public addresses only; the geocoder; mail by SMTP',
    local: ['core'],
    packages: [
      'undici',
      'ipaddr.js',
      'nodemailer',
      'node:dns',
      'node:dns/promises',
      'node:net',
      'node:stream',
      'node:zlib',
    ],
  },
  media: {
    contents:
      'decoding and encoding images, drawing those of link previews, storing files in a folder or an S3 bucket, serving them',
    local: ['core', 'net'],
    packages: [
      'fastify',
      'file-type',
      'sharp',
      's3mini',
      'lru-cache',
      'node:crypto',
      'node:fs/promises',
      'node:path',
      'node:stream',
      'node:stream/consumers',
      'node:timers/promises',
      'node:url',
    ],
  },
  auth: {
    contents: 'authentication: application passwords, feed keys, sessions, hashing; notices to users',
    local: ['core', 'models/account', 'i18n/mail', 'operations/mail.ts'],
    packages: ['@node-rs/argon2', 'node:crypto', 'node:fs/promises', 'node:path', 'openid-client'],
  },
  i18n: {
    contents:
      'texts of the website, mails and messages, one folder per language ([translating](translating.md)); `api/` translates error messages, `mail/` composes mails, `recurrence/` puts rules into words',
    local: ['core'],
    packages: [],
  },
  cache: {
    contents: 'cache of responses, fragments and members of lists, dependencies, recorder, totals',
    local: ['core'],
    packages: ['lru-cache'],
  },
  imports: {
    contents:
      'importers: each reads its format (`tec/`, `ical/`, `csv/`, `ndjson/`) into incoming records; writing, positions and reports are common ([decision 41](decisions/0041-external-ids-and-imports.md))',
    local: ['core', 'models', 'facades', 'operations', 'net'],
    packages: [
      'ical.js',
      'node:buffer',
      'node:crypto',
      'node:os',
      'node:timers/promises',
      'node:util',
      'node:worker_threads',
    ],
  },
  compare: {
    contents: 'replays reads on two sites and compares the responses ([decision 46](decisions/0046-compare.md))',
    local: ['core', 'net'],
    packages: ['lru-cache', 'node:timers/promises'],
  },
  submissions: {
    contents:
      'events that visitors send: form, confirmation, review, trusted senders ([decision 39](decisions/0039-submissions.md))',
    local: [
      'core',
      'models',
      'facades',
      'operations',
      'i18n',
      'auth/secrets.ts',
      'auth/signed-token.ts',
      'auth/notices.ts',
    ],
    packages: ['node:crypto'],
  },
  webhooks: {
    contents:
      'messages to endpoints of other programs: deliveries, signatures, retries, the state of an endpoint ([decision 78](decisions/0078-webhooks.md))',
    local: ['core', 'models', 'facades', 'operations', 'i18n/mail', 'net'],
    packages: ['node:crypto', 'node:timers/promises'],
  },
  http: {
    contents: 'server, endpoints, headers, load shedding, health and metrics, sessions',
    local: [
      'core',
      'i18n',
      'cache',
      'facades',
      'formats',
      'operations',
      'auth',
      'models/account',
      'models/usage',
      'submissions',
      'imports',
      'webhooks/parts.ts',
    ],
    packages: [
      'fastify',
      'lru-cache',
      'prom-client',
      'node:crypto',
      'node:events',
      'node:fs/promises',
      'node:http',
      'node:net',
      'node:os',
      'node:path',
      'node:stream',
      'node:stream/promises',
      'node:timers/promises',
      'node:util',
      'node:worker_threads',
      'node:zlib',
    ],
  },
  endpoints: {
    contents:
      'endpoints of the native API that no table action serves, each one definition of path, right, input, output and handler; the facades put together ([decision 60](decisions/0060-one-definition-of-an-endpoint.md))',
    local: [
      'core',
      'facades',
      'formats',
      'http',
      'auth',
      'i18n',
      'imports',
      'submissions',
      'operations',
      'models',
      'webhooks',
    ],
    packages: ['uqr', 'node:crypto', 'node:timers/promises'],
  },
  mcp: {
    contents:
      'the MCP server for assistants: messages, tools and their texts; tools send internal requests to the native API ([decision 79](decisions/0079-mcp.md))',
    local: ['core', 'models/event/columns.ts', 'http', 'formats/json.ts', 'auth/identify.ts'],
    packages: ['fastify', 'node:http'],
  },
  jobs: {
    contents: 'the job runner and one file per job',
    local: [
      'core',
      'operations',
      'net',
      'auth/password-links.ts',
      'i18n/mail',
      'models/account',
      'models/event',
      'models/settings',
      'models/subscription',
      'models/submission',
      'models/venue',
      'imports',
      'webhooks',
    ],
    packages: ['node:timers/promises'],
  },
  pages: {
    contents: 'website, API documentation, HTML of the console',
    local: [
      'core',
      'facades',
      'operations',
      'submissions',
      'i18n',
      'http/input.ts',
      'auth/identify.ts',
      'auth/notices.ts',
      'auth/secrets.ts',
      'auth/identities.ts',
      'auth/oidc.ts',
      'auth/pending-sign-ins.ts',
      'http/session-cookies.ts',
      'http/response.ts',
      'http/request.ts',
      'http/cache-entry.ts',
      'http/cached-page.ts',
      'http/deliver.ts',
      'http/encode.ts',
      'http/problem.ts',
      'http/service.ts',
      'http/feed.ts',
      'http/feed-action.ts',
      'http/public-feed.ts',
      'formats/feeds.ts',
    ],
    packages: ['fastify', 'lru-cache', 'node:crypto', 'node:fs', 'node:path', 'node:url'],
  },
  demo: {
    contents: 'the demo calendar and its French translation',
    local: ['core', 'facades', 'operations'],
    packages: ['node:fs/promises'],
  },
  cli: {
    contents: 'one file per command',
    local: [
      'core',
      'app.ts',
      'config.ts',
      'facades',
      'formats',
      'auth',
      'operations',
      'models',
      'demo',
      'storage',
      'media',
      'net',
      'imports',
      'compare',
      'mcp/stdio.ts',
      'mcp/forward.ts',
      'http/health-port.ts',
      'http/readiness.ts',
    ],
    packages: [
      'commander',
      'node:child_process',
      'prom-client',
      'node:cluster',
      'node:events',
      'node:fs',
      'node:fs/promises',
      'node:net',
      'node:path',
      'node:os',
      'node:readline',
      'node:stream',
      'node:stream/consumers',
      'node:stream/promises',
      'node:url',
      'node:util',
    ],
  },
  'rate-limits.ts': { contents: 'rate limits of a service', local: ['core', 'config.ts'], packages: [] },
  'service-jobs.ts': {
    contents: 'the jobs of a service, as it is configured',
    local: ['config.ts', 'http/service.ts', 'jobs'],
    packages: [],
  },
  'config.ts': {
    contents: 'the table of settings',
    local: ['core', 'setting-values.ts'],
    packages: [],
  },
  'setting-values.ts': {
    contents: 'kinds of values of settings',
    local: ['core', 'media/s3-url.ts'],
    packages: ['node:net'],
  },
};

/** Folders of `web/admin/`. */
export const consoleFolders: Readonly<Record<string, string>> = {
  api: 'requests, session, the OpenAPI document, lists of records',
  shell: 'sign-in, navigation, page frame',
  collection: 'tables of any resource, with bulk actions and undo, columns, saved views',
  bulk: 'bulk edit',
  record: 'actions on one record',
  entry: 'a record from one line: what was understood, and questions',
  find: 'find everything',
  preferences: 'preferences of the user',
  i18n: 'texts of the console, one folder per language, loaded on demand ([translating](translating.md))',
  form: 'forms of any record',
  widgets: 'one widget per kind of input',
  series: 'dates of recurring events: which of them a change applies to, dry runs, undo',
  calendar: 'event calendar',
  media: 'image library',
  users: 'users and passwords',
  people: 'pages for people who are not signed in: choosing a password by a link',
  history: 'history of a record, activity page',
  imports: 'imports of files: mapping, preview, reports, undo',
  subscriptions: 'events that vanished from a subscribed calendar',
  security: 'two-step verification, sessions, sign-in with a provider',
  dashboard: 'the start page: short lists, plots, state of the database',
  review: 'events that wait for review',
  settings: 'settings of the site',
  setup: 'first-run set-up',
  embed: 'code that embeds the calendar in other pages',
  webhooks: 'state and deliveries of webhooks',
  ui: 'buttons, dialogs, menus, messages',
};

/** Types that refer to each other by their meaning: a call has a facade, whose shapes take calls. */
export const knownCircles: readonly (readonly string[])[] = [
  ['call', 'context', 'facade', 'field', 'filter', 'kind', 'model', 'shape', 'stored'].map((name) => `core/${name}.ts`),
  ['models/event/series/master.ts', 'models/event/series/single.ts'],
  ['pages/calendar/frame.ts', 'pages/calendar/head.ts'],
];
