// Writes the generated files docs/configuration.md, docs/proof.md, docs/routes.txt and docs/sql/, or with --check fails when one
// is out of date. They show the routes and the SQL that definitions lead to, which otherwise appear nowhere as text.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../src/config.js';
import { type Actor, anonymous } from '../src/core/actor.js';
import type { Call } from '../src/core/call.js';
import { is } from '../src/core/condition.js';
import { embedsOf } from '../src/core/embeds.js';
import type { Given } from '../src/core/field.js';
import type { Shape } from '../src/core/shape.js';
import { standard } from '../src/core/site.js';
import { parseDate } from '../src/core/time/date-text.js';
import { facadesOf } from '../src/endpoints/facades.js';
import { registry } from '../src/models/registry.js';
import { planList } from '../src/operations/list.js';
import type { Dialect, Statement } from '../src/storage/engine.js';
import { embeddedDialect } from '../src/storage/engines/embedded/dialect.js';
import { postgresDialect } from '../src/storage/engines/postgres/dialect.js';
import { compiler } from '../src/storage/sql/compile.js';
import { isSelective } from '../src/storage/sql/selectivity.js';
import { configurationDoc } from './configuration-doc.js';
import { proofDoc } from './proof.js';

const config = readConfig({});
const facades = facadesOf(config);
const [native] = facades;

function routes(): string {
  const rows = facades.flatMap(({ name, prefix, endpoints }) =>
    endpoints.flatMap(({ path, actions }) =>
      Object.entries(actions).map(([method, action]) => [
        name,
        method,
        prefix + path.replace(/\(\^[^/()]*\)/g, ''),
        action,
      ]),
    ),
  );
  return `${rows.map(([mount = '', method = '', path, action]) => `${mount.padEnd(9)} ${method.padEnd(7)} ${path}  ${action}`).join('\n')}\n`;
}

const date = parseDate('2027-03-01');
/** A value of each filter as the parser and the look-up return it. */
const samples: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'].map((name) => [
      name,
      date,
    ]),
  ),
  search: 'harvest fair',
  status: ['draft'],
  ...Object.fromEntries(
    ['categories', 'tags', 'venue', 'organizer', 'include', 'exclude'].map((name) => [name, [1, 2]]),
  ),
  ...Object.fromEntries(['event', 'post', 'post_parent', 'parent'].map((name) => [name, 1])),
  ...Object.fromEntries(
    ['featured', 'has_events', 'only_with_upcoming', 'geoloc', 'ticketed'].map((name) => [name, true]),
  ),
  geoloc_lat: -17.7,
  city: ['Oakton'],
  hide_empty: false,
  slug: 'music',
  orderby: 'title',
  context: 'edit',
};

/** Parameters that a filter requires beside it. */
const companions: Readonly<Record<string, Given>> = { geoloc_lat: { geoloc_lng: 179.9 } };

const editor: Actor = { id: 2, name: 'editor', role: 'editor' };
const author: Actor = { id: 3, name: 'author', role: 'author' };

function sqlOf(shape: Shape, dialect: Dialect): string {
  const site = {
    ...standard,
    name: 'Almanac',
    baseUrl: 'http://localhost:8080',
    uidHost: 'calendar.example',
    zone: 'UTC',
    perPage: 10,
    version: '',
  };
  const callBy = (actor: Actor): Call => ({ actor, facade: native, site, now: '2027-01-01 12:00:00' });
  const plan = (actor: Actor, found: Given) =>
    planList(shape, { found, text: {}, page: 1, perPage: 10 }, callBy(actor), { registry });
  const listed = (actor: Actor) => compiler(dialect, registry).list(plan(actor, {}));
  const filtered = (name: string): readonly [string, Statement] => {
    const filteredPlan = plan(anonymous, { [name]: samples[name], ...companions[name] });
    const sql = compiler(dialect, registry);
    // Linked records are embedded by the same SQL in every page, so one section is enough.
    if (isSelective(filteredPlan.where))
      return [`page and total by ${name}`, sql.page({ ...filteredPlan, embeds: [] })];
    return [`total by ${name}`, sql.count(filteredPlan)];
  };
  const single = compiler(dialect, registry).list({
    table: shape.model,
    where: is('id', 1),
    order: [],
    limit: 1,
    embeds: embedsOf(shape.model, anonymous, { registry }),
  });
  const sections: (readonly [string, Statement])[] = [
    ['list, anonymous', listed(anonymous)],
    ['list, author', listed(author)],
    ['list, editor', listed(editor)],
    ...Object.keys(shape.list.filters)
      .filter((name) => name in samples)
      .map(filtered),
    ['read by id', single],
  ];
  return sections
    .map(([title, { sql, values }]) => `-- ${title}\n${layOut(sql)};\n-- ${JSON.stringify(values)}\n`)
    .join('\n');
}

/** Long lists of columns are shortened to `a0.*`, so that a new field changes no statement here. */
const shortened = (columns: string): string =>
  [...new Set(columns.split(', ').map((column) => column.replace(/\w+$/, '*')))].join(', ');

const layOut = (sql: string): string =>
  sql.replace(/\ba\d+\.\w+(?:, a\d+\.\w+){7,}/g, shortened).replace(/ (from|where|order by|limit|join) /g, '\n  $1 ');

const generated: Readonly<Record<string, () => string>> = {
  'docs/configuration.md': configurationDoc,
  'docs/proof.md': proofDoc,
  'docs/routes.txt': routes,
  ...Object.fromEntries(
    Object.entries({ embedded: embeddedDialect, postgres: postgresDialect }).flatMap(([engine, dialect]) =>
      native.shapes
        .filter(({ only }) => only === undefined)
        .map((shape) => [`docs/sql/${engine}/${shape.model.table}.sql`, () => sqlOf(shape, dialect)]),
    ),
  ),
};

const root = fileURLToPath(new URL('..', import.meta.url));
const check = process.argv.includes('--check');
const isStale = (path: string, text: string): boolean =>
  !existsSync(root + path) || readFileSync(root + path, 'utf8') !== text;
const orphans = readdirSync(`${root}docs/sql`, { recursive: true, encoding: 'utf8' })
  .map((file) => `docs/sql/${file}`)
  .filter((path) => path.endsWith('.sql') && !(path in generated));

if (check) {
  const stale = Object.entries(generated).flatMap(([path, content]) => (isStale(path, content()) ? [path] : []));
  for (const path of [...stale, ...orphans]) console.error(`${path} is out of date: run npm run generate`);
  if (stale.length + orphans.length) process.exitCode = 1;
} else {
  for (const [path, content] of Object.entries(generated)) {
    mkdirSync(dirname(root + path), { recursive: true });
    writeFileSync(root + path, content());
  }
  for (const path of orphans) rmSync(root + path);
}
