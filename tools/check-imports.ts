// Checks which folder may import which, that generic code names no resource, and that browser code imports nothing of
// the service but the shared rules of HTML and colours and the list of languages. Part of `npm run check`.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../src', import.meta.url));

/** Files that the browser uses too: they import nothing, so that nothing else is bundled with them. */
const shared = [
  'core/color.ts',
  'core/languages.ts',
  'core/text/allowed-attributes.ts',
  'core/text/allowed-elements.ts',
];

/** Folder or file → the folders, files and packages it may import. */
const table: Readonly<Record<string, { readonly local: readonly string[]; readonly packages: readonly string[] }>> = {
  ...Object.fromEntries(shared.map((file) => [file, { local: [], packages: [] }])),
  core: { local: [], packages: ['temporal-polyfill', 'sanitize-html', 'entities', 'lru-cache'] },
  models: { local: ['core'], packages: ['node:util'] },
  facades: { local: ['core', 'models', 'i18n'], packages: ['lru-cache'] },
  formats: { local: ['core'], packages: ['lru-cache', 'node:crypto'] },
  operations: { local: ['core'], packages: [] },
  storage: {
    local: ['core'],
    packages: [
      'libsql',
      'libsql/promise',
      'lru-cache',
      'pg',
      'node:crypto',
      'node:fs',
      'node:path',
      'node:timers/promises',
      'node:util',
    ],
  },
  // Released migrations never change, so they depend on nothing that does.
  'storage/migrations': { local: [], packages: [] },
  net: {
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
    local: ['core', 'net'],
    packages: [
      'fastify',
      'file-type',
      'sharp',
      's3mini',
      'node:crypto',
      'node:fs/promises',
      'node:path',
      'node:stream',
      'node:stream/web',
    ],
  },
  auth: { local: ['core', 'models/account'], packages: ['@node-rs/argon2', 'node:crypto', 'openid-client'] },
  i18n: { local: ['core'], packages: [] },
  cache: { local: ['core'], packages: ['lru-cache'] },
  imports: {
    local: ['core', 'models', 'facades', 'operations', 'formats', 'net'],
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
    local: ['core', 'net'],
    packages: ['lru-cache', 'node:timers/promises'],
  },
  submissions: {
    local: ['core', 'models', 'facades', 'operations', 'i18n', 'auth/secrets.ts'],
    packages: ['node:crypto'],
  },
  http: {
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
    ],
    packages: [
      'fastify',
      'lru-cache',
      'prom-client',
      'uqr',
      'node:crypto',
      'node:fs/promises',
      'node:http',
      'node:net',
      'node:os',
      'node:path',
      'node:stream',
      'node:stream/promises',
      'node:timers/promises',
      'node:util',
      'node:zlib',
    ],
  },
  jobs: {
    local: [
      'core',
      'operations',
      'net',
      'auth/password-links.ts',
      'i18n/mail',
      'models/account',
      'models/event',
      'models/settings',
      'models/source',
      'models/submission',
      'models/venue',
      'imports',
    ],
    packages: ['node:timers/promises'],
  },
  pages: {
    local: [
      'core',
      'facades',
      'operations',
      'submissions',
      'i18n',
      'http/input.ts',
      'auth/identify.ts',
      'auth/secrets.ts',
      'auth/identities.ts',
      'auth/oidc.ts',
      'auth/pending-sign-ins.ts',
      'http/session-cookies.ts',
      'http/sign-in-notice.ts',
      'http/response.ts',
      'http/request.ts',
      'http/cache-entry.ts',
      'http/cached-page.ts',
      'http/deliver.ts',
      'http/encode.ts',
      'http/notices.ts',
      'http/problem.ts',
      'http/service.ts',
      'http/feed.ts',
      'http/feed-action.ts',
      'http/public-feed.ts',
      'formats/feeds.ts',
    ],
    packages: ['fastify', 'lru-cache', 'node:crypto', 'node:fs', 'node:path', 'node:url'],
  },
  demo: { local: ['core', 'facades', 'operations', 'models'], packages: ['node:fs/promises'] },
  cli: {
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
      'http/feed.ts',
      'http/doctor.ts',
      'http/import-body.ts',
      'http/import-undo.ts',
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
      'node:process',
      'node:stream',
      'node:stream/consumers',
      'node:stream/promises',
      'node:url',
      'node:util',
    ],
  },
  'config.ts': { local: ['core', 'setting-values.ts'], packages: [] },
  'setting-values.ts': { local: ['core', 'media/s3-url.ts', 'net/smtp-url.ts'], packages: [] },
};

const wiring = ['app.ts', 'main.ts'];
const generic = ['core/', 'facades/openapi/', 'operations/', 'storage/', 'cache/', 'http/'];
const names = /\b(venues?|organizers?|categor(y|ies))\b|['"`](events?|tags?)['"`]/;

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .sort();

const rowOf = (file: string): string | undefined => {
  const rows = Object.keys(table).filter((row) => file === row || file.startsWith(`${row}/`));
  return rows.sort((a, b) => b.length - a.length)[0];
};

const withoutComments = (code: string): string => code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

function* faultsOf(file: string): Generator<string> {
  const code = withoutComments(readFileSync(join(root, file), 'utf8'));
  const isGeneric = generic.some((folder) => file.startsWith(folder)) && !file.startsWith('storage/migrations/');
  const named = isGeneric && names.exec(code);
  if (named) yield `${file} names a resource: ${named[0]}`;
  if (wiring.includes(file)) return;
  const row = rowOf(file);
  if (!row) {
    yield `${file} is in no row of the table`;
    return;
  }
  const { local = [], packages = [] } = table[row] ?? {};
  for (const [, target = ''] of code.matchAll(/\b(?:from|import) '([^']+)'/g)) {
    if (!target.startsWith('.')) {
      if (!packages.includes(target)) yield `${file} may not import the package ${target}`;
      continue;
    }
    const path = relative(root, join(root, dirname(file), target)).replace(/\.js$/, '.ts');
    const allowed = [row, ...local].some((name) => path === name || path.startsWith(`${name}/`));
    if (!allowed) yield `${file} may not import ${path}`;
  }
}

const webRoot = fileURLToPath(new URL('../web', import.meta.url));
const webPackages = ['preact', '@preact/signals', '@event-calendar/core', 'dompurify'];

/** A folder of browser code imports nothing of its sibling folders, and of the service only the shared rules. */
function* webFaultsOf(file: string): Generator<string> {
  const code = withoutComments(readFileSync(join(webRoot, file), 'utf8'));
  const [folder = ''] = file.split('/');
  for (const [, from, bare, lazy] of code.matchAll(/\bfrom '([^']+)'|\bimport '([^']+)'|\bimport\('([^']+)'\)/g)) {
    const target = from ?? bare ?? lazy ?? '';
    const known = webPackages.some((name) => target === name || target.startsWith(`${name}/`));
    const inside = target.startsWith('.') && join(dirname(file), target).startsWith(`${folder}/`);
    const path = relative(root, join(webRoot, dirname(file), target)).replace(/\.js$/, '.ts');
    if (!known && !inside && !shared.includes(path)) yield `web/${file} may not import ${target}`;
  }
}

const webFiles = readdirSync(webRoot, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
);

const faults = [...files.flatMap((file) => [...faultsOf(file)]), ...webFiles.flatMap((file) => [...webFaultsOf(file)])];
for (const fault of faults) console.error(fault);
if (faults.length) process.exitCode = 1;
else console.log(`${files.length + webFiles.length} files keep to the import table`);
