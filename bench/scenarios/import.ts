// Imports events from lines of JSON, as a complete export and as records of a script, against bulk creation of such events
// through the service's own operations. Commits are durable.

import { operator } from '../../src/core/actor.js';
import type { Context } from '../../src/core/context.js';
import { settleRecord } from '../../src/core/settle.js';
import type { Row, Store } from '../../src/core/store.js';
import { eventShape } from '../../src/facades/events/event.js';
import { lookUpForModel, parse } from '../../src/facades/parse.js';
import { exportVersion, lineOf } from '../../src/imports/ndjson/export.js';
import { openImport } from '../../src/imports/ndjson/import.js';
import { registry } from '../../src/models/registry.js';
import { createEach } from '../../src/operations/write.js';
import { openStore } from '../../src/storage/store.js';
import { settled } from '../calendar/places.js';
import { seededRandom } from '../calendar/random.js';
import { type Draft, draftOf } from '../measure/drafts.js';
import { contextFor } from '../measure/in-process.js';
import { alternate, ratioOf, type Side } from '../measure/rounds.js';
import type { Fixture } from '../store/fixtures.js';
import { type Bench, type Scenario, smallestSize } from './scenario.js';

const { fields, model } = eventShape;
const batch = 500;

const linked = (ids: readonly number[]) => ids.map((id) => ({ id }));

/** The lines of a complete export with these events, under new IDs. */
async function completeLines(store: Store, { call }: Context, drafts: readonly Draft[]): Promise<string> {
  const ids = await store.transact((writer) => writer.takeIds(model, drafts.length));
  const lines = drafts.map(({ input, links }, at) => {
    const { given } = parse(fields, input, call, true);
    const { values, slugs } = settleRecord(model, { given, stored: undefined, call });
    const id = ids[at] ?? 0;
    const row: Row = {
      ...settled(model, values),
      slug: slugs?.[0] ?? '',
      id,
      content_id: id,
      venue: linked(links.venues),
      organizer: linked(links.organizers),
      categories: linked(links.categories),
      tags: linked(links.tags),
    };
    return lineOf(model, registry, row, false);
  });
  const head = { almanac: exportVersion };
  return [`${JSON.stringify(head)}\n`, ...lines, `${JSON.stringify({ ...head, records: lines.length })}\n`].join('');
}

const scriptLines = (drafts: readonly Draft[]): string =>
  drafts.map(({ input }) => `${JSON.stringify({ resource: 'event', ...input })}\n`).join('');

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += 65_536) yield bytes.subarray(from, from + 65_536);
}

async function importText(store: Store, context: Context, text: string): Promise<void> {
  const request = { name: 'bench', mode: 'upsert', batch, stopOnError: 1, isDryRun: false, force: true } as const;
  const host = { store, currentContext: async () => context };
  const opened = await openImport(host, { ...request, resume: false }, () => chunksOf(text));
  await opened.run(() => undefined);
}

async function createDrafts(store: Store, context: Context, drafts: readonly Draft[]): Promise<void> {
  for (let from = 0; from < drafts.length; from += batch) {
    await store.transact(async (writer) => {
      const writing = { ...context, store: writer };
      const parsed = drafts.slice(from, from + batch).map(({ input }) => parse(fields, input, context.call, true));
      await createEach(writing, model, await Promise.all(parsed.map((one) => lookUpForModel(fields, one, writing))));
    });
  }
}

async function compare(bench: Bench, fixture: Fixture): Promise<void> {
  const engine = fixture.open();
  const store = openStore(engine, registry);
  const context = contextFor(store, operator);
  const random = seededRandom(11);
  let made = Date.now() % 1_000_000_000;
  const count = bench.quick ? 500 : 5_000;
  const drafts = () => Array.from({ length: count }, () => draftOf(random, context.call, ++made));
  /** The input is generated before the measurement starts. */
  const timed =
    <Input>(prepare: () => Promise<Input>, work: (input: Input) => Promise<void>): Side =>
    async () => {
      const input = await prepare();
      const startedAt = performance.now();
      await work(input);
      return { wall: ((performance.now() - startedAt) * 1_000) / count };
    };
  const creating = timed(
    async () => drafts(),
    (some) => createDrafts(store, context, some),
  );
  const importing = (textOf: () => Promise<string>) => timed(textOf, (text) => importText(store, context, text));
  const sides: readonly (readonly [string, Side])[] = [
    ['import of a complete export', importing(() => completeLines(store, context, drafts()))],
    ['import of records of a script', importing(async () => scriptLines(drafts()))],
  ];
  try {
    for (const [label, side] of sides) {
      await creating(0);
      await side(0);
      const ratio = ratioOf(await alternate(Math.max(bench.rounds, 5), side, creating), 'wall');
      bench.row({ label, fixture, unit: 'µs each', ratio, goal: { max: 2 }, note: `${batch} in a transaction` });
    }
  } finally {
    await engine.close();
  }
}

export const importing: Scenario = {
  name: 'import',
  about: 'Events from lines of JSON, against bulk creation of such events',
  run: async (bench) => {
    for (const engine of bench.engines) await compare(bench, await bench.fixture(engine, smallestSize(bench)));
  },
};
