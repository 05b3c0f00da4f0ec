// One editor who writes all the time: records, batches, series, imports, images, settings and scheduled events. Old ones are
// removed, so that the calendar stays as large as it was.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Action, json, once, plainActions, type Turn, tag } from '../kills/actions.js';
import { Busy, type Client, openClient, type Request, type Writer } from '../kills/client.js';
import { importActions } from '../kills/imports.js';
import { editSeries } from '../kills/series.js';
import { shedName } from './tally.js';
import { tracked, type Visiting } from './visitors.js';

const { createOne, updateOne, deleteOne, batch, upload, changeSettings } = plainActions;
const { importCsv, importIcal, importLines } = importActions;

const imports: readonly Action[] = Object.values(importActions);

const actionsPerSecond = 2;
/** Actions between two removals. */
const removeEvery = 40;
const maxEvents = 100;
const maxImages = 20;
const maxAttempts = 20;
/** Events that the editor may still change. */
const maxRemembered = 30;

/** A scheduled event, which a job publishes. */
const schedule: Action = async ({ client, writer, newName }) => {
  const name = newName();
  const date = new Date(Date.now() + 5_000).toISOString().slice(0, 19).replace('T', ' ');
  const body = { title: name, start_date: '2031-05-02 10:00', end_date: '2031-05-02 11:00', date, tags: [tag] };
  await client.send(writer, once(json('POST', '/events', body), name), []);
};

/** An event that visitors read, so that their cached responses change. */
const changeKnown =
  ({ known, random }: Visiting): Action =>
  async ({ client, writer }) => {
    const { id } = random.pick(known.events);
    await client.send(writer, json('PATCH', `/events/${id}`, { cost: String(random.integer(1, 100)) }), []);
  };

interface Listed {
  readonly id: number;
  readonly title?: string;
  /** Of a date: its series. */
  readonly occurrence_of?: number | null;
  readonly venue?: { readonly id?: number };
}

const window = 'start_date=2031-01-01&end_date=2032-01-01&per_page=100';

/** The oldest events of this run with their venues, and the oldest images. */
async function removeOld({ client, writer }: Turn): Promise<void> {
  const list = async (path: string, name: string) =>
    ((await client.read(path)) as Record<string, readonly Listed[]>)[name] ?? [];
  const listed = async (status: string) =>
    [...(await list(`/events?${window}&tags=${tag}&status=${status}`, 'events'))].sort((a, b) => a.id - b.id);
  const live = await listed('publish');
  const old = live.slice(0, Math.max(0, live.length - maxEvents / 2));
  const paths = new Set(
    [...old, ...(await listed('trash'))].map(({ id, occurrence_of: series }) =>
      series ? `/events/${series}?force=true` : `/events/${id}?force=true`,
    ),
  );
  const venues = new Set(old.flatMap(({ venue }) => venue?.id ?? []));
  const images = [...(await list('/media?per_page=100', 'media'))].sort((a, b) => a.id - b.id);
  const operations = [
    ...paths,
    ...[...venues].map((id) => `/venues/${id}?force=true`),
    ...images.slice(0, Math.max(0, images.length - maxImages)).map(({ id }) => `/media/${id}?force=true`),
  ].map((path) => ({ method: 'DELETE', path }));
  if (operations.length === 0) return;
  await client.send(writer, json('POST', '/batch', { operations, atomic: false, _fields: 'id' }), []);
  const removed = new Set(old.map(({ id }) => id));
  for (const [name, id] of writer.events) if (removed.has(id)) writer.events.delete(name);
}

function countingClient({ address, headers, tally }: Visiting, known: Map<string, string | undefined>): Client {
  const acknowledge = ({ after }: { readonly after: ReadonlyMap<string, string | undefined> }) => {
    for (const [name, state] of after) known.set(name, state);
  };
  const client = openClient(address, headers, () => undefined, acknowledge);
  /** Sent again if a busy service refused it. */
  const patiently = async <Result>(send: () => Promise<Result>, isRepeatable: boolean): Promise<Result> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof Busy && isRepeatable) || attempt === maxAttempts) throw error;
        tally.note(shedName);
        await sleep(1_000);
      }
    }
  };
  return {
    read: (path) => {
      tally.count('signed in');
      return patiently(() => client.read(path), true);
    },
    send: (writer: Writer, request: Request, writes) => {
      tally.count(request.path.startsWith('/import') ? 'imports' : 'writes');
      return patiently(() => client.send(writer, request, writes), request.isRepeatable ?? false);
    },
  };
}

export async function write(visiting: Visiting): Promise<void> {
  const { random, tally, isOver, isCalm, long } = visiting;
  const known = new Map<string, string | undefined>();
  const writer: Writer = { number: 0, events: new Map() };
  let names = 0;
  const newName = () => `soak${++names}`;
  const turn: Turn = { client: countingClient(visiting, known), writer, random, known, newName };
  const weights: readonly (readonly [Action, number])[] = [
    [changeKnown(visiting), 40],
    [createOne, 20],
    [updateOne, 20],
    [deleteOne, 10],
    [upload, 4],
    [changeSettings, 2],
    [schedule, 2],
    [batch, 1],
    [editSeries, 2],
    [importCsv, 1],
    [importIcal, 1],
    [importLines, 1],
  ];
  const actions = weights.flatMap(([action, weight]) => Array.from({ length: weight }, () => action));
  const begin = performance.now();
  for (let number = 1; !isOver(); number++) {
    await sleep(Math.max(0, begin + (number * 1_000) / actionsPerSecond - performance.now()));
    const action = number % removeEvery === 0 ? removeOld : random.pick(actions);
    if (isCalm() && imports.includes(action)) continue;
    const writing = action(turn).catch((error: unknown) => tally.fault(`a write: ${error}`));
    await (imports.includes(action) ? tracked(long, writing) : writing);
    for (const name of [...writer.events.keys()].slice(0, -maxRemembered)) writer.events.delete(name);
    if (known.size > 10_000) for (const name of [...known.keys()].slice(0, 5_000)) known.delete(name);
  }
}
