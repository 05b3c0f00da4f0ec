// Random batches: an atomic one changes everything or nothing, a dry run has the results of the real run, and one that is
// not atomic has the results of single requests.
import { describe, expect, test } from 'vitest';
import { checksumsOf } from './harness/checksums.js';
import type { Reply } from './harness/client.js';
import { forEachEngine, seedsOn } from './harness/engines.js';
import { randomFrom } from './harness/random.js';
import { type Answered, type Body, startWorld, type World } from './harness/world.js';

const maxOperations = 200;
const timeoutMs = 3_600_000;

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly body?: Body;
  readonly ref?: string;
}

type Resource = 'events' | 'venues' | 'organizers' | 'categories' | 'tags';

interface Known {
  readonly resource: Resource;
  readonly ref: string;
  /** All of its dates cannot be moved to another day. */
  readonly isSeries: boolean;
}

const titles = ['Fair', 'Fair', 'Market & <b>', 'Été', '0', 'Long '.repeat(30)];
const nameOf: Readonly<Record<Resource, string>> = {
  events: 'title',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'name',
  tags: 'name',
};
const resources = Object.keys(nameOf) as readonly Resource[];

/** `faults`: share of operations that fail. */
function randomProgram(random: () => number, length: number, faults: number): readonly Operation[] {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const known: Known[] = [];
  const refs = (resource: Resource) => known.filter((one) => one.resource === resource).map(({ ref }) => `$${ref}.id`);
  const some = (items: readonly string[]) => items.filter(() => random() < 0.3).slice(0, 3);
  let [made, named] = [0, 0];
  const name = () => `${pick(titles)} ${random() < 0.2 ? 1 : ++made}`;
  const dates = () => ({ start_date: `2027-0${pick([7, 8, 9])}-01 10:00:00`, end_date: '2027-10-01 12:00:00' });
  const bodyOf = (resource: Resource): Body => ({
    // A term of the same name at the same level is an error.
    [nameOf[resource]]: resource === 'tags' || resource === 'categories' ? `Term ${length} ${++made}` : name(),
    ...(random() < 0.3 && { description: pick(['', '<p>One</p>', 'plain\n\ntext']) }),
    ...(resource === 'events' && {
      ...dates(),
      ...(random() < 0.5 && { venue: some(refs('venues')) }),
      ...(random() < 0.5 && { organizer: some(refs('organizers')) }),
      ...(random() < 0.5 && { categories: some(refs('categories')) }),
      ...(random() < 0.5 && { tags: some(refs('tags')) }),
      ...(random() < 0.1 && {
        recurrence: 'FREQ=WEEKLY;COUNT=3',
        end_date: '2027-07-01 12:00:00',
        start_date: '2027-07-01 10:00:00',
      }),
    }),
    ...((resource === 'events' || resource === 'venues') && { status: pick(['publish', 'draft', 'private']) }),
  });
  const singleOf = (resource: Resource): Body => {
    const { recurrence: _, ...body } = bodyOf(resource);
    return body;
  };
  const fault = (): Operation =>
    pick<Operation>([
      { method: 'PATCH', path: '/events/999999', body: { title: 'None' } },
      { method: 'POST', path: '/events', body: { title: 'No dates' } },
      { method: 'POST', path: '/events', body: { ...bodyOf('events'), end_date: '2020-01-01' } },
      // The venue is created before the tag fails.
      { method: 'POST', path: '/events', body: { ...bodyOf('events'), venue: { venue: name() }, tags: [999_999] } },
      { method: 'DELETE', path: '/tags/999999' },
      { method: 'POST', path: '/nothing', body: {} },
    ]);
  const step = (): Operation => {
    const chance = random();
    if (random() < faults) return fault();
    if (known.length === 0 || chance < 0.5) {
      const resource = pick(resources);
      const ref = `r${++named}`;
      const operation = { method: 'POST', path: `/${resource}`, body: bodyOf(resource), ref };
      known.push({ resource, ref, isSeries: 'recurrence' in operation.body });
      return operation;
    }
    if (chance < 0.6) {
      const resource = pick(resources);
      const id = pick(['a', 'b', 'c']);
      return { method: 'UPSERT', path: `/${resource}/by-external/other/${id}`, body: singleOf(resource) };
    }
    const { resource, ref, isSeries } = pick(known);
    if (chance < 0.92) {
      const { start_date: _, end_date: __, ...undated } = singleOf(resource);
      const body = isSeries ? undated : { ...undated, ...(resource === 'events' && dates()) };
      return { method: pick(['PATCH', 'PUT']), path: `/${resource}/$${ref}.id`, body };
    }
    known.splice(
      known.findIndex((one) => one.ref === ref),
      1,
    );
    return { method: 'DELETE', path: `/${resource}/$${ref}.id` };
  };
  return Array.from({ length }, step);
}

