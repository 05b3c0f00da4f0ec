// Writes of single records, batches, images and settings. Each notes the states of its records before and after.
import sharp from 'sharp';
import type { Random } from '../../bench/calendar/random.js';
import { type Client, type Request, type Writer, writeOf } from './client.js';
import type { Kind, States, Write } from './ledger.js';

/** What one writer works with in a round. */
export interface Turn {
  readonly client: Client;
  readonly writer: Writer;
  readonly random: Random;
  /** States of all records as far as they are known. */
  readonly known: States;
  /** A name that no other record has. */
  readonly newName: () => string;
}

export type Action = (turn: Turn) => Promise<void>;

export const tag = 'killed';
const times = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' };

export const eventBody = (title: string, website: string) => ({ title, website, ...times, tags: [tag] });
export const websiteOf = ({ random }: Pick<Turn, 'random'>): string =>
  `https://example.org/${random.integer(1, 1_000_000)}`;
/** As `observe.ts` reads it. */
export const stateOf = (status: string, website: string): string => `${status} ${website}`;

export const json = (method: Request['method'], path: string, body: object): Request => ({
  method,
  path,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

/** With a key, so that it can be sent again. */
export const once = (request: Request, key: string): Request => ({
  ...request,
  headers: { ...request.headers, 'idempotency-key': key },
  isRepeatable: true,
});

/** The write of records that exist or are created, from what is known of them. */
export const change = ({ known }: Turn, kind: Kind, after: States): Write =>
  writeOf(kind, new Map([...after.keys()].map((name) => [name, known.get(name)])), after);

const created = (names: readonly string[], websites: readonly string[]): States =>
  new Map(names.map((name, at) => [name, stateOf('publish', websites[at] ?? '')]));

const createOne: Action = async (turn) => {
  const [name, website] = [turn.newName(), websiteOf(turn)];
  const request = json('POST', '/events', { ...eventBody(name, website), venue: { venue: name } });
  const write = change(turn, 'create', created([name], [website]));
  const { id } = (await turn.client.send(turn.writer, once(request, name), [write])) as { readonly id: number };
  turn.writer.events.set(name, id);
};

/** An event of the writer that is not in the trash. */
function pickEvent({ writer, random, known }: Turn): readonly [string, number] | undefined {
  const names = [...writer.events.keys()].filter((name) => known.get(name)?.startsWith('publish'));
  const name = names.length ? random.pick(names) : undefined;
  return name === undefined ? undefined : [name, writer.events.get(name) ?? 0];
}

const updateOne: Action = async (turn) => {
  const [name, id] = pickEvent(turn) ?? [];
  if (name === undefined) return createOne(turn);
  const website = websiteOf(turn);
  const request: Request = { ...json('PATCH', `/events/${id}`, { website }), isRepeatable: true };
  await turn.client.send(turn.writer, request, [
    change(turn, 'update', new Map([[name, stateOf('publish', website)]])),
  ]);
};

/** Into the trash, and every second time permanently. */
const deleteOne: Action = async (turn) => {
  const { client, writer, random, known } = turn;
  const [name, id] = pickEvent(turn) ?? [];
  if (name === undefined) return createOne(turn);
  const trashed = known.get(name)?.replace('publish', 'trash');
  const remove = (path: string, state: string | undefined) =>
    client.send(writer, { method: 'DELETE', path }, [change(turn, 'delete', new Map([[name, state]]))]);
  await remove(`/events/${id}`, trashed);
  if (random.happens(0.5)) await remove(`/events/${id}?force=true`, undefined);
};

/** Creates events, changes one and deletes one, all or none. */
const batch: Action = async (turn) => {
  const { client, writer, random, known, newName } = turn;
  const key = newName();
  const names = Array.from({ length: random.integer(10, 50) }, (_, at) => `${key}.${at}`);
  const websites = names.map(() => websiteOf(turn));
  const operations: object[] = [
    { method: 'POST', path: '/venues', ref: 'venue', body: { venue: key } },
    ...names.map((name, at) => ({
      method: 'POST',
      path: '/events',
      body: { ...eventBody(name, websites[at] ?? ''), venue: '$venue.id' },
    })),
  ];
  const after = new Map(created(names, websites));
  const [changed, changedId] = pickEvent(turn) ?? [];
  if (changed !== undefined) {
    const website = websiteOf(turn);
    operations.push({ method: 'PATCH', path: `/events/${changedId}`, body: { website } });
    after.set(changed, stateOf('publish', website));
  }
  const [removed, removedId] = pickEvent(turn) ?? [];
  if (removed !== undefined && removed !== changed) {
    operations.push({ method: 'DELETE', path: `/events/${removedId}` });
    after.set(removed, known.get(removed)?.replace('publish', 'trash'));
  }
  const request = once(json('POST', '/batch', { operations, _fields: 'id' }), key);
  await client.send(writer, request, [change(turn, 'batch', after)]);
};

/** Large enough that several sizes are stored. */
const upload: Action = async (turn) => {
  const { client, writer, random, newName } = turn;
  const name = newName();
  const background = { r: random.integer(0, 255), g: random.integer(0, 255), b: random.integer(0, 255) };
  const image = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .png()
    .toBuffer();
  const headers = { 'content-type': 'image/png', 'content-disposition': `attachment; filename="${name}.png"` };
  const request: Request = { method: 'POST', path: '/media', body: new Uint8Array(image), headers };
  const write = change(turn, 'upload', new Map([[name, 'stored']]));
  const { id } = (await client.send(writer, once(request, name), [write])) as { readonly id: number };
  if (random.happens(0.3))
    await client.send(writer, { method: 'DELETE', path: `/media/${id}?force=true` }, [
      change(turn, 'upload', new Map([[name, undefined]])),
    ]);
};

export const settingsName = 'settings';

const changeSettings: Action = async (turn) => {
  const [name, tagline] = [turn.newName(), websiteOf(turn)];
  const request: Request = { ...json('PATCH', '/settings', { name, tagline }), isRepeatable: true };
  const write = change(turn, 'settings', new Map([[settingsName, `${name} ${tagline}`]]));
  await turn.client.send(turn.writer, request, [write]);
};

export const plainActions = { createOne, updateOne, deleteOne, batch, upload, changeSettings };
