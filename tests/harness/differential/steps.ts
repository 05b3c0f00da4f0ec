// One step of a stream: a request in which known records are named by their place, or some time that passes.
import fc from 'fast-check';
import { type Ask, type Mount, mounts, type Who } from '../client.js';
import { changedBody, newBody } from './bodies.js';
import { listQuery, type Query, readQuery } from './queries.js';
import { type Known, type Path, paths, type Reference, reference } from './references.js';
import { name, pick, weighed } from './texts.js';

export interface Asked {
  readonly method: string;
  readonly path: Path;
  /** The record that is meant; none for a list or a new one. */
  readonly record?: Reference | string;
  /** The part of the record that is meant: its dates, or one of them. */
  readonly part?: string;
  readonly query?: Query;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly as: Who;
  readonly on: Mount;
  /** The language that is asked for. */
  readonly language?: string;
}

export type Step = Asked | { readonly seconds: number };

export const isPause = (step: Step): step is { readonly seconds: number } => 'seconds' in step;

const writer = weighed<Who>(
  [8, pick<Who>('administrator', 'editor', 'editor', 'author', 'author')],
  [2, pick<Who>('contributor', 'subscriber', 'anonymous')],
);
const reader = pick<Who>('administrator', 'editor', 'author', 'contributor', 'subscriber', 'anonymous');
const mount = pick<Mount>(...mounts);
const isPost = (path: Path): boolean => path !== 'categories' && path !== 'tags';

const recordOf = (path: Path): fc.Arbitrary<Reference | string> =>
  weighed<Reference | string>(
    [6, reference(path, 'id')],
    [isPost(path) ? 3 : 0, reference(path, 'slug')],
    [0.4, fc.oneof(...paths.map((other) => reference(other, 'id')))],
    [0.4, pick('0', '999999', '2147483648', '99999999999999999999', 'x', '1.5')],
    [isPost(path) ? 0.4 : 0, name.map((text) => `by-slug/${encodeURIComponent(text.toWellFormed())}`)],
  );

const steps = (path: Path): fc.Arbitrary<Step> => {
  const common = { path: fc.constant(path), on: mount };
  const record = recordOf(path);
  const key = fc.nat(3).map((n) => ({ 'idempotency-key': `key ${n}` }));
  const match = reference(path, 'etag').map((etag) => ({ 'if-match': etag }));
  const mostlyNone = (headers: fc.Arbitrary<Query>) => weighed<Query>([15, fc.constant({})], [1, headers]);
  return weighed<Step>(
    [6, fc.record({ ...common, method: pick('POST'), body: newBody(path), headers: mostlyNone(key), as: writer })],
    [
      5,
      fc.record({
        ...common,
        method: pick('PATCH', 'PUT', 'POST'),
        record,
        body: changedBody(path),
        headers: mostlyNone(match),
        as: writer,
      }),
    ],
    [1, fc.record({ ...common, method: pick('PATCH'), record, body: fc.constant({ status: 'publish' }), as: writer })],
    [1.5, fc.record({ ...common, method: pick('DELETE'), record, headers: mostlyNone(match), as: writer })],
    [3, fc.record({ ...common, method: pick('GET', 'GET', 'GET', 'HEAD'), record, query: readQuery, as: reader })],
    [7, fc.record({ ...common, method: pick('GET'), query: listQuery(path), as: reader })],
    [0.2, fc.record({ ...common, method: pick('OPTIONS', 'PUT', 'DELETE'), as: reader })],
  );
};

