// Changes aimed at records that a cached response depends on: those it shows, those on other pages of its list, and the
// records linked to either. Random changes alone rarely hit one of them.
import fc from 'fast-check';
import { type Ask, type Mount, mounts, type Reply, type Who } from '../client.js';
import { type Path, paths } from './references.js';
import type { Concrete } from './steps.js';
import { pick } from './texts.js';

const changes = ['rename', 'unpublish', 'publish', 'move', 'remove', 'unlink'] as const;

export interface Steering {
  readonly change: (typeof changes)[number];
  /** Chooses the response and the record, whatever their number. */
  readonly at: number;
  /** The page of one event that is read first. */
  readonly as: Who;
  readonly on: Mount;
}

export const steering: fc.Arbitrary<Steering> = fc.record({
  change: pick(...changes),
  at: fc.nat(10_000),
  as: pick<Who>('anonymous', 'anonymous', 'author', 'administrator'),
  on: pick<Mount>(...mounts),
});

export const isSteering = (step: object): step is Steering => 'change' in step;

const range = 'start_date=2000-01-01&end_date=2100-01-01';

export const pageOfOne = ({ as, on }: Steering): Concrete => ({ request: `GET /events?per_page=1&${range}`, as, on });

/** The same list with the records of all pages. */
export const wholeList = ({ request, ...ask }: Concrete): Concrete => ({
  ...ask,
  request: `${request.replace(/\b(?:per_page|page|_fields|_envelope)=[^&]*&?/g, '').replace(/[?&]$/, '')}`,
});

export interface RecordId {
  readonly path: Path;
  readonly id: number;
}

const linkFields: readonly (readonly [string, Path])[] = [
  ['venue', 'venues'],
  ['organizer', 'organizers'],
  ['categories', 'categories'],
  ['tags', 'tags'],
];

/** Records of a body of any resource, each followed by those it links to. */
export function recordsIn({ body }: Reply, path: Path): readonly RecordId[] {
  const all = [body?.[path] ?? body].flat();
  return all.flatMap((record) => {
    if (typeof record?.id !== 'number') return [];
    const linked = linkFields.flatMap(([field, target]) =>
      [record[field]].flat().flatMap((one) => (typeof one?.id === 'number' ? [{ path: target, id: one.id }] : [])),
    );
    return [{ path, id: record.id }, ...(path === 'events' ? linked : [])];
  });
}

export const pathOf = ({ request }: Concrete): Path | undefined =>
  paths.find((path) => new RegExp(`^GET /${path}\\b`).test(request));

const names: Readonly<Record<Path, string>> = {
  events: 'title',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'name',
  tags: 'name',
};

export function changeRequest({ change, at }: Steering, { path, id }: RecordId): Concrete {
  const ask: Ask = { as: 'administrator', on: 'native' };
  const address = `/${path}/${id}`;
  const update = (body: object): Concrete => ({ ...ask, request: `PATCH ${address}`, body });
  switch (change) {
    case 'unpublish':
      return update({ status: 'draft' });
    case 'publish':
      return update({ status: 'publish' });
    case 'move':
      return path === 'events'
        ? update({ start_date: `${1990 + (at % 60)}-05-01`, end_date: `${1990 + (at % 60)}-05-02` })
        : update({ description: `Moved ${at}` });
    case 'unlink':
      return path === 'events' ? update({ venue: '', categories: [] }) : update({ [names[path]]: `Other ${at}` });
    case 'remove':
      return { ...ask, request: `DELETE ${address}` };
    default:
      return update({ [names[path]]: `Renamed ${at}` });
  }
}
