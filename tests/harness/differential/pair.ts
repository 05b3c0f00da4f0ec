// Worlds on all engines that live through the same steps, and the comparison of their answers.
import { openWithoutMigrating } from '../../../src/app.js';
import { readConfig } from '../../../src/config.js';
import { checksOf } from '../../../src/storage/maintenance.js';
import { type Reply, responseText } from '../client.js';
import { engines, type Place, type TestEngine } from '../engines.js';
import { startWorld, type World } from '../world.js';
import { type Gaps, gapsOf, noGaps } from './gaps.js';
import type { Concrete } from './steps.js';

interface Side {
  readonly name: string;
  readonly world: World;
  readonly place: Place;
  readonly gaps: Gaps;
}

export interface Pair {
  /** Sends the request to all; throws when responses differ or one fails. */
  readonly ask: (request: Concrete) => Promise<Reply>;
  readonly pass: (seconds: number) => void;
  /** Faults found by the engines' integrity checks. */
  readonly faults: () => Promise<readonly string[]>;
  readonly stop: () => Promise<void>;
}

type Settings = Readonly<Record<string, string>>;

async function startSide(engine: TestEngine, settings: Settings): Promise<Side> {
  const place = await engine.prepare('users');
  const world = await startWorld({ ...engine, prepare: async () => place }, { settings });
  const url = place.settings.ALMANAC_DATABASE_URL;
  return { name: engine.name, world, place, gaps: url ? await gapsOf(url) : noGaps };
}

/** Headers that depend on the connection or the wall clock. */
const ignored = new Set(['date', 'x-cache', 'x-sync-token', 'connection', 'keep-alive']);

/** The same header inside an envelope, on which length and ETag depend. */
const envelopedToken = /,?"X-Sync-Token":"[^"]*"/;
const ignoredWithToken = new Set([...ignored, 'content-length', 'etag']);

const textOf = (reply: Reply): string =>
  responseText(reply, envelopedToken.test(reply.text) ? ignoredWithToken : ignored).replace(envelopedToken, '');

async function askOne({ world, gaps }: Side, { request, ...ask }: Concrete): Promise<Reply> {
  if (/^(GET|HEAD|OPTIONS) /.test(request)) return world.ask(request, ask);
  await gaps.mark();
  const reply = await world.ask(request, ask);
  if (reply.statusCode >= 400) await gaps.close();
  return reply;
}

async function faultsOf({ name, place }: Side): Promise<readonly string[]> {
  const { engine, registry } = openWithoutMigrating(readConfig(place.settings));
  const found: string[] = [];
  for (const check of checksOf(engine, registry)) {
    found.push(...(await check.faults()).map((fault) => `${name}, ${check.name}: ${fault}`));
  }
  await engine.close();
  return found;
}

const later = (now: string, seconds: number): string =>
  new Date(Date.parse(`${now.replace(' ', 'T')}Z`) + seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ');

export async function startPair(settings: Settings): Promise<Pair> {
  const sides: Side[] = [];
  for (const engine of engines) sides.push(await startSide(engine, settings));
  return {
    ask: async (request) => {
      const replies = await Promise.all(sides.map((side) => askOne(side, request)));
      const texts = replies.map(textOf);
      if (new Set(texts).size > 1 || replies.some(({ statusCode }) => statusCode >= 500)) {
        throw new Error(sides.map(({ name }, at) => `--- ${name}\n${texts[at]}`).join('\n'));
      }
      return replies[0] as Reply;
    },
    pass: (seconds) => {
      for (const { world } of sides) world.clock.now = later(world.clock.now, seconds);
    },
    faults: async () => (await Promise.all(sides.map(faultsOf))).flat(),
    stop: async () => {
      for (const { world, gaps } of sides) {
        await gaps.end();
        await world.stop();
      }
    },
  };
}