const run = (world: World, operations: readonly Operation[], more: Body = {}): Promise<Reply> =>
  world.askAgain('POST /batch', { as: 'editor', body: { operations, ...more } });

/** One request per operation, with the results that a batch would have. */
async function runSingly(world: World, operations: readonly Operation[]): Promise<readonly unknown[]> {
  const ids = new Map<string, number>();
  const filled = (value: unknown): unknown => {
    const text = JSON.stringify(value).replace(/"\$(\w+)\.id"/g, (_, ref) => String(ids.get(ref)));
    return JSON.parse(text);
  };
  const results: unknown[] = [];
  for (const { method, path, body, ref } of operations) {
    const target = path.replace(/\$(\w+)\.id/, (_, name) => String(ids.get(name)));
    const request = `${method === 'UPSERT' ? 'PUT' : method} ${target}`;
    const reply = await world.askAgain(request, { as: 'editor', ...(body && { body: filled(body) }) });
    const { statusCode: status } = reply;
    if (ref !== undefined && status < 400) ids.set(ref, reply.body.id);
    results.push(
      status < 400 ? { status, etag: reply.headers.get('etag'), body: reply.body } : { status, error: reply.body },
    );
  }
  return results;
}

const resultsOf = ({ body }: Reply): readonly unknown[] =>
  body.results.map(({ status, headers, body: record, error }: Answered) =>
    error ? { status, error } : { status, etag: headers.etag, body: record },
  );

/** Neither ids nor what is derived from them or from other records; those of a dry run are not known. */
function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value !== 'object' || value === null) return value;
  const hidden = [
    'id',
    'changes',
    'series',
    'rest_url',
    'url',
    'urls',
    'global_id',
    'global_id_lineage',
    'count',
    'author',
  ];
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !hidden.includes(name))
      .map(([name, inner]) => [name, withoutIds(inner)]),
  );
}

const comparable = ({ body }: Reply) => ({
  summary: body.summary,
  results: body.results.map(({ status, body: record, error, changed }: Answered) => ({
    status,
    changed,
    record: withoutIds(record),
    code: error?.code,
  })),
});

/** Tables whose rows say which request they belong to. */
const stateOf = async (world: World) => {
  const { idempotent_responses: _, ...tables } = await checksumsOf(world);
  return tables;
};

const recordTables = ['events', 'venues', 'organizers', 'categories', 'tags', 'revisions', 'tombstones'];

const recordsOf = async (world: World) => {
  const tables = await checksumsOf(world);
  return recordTables.map((name) => [name, tables[name]]);
};

forEachEngine((engine) => {
  describe.each(seedsOn(engine))('random batches of seed %i', (seed) => {
    const during = async (work: (one: World, other: World) => Promise<void>) => {
      const worlds = [await startWorld(engine), await startWorld(engine)] as const;
      try {
        await work(...worlds);
      } finally {
        for (const world of worlds) await world.stop();
      }
    };

    test(
      'atomic: all or nothing, and a dry run equals the real run without its effects',
      async () => {
        await during(async (world) => {
          const random = randomFrom(seed);
          for (const length of [40, maxOperations]) {
            const program = randomProgram(random, length, 0);
            const before = await stateOf(world);
            const place = Math.floor(random() * length);
            const failing = program.toSpliced(place, 0, { method: 'PATCH', path: '/events/999999', body: {} });
            const failed = await run(world, failing);
            expect([failed.statusCode, failed.body.data?.index], failed.text.slice(0, 300)).toEqual([404, place]);
            expect(await stateOf(world)).toEqual(before);
            const dry = await run(world, program, { dry_run: true });
            expect(dry.statusCode, dry.text.slice(0, 300)).toBe(200);
            expect(await stateOf(world)).toEqual(before);
            const real = await run(world, program);
            expect(comparable(dry)).toEqual(comparable(real));
            expect(await stateOf(world)).not.toEqual(before);
            const { results } = real.body;
            for (const { status, id } of results) expect([status < 300, id > 0]).toEqual([true, true]);
          }
        });
      },
      timeoutMs,
    );

    test(
      'not atomic: the results and the state of single requests, and a dry run with the same failures',
      async () => {
        await during(async (world, twin) => {
          const random = randomFrom(seed + 1);
          const program = randomProgram(random, 100, 0.15);
          const dry = await run(world, program, { atomic: false, dry_run: true });
          const batch = await run(world, program, { atomic: false });
          expect(comparable(dry)).toEqual(comparable(batch));
          expect(resultsOf(batch)).toEqual(await runSingly(twin, program));
          expect(batch.body.summary.failed).toBeGreaterThan(0);
          expect(await recordsOf(world)).toEqual(await recordsOf(twin));
        });
      },
      timeoutMs,
    );
  });
});