/** Series that start on the same Tuesday, so that the names of their dates are known. */
const rule = pick<unknown>(
  ...['FREQ=WEEKLY;COUNT=4', 'FREQ=WEEKLY;COUNT=9', 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=7', 'FREQ=DAILY;COUNT=8'],
  ...['FREQ=MONTHLY', 'FREQ=WEEKLY;BYHOUR=10,19;COUNT=6', 'FREQ=WEEKLY;BYDAY=WE;COUNT=3', 'FREQ=HOURLY', 'x', ''],
  { rule: 'FREQ=WEEKLY;COUNT=3', dates: ['2027-07-08 12:00'], except: ['2027-07-13'] },
  ['RRULE:FREQ=WEEKLY;COUNT=5', 'EXDATE:20270720T190000'],
);
const firstDate = { start_date: '2027-07-06 19:00:00', end_date: '2027-07-06 21:00:00' };
const dateName = pick('2027-07-06', '2027-07-13', '2027-07-20', '2027-07-13T19:00', '2027-07-08', '2033-01-04', 'x');
const movedDates = pick(
  { start_date: '2027-07-13 20:30:00', end_date: '2027-07-13 22:00:00' },
  { start_date: '2027-07-14 09:00:00', end_date: '2027-07-14 10:00:00' },
);
const scope = pick<Query>({}, {}, { scope: 'this' }, { scope: 'following' }, { scope: 'all' }, { scope: 'x' });
const options = pick<Query>({}, {}, { align: 'true' }, { keep: 'all' }, { dry_run: 'true' });

const seriesSteps: fc.Arbitrary<Step> = (() => {
  const common = { path: fc.constant<Path>('events'), on: mount };
  const of = { ...common, record: reference('events', 'id') };
  const query = fc.tuple(scope, options).map(([one, other]) => ({ ...one, ...other }));
  const one = { ...of, part: dateName.map((date) => `/occurrences/${date}`) };
  const listed = pick<Query>(
    { recurring: 'true' },
    { recurring: 'false' },
    { occurrences: 'series' },
    { occurrences: 'series', start_date: '2027-07-10', per_page: '3' },
  );
  const change = weighed<Query>(
    [3, changedBody('events')],
    [2, movedDates],
    [1, fc.constant({ own: [] })],
    [1, pick<Query>({ status: 'draft' }, { status: 'publish' }, { featured: true }, { title: 'Fair' })],
  );
  return weighed<Step>(
    [
      4,
      fc.record({
        ...common,
        method: pick('POST'),
        body: fc
          .tuple(newBody('events'), rule)
          .map(([body, recurrence]) => ({ ...body, timezone: 'America/New_York', ...firstDate, recurrence })),
        as: writer,
      }),
    ],
    [4, fc.record({ ...one, method: pick('PATCH'), query, body: change, as: writer })],
    [1.5, fc.record({ ...one, method: pick('DELETE'), query: scope, as: writer })],
    [1.5, fc.record({ ...one, method: pick('GET'), as: reader })],
    [2, fc.record({ ...of, method: pick('PATCH'), query, body: change, as: writer })],
    [
      2,
      fc.record({ ...of, method: pick('PATCH'), query, body: rule.map((recurrence) => ({ recurrence })), as: writer }),
    ],
    [1, fc.record({ ...of, method: pick('DELETE'), query: scope, as: writer })],
    [2, fc.record({ ...of, part: fc.constant('/occurrences'), method: pick('GET'), as: reader })],
    [2, fc.record({ ...common, method: pick('GET'), query: listed, as: reader })],
  );
})();

const pause = pick(1, 60, 3_600, 86_400, 30 * 86_400).map((seconds) => ({ seconds }));

export const step: fc.Arbitrary<Step> = weighed<Step>(
  [10, steps('events')],
  [5, seriesSteps],
  [4, steps('venues')],
  [3, steps('organizers')],
  [4, steps('categories')],
  [3, steps('tags')],
  [0.3, pause],
);

export const languages = ['en', 'fr', 'pt-BR'];

/** The same on a site of several languages; a code that it does not have among them. */
export const translatedStep: fc.Arbitrary<Step> = fc
  .tuple(step, pick(undefined, undefined, 'fr', 'fr', 'en', 'pt-BR', 'xx'))
  .map(([one, language]) => (isPause(one) || language === undefined ? one : { ...one, language }));

export interface Concrete extends Ask {
  readonly request: string;
}

function addressOf({ path, record, part = '' }: Asked, known: Known): string {
  if (record === undefined) return `/${path}`;
  if (typeof record === 'string') return `/${path}/${record}${part}`;
  const value = String(known.fill(record));
  return record.by === 'slug' ? `/${path}/by-slug/${encodeURIComponent(value)}` : `/${path}/${value}${part}`;
}

/** Half of a character has no percent-encoded form, so it can only come in a body. */
const queryText = (query: Readonly<Record<string, unknown>>): string =>
  Object.entries(query)
    .map(([key, value]) => `${key}=${encodeURIComponent(String(value).toWellFormed())}`)
    .join('&');

/** The request as it goes over the wire, with what is known by now. */
export function concrete(step: Asked, known: Known): Concrete {
  const { method, query = {}, body, headers = {}, as, on, language } = step;
  const text = queryText({ ...(known.fill(query) as Query), ...(language && { i18n_language: language }) });
  const url = addressOf(step, known) + (text ? `?${text}` : '');
  return {
    request: `${method} ${url}`,
    as,
    on,
    headers: known.fill(headers) as Record<string, string>,
    ...(body && { body: known.fill(body) }),
  };
}
