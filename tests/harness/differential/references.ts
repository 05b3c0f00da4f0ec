// References in a request to records of earlier steps, and the known records.
import fc from 'fast-check';
import type { Reply } from '../client.js';
import { pick, weighed } from './texts.js';

export const paths = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;
export type Path = (typeof paths)[number];

/** The `at`-th known record of a resource. Removing steps from a stream moves it to another record. */
export interface Reference {
  readonly ref: Path;
  readonly at: number;
  readonly by: 'id' | 'slug' | 'name' | 'etag';
}

const place = fc.nat(40);
export const reference = (ref: Path, ...by: readonly Reference['by'][]): fc.Arbitrary<Reference> =>
  fc.record({ ref: fc.constant(ref), at: place, by: pick(...by) });

/** Unknown ids, ids of other records, and values that only look like ids. */
const strangeId = weighed<unknown>(
  [3, fc.oneof(...paths.map((path) => reference(path, 'id')))],
  [3, pick<unknown>(0, 999_999, 2_147_483_647, 2_147_483_648, -1, 1.5, 1e21)],
  [2, pick<unknown>('', '1e1', ' 5', '+3', '007', 'x', '1;2', '9'.repeat(25), true, null, [], {})],
);

export const idOf = (path: Path): fc.Arbitrary<unknown> => weighed<unknown>([9, reference(path, 'id')], [1, strangeId]);

interface Met {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly etag: string;
}

export interface Known {
  readonly fill: (value: unknown) => unknown;
  readonly learn: (path: Path, reply: Reply) => void;
}

const isReference = (value: object): value is Reference => 'ref' in value && 'at' in value && 'by' in value;

/** All records ever returned, including removed ones, which are requested too. */
export function knowledge(): Known {
  const met = new Map<Path, Map<number, Met>>(paths.map((path) => [path, new Map()]));

  function follow({ ref, at, by }: Reference): unknown {
    const all = [...(met.get(ref)?.values() ?? [])];
    const found = all[at % Math.max(all.length, 1)];
    return found?.[by] ?? { id: 4_711, slug: 'nothing', name: 'Nothing', etag: '"0-none"' }[by];
  }

  function fill(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value;
    if (isReference(value)) return follow(value);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner)]));
  }

  function note(path: Path, body: unknown, etag?: string): void {
    const { id, slug, title, venue, organizer, name } = (body ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof id !== 'number') return;
    const known = [title, venue, organizer, name].find((text) => typeof text === 'string') ?? '';
    const before = met.get(path)?.get(id);
    met.get(path)?.set(id, {
      id,
      slug: typeof slug === 'string' ? slug : (before?.slug ?? ''),
      name: String(known),
      etag: etag ?? before?.etag ?? '"0-none"',
    });
  }

  const inner: Readonly<Partial<Record<string, Path>>> = {
    venue: 'venues',
    organizer: 'organizers',
    categories: 'categories',
    tags: 'tags',
  };

  return {
    fill,
    learn: (path, { statusCode, body, headers }) => {
      if (statusCode >= 300 || typeof body !== 'object' || body === null) return;
      note(path, body, headers.get('etag') ?? undefined);
      if (path !== 'events') return;
      for (const [field, target] of Object.entries(inner)) {
        for (const item of [body[field]].flat()) if (target) note(target, item);
      }
    },
  };
}
