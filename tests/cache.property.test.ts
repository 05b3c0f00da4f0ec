// Cached responses, and those joined from cached records, equal freshly computed ones after any changes from two processes,
// and however the clock moves.
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Reply, responseText } from './harness/client.js';
import { knowledge } from './harness/differential/references.js';
import {
  changeRequest,
  isSteering,
  pageOfOne,
  pathOf,
  recordsIn,
  type Steering,
  steering,
  wholeList,
} from './harness/differential/steering.js';
import {
  type Asked,
  type Concrete,
  concrete,
  isPause,
  languages,
  type Step,
  translatedStep,
} from './harness/differential/steps.js';
import { forEachEngine, seedsOn, type TestEngine } from './harness/engines.js';
import { startWorld, type World } from './harness/world.js';

const timeoutMs = 600_000;

const isRead = ({ method }: Asked): boolean => ['GET', 'HEAD'].includes(method);

/** Headers that depend on the connection or the wall clock, or say when the response was made. */
const ignored = new Set([
  ...['date', 'x-cache', 'x-sync-token', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'],
]);
const syncToken = /"X-Sync-Token":"[^"]*"/;
/** An envelope has the headers in its body, so that its ETag depends on them. */
function textOf(reply: Reply): string {
  const text = responseText(reply, ignored);
  return syncToken.test(text) ? text.replace(syncToken, '').replace(/^etag: .*$/m, '') : text;
}

interface Worlds {
  /** Two processes with a response cache and one without. */
  readonly keeping: readonly [World, World];
  readonly plain: World;
  readonly exact: boolean;
  readonly stop: () => Promise<void>;
}

async function startWorlds(engine: TestEngine): Promise<Worlds> {
  const place = await engine.prepare('users');
  const same = { ...engine, prepare: async () => ({ ...place, clean: async () => undefined }) };
  const settings = { ALMANAC_LANGUAGES: languages.join() };
  const plain = await startWorld(same, { settings: { ...settings, ALMANAC_CACHE: 'off' } });
  const one = await startWorld(same, { settings, beside: plain });
  const two = await startWorld(same, { settings, beside: plain });
  return {
    keeping: [one, two],
    plain,
    exact: engine.name === 'embedded',
    stop: async () => {
      for (const world of [one, two, plain]) await world.stop();
      await place.clean();
    },
  };
}

let asked = 0;

/** The same request under a URL that no response is cached for. */
const uncached = (request: string): string => `${request}${request.includes('?') ? '&' : '?'}unknown=${++asked}`;

/** Signed-in callers see every change at once; anonymous ones may lag where the store is on another machine. */
async function compare({ keeping, plain, exact }: Worlds, { request, ...ask }: Concrete): Promise<void> {
  const right = textOf(await plain.ask(request, ask));
  const expectRight = async (world: World, same: () => string) => {
    let answer = textOf(await world.ask(same(), ask));
    for (let waited = 0; answer !== right && !exact && ask.as === 'anonymous' && waited < 30_000; waited += 50) {
      await sleep(50);
      answer = textOf(await world.ask(same(), ask));
    }
    expect(answer, `${same()} as ${ask.as} on ${ask.on}`).toBe(right);
  };
  for (const world of keeping) await expectRight(world, () => request);
  const isJoined = ask.as === 'anonymous' && /^GET \/\w+(\/\d+)?(\?|$)/.test(request);
  if (isJoined) await expectRight(keeping[asked % 2] as World, () => uncached(request));
}

const later = (now: string, seconds: number): string =>
  new Date(Date.parse(`${now.replace(' ', 'T')}Z`) + seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ');

/** Requests that are repeated after every change. */
const watchedAtOnce = 8;

/** A few events with everything that they can link to, so that lists have several pages from the first step on. */
async function fill({ plain }: Worlds): Promise<void> {
  const [venue, organizer] = [await plain.venue(), await plain.organizer()];
  const [category, tag] = [await plain.category(), await plain.tag()];
  const links = { venue: venue.id, organizer: [organizer.id], categories: [category.id], tags: [tag.id] };
  for (let count = 0; count < 4; count++) await plain.event(links);
}

/** Reads a page of one event, then changes a record that one of the watched responses depends on. */
async function steer(worlds: Worlds, watched: Concrete[], step: Steering, writer: World): Promise<void> {
  const probe = pageOfOne(step);
  watched.unshift(probe);
  await compare(worlds, probe);
  const target = watched[step.at % Math.min(watched.length, watchedAtOnce)] ?? probe;
  const path = pathOf(target) ?? 'events';
  const { request, ...ask } = wholeList(target);
  const records = recordsIn(await worlds.plain.ask(request, ask), path);
  const record = records[step.at % records.length];
  if (!record) return;
  const { request: change, ...sent } = changeRequest(step, record);
  await writer.ask(change, sent);
}

async function play(worlds: Worlds, steps: readonly (Step | Steering)[]): Promise<void> {
  const known = knowledge();
  const watched: Concrete[] = [];
  await fill(worlds);
  for (const [at, step] of steps.entries()) {
    if (isSteering(step)) {
      await steer(worlds, watched, step, worlds.keeping[at % 2] as World);
    } else if (isPause(step)) {
      // Also backwards, as when a clock is corrected.
      worlds.plain.clock.now = later(worlds.plain.clock.now, at % 3 ? step.seconds : -step.seconds / 2);
    } else {
      const request = concrete(step, known);
      if (isRead(step)) {
        if (!('idempotency-key' in (request.headers ?? {}))) watched.unshift(request);
        known.learn(step.path, await worlds.plain.ask(request.request, request));
        await compare(worlds, request);
        continue;
      }
      const world = worlds.keeping[at % 2] as World;
      known.learn(step.path, await world.ask(request.request, request));
    }
    for (const request of watched.slice(0, watchedAtOnce)) await compare(worlds, request);
  }
}

forEachEngine((engine) => {
  describe('cached responses equal fresh ones', () => {
    test.each(seedsOn(engine))(
      'in the stream of seed %i',
      async (seed) => {
        const worlds = await startWorlds(engine);
        try {
          const step = fc.oneof({ weight: 3, arbitrary: translatedStep }, { weight: 1, arbitrary: steering });
          const [steps = []] = fc.sample(fc.noBias(fc.array(step, { minLength: 80, maxLength: 80, size: 'max' })), {
            seed,
            numRuns: 1,
          });
          await play(worlds, steps);
        } finally {
          await worlds.stop();
        }
      },
      timeoutMs,
    );
  });
});
