// `almanac import tec --every`: follows an old site until the owner switches over.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onOneEngine } from './harness/engines.js';
import { type OldSite, oldSiteNow, startOldSite } from './harness/old-site/server.js';
import { cleanUp } from './harness/program.js';
import { repetitions } from './harness/repetitions.js';
import { asAdministrator, importCommand, importFrom, quick, settingOf, sumOf } from './harness/takeover.js';
import { differences, unexplained } from './harness/takeover-differences.js';
import { useWorld } from './harness/world.js';

const long = 300_000;
const pollLong = { timeout: 120_000, interval: 20 };
/** `ALMANAC_TEST_MIRROR_MINUTES=10` mirrors a site for so long while it is edited. */
const minutes = Number(process.env.ALMANAC_TEST_MIRROR_MINUTES ?? 0);
const program = fileURLToPath(new URL('../bin/almanac.js', import.meta.url));
const harness = fileURLToPath(new URL('harness', import.meta.url));
afterAll(cleanUp);

onOneEngine((engine) => {
  const world = useWorld(engine, { settings: { ALMANAC_TIMEZONE: 'Europe/Paris' } });
  let site: OldSite;
  beforeAll(async () => {
    site = await startOldSite({ events: 60 });
    world.clock.now = oldSiteNow;
  });
  afterAll(() => site.stop());

  /** Mirrors in a process of its own, and waits for the first sweep. */
  async function startMirror(every: string): Promise<ChildProcess> {
    const args = ['import', 'tec', site.url, ...quick, ...asAdministrator(), '--every', every];
    const child = spawn(process.execPath, [program, ...args], {
      cwd: harness,
      env: { ...process.env, ...settingOf(world).environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    await new Promise<void>((resolve, reject) => {
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('UTC: mirrored')) resolve();
      });
      child.once('exit', () => reject(new Error(`it ended: ${output}`)));
    });
    return child;
  }

  async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  const sweep = () => importFrom(world, site.url, ...asAdministrator());
  const statusOf = async () => JSON.parse((await importCommand(world, 'status', '--json')).stdout)[0];
  const published = () => site.data.events.find((one) => one.status === 'publish' && !one.date && !one.password);

  describe('a mirror', () => {
    test(
      'runs alone, and one that was killed is taken over at once',
      async () => {
        const child = await startMirror('1h');
        const second = await sweep();
        expect(second.code).toBe(1);
        expect(second.stderr).toContain(`process ${child.pid}`);
        await end(child, 'SIGKILL');
        const third = await sweep();
        expect(third.code, third.stderr).toBe(3);
        expect(sumOf(third).failed).toBe(0);
      },
      long,
    );

    test(
      'stops between two sweeps',
      async () => {
        const child = await startMirror('1h');
        await end(child, 'SIGINT');
        expect(child.signalCode).toBeNull();
        expect(await statusOf()).toMatchObject({ state: 'mirrored', mirrored: true });
        expect((await statusOf()).lag_seconds).toBeGreaterThanOrEqual(0);
      },
      long,
    );

    test('refuses changes of its records on every mount, for every role, and no others', async () => {
      const event = published();
      const [venue, tag, image] = [site.data.venues[0], site.data.tags[0], site.data.media[0]];
      const date = site.data.events.find((one) => one.date);
      const changes: readonly (readonly [string, object])[] = [
        [`PATCH /events/${event?.id}`, { title: 'Here' }],
        [`DELETE /events/${event?.id}`, {}],
        [`PATCH /events/${date?.id}`, { title: 'Here' }],
        [`PATCH /venues/${venue?.id}`, { venue: 'Here' }],
        [`PATCH /tags/${tag?.id}`, { name: 'Here' }],
      ];
      for (const [request, body] of changes) {
        for (const on of ['native', 'dropin'] as const) {
          const reply = await world.ask(on === 'dropin' ? request.replace('PATCH', 'POST') : request, {
            ...{ as: 'administrator', on },
            body,
          });
          expect([reply.statusCode, reply.body.code], `${on} ${request}`).toEqual([409, 'rest_mirrored']);
        }
      }
      const onWordPress = await world.ask(`POST //wp-json/wp/v2/tribe_events/${event?.id}`, {
        as: 'administrator',
        body: { title: 'Here' },
      });
      expect([409, 404]).toContain(onWordPress.statusCode);
      expect((await world.ask(`PATCH /media/${image?.id}`, { as: 'editor', body: { title: 'Here' } })).statusCode).toBe(
        409,
      );
      // Without the right to change it, the caller does not learn of the mirror.
      const reply = await world.ask(`PATCH /events/${event?.id}`, { as: 'subscriber', body: { title: 'Here' } });
      expect(reply.statusCode).toBe(403);
      const { id } = await world.event();
      await world.send(`PATCH /events/${id}`, { title: 'Ours' });
      for (const query of ['', '?force=true']) await world.send(`DELETE /events/${id}${query}`, {});
      expect((await world.get(`/events/${event?.id}`)).title).not.toBe('Here');
    });

    test(
      'has the same answers as the old site after two sweeps, whatever was edited there',
      async () => {
        for (let round = 0; round < repetitions(2); round++) {
          for (let count = 0; count < 15; count++) site.edit();
          for (let count = 0; count < 2; count++) expect((await sweep()).code).toBe(3);
          // Edits are dated some seconds ahead.
          await world.runDue();
          expect(unexplained(await differences(world, site))).toEqual([]);
        }
      },
      repetitions(long),
    );

    if (minutes > 0)
      test(
        `follows random edits for ${minutes} minutes, and has the same answers after two more sweeps`,
        async () => {
          const child = await startMirror('1s');
          const until = Date.now() + minutes * 60_000;
          for (let count = 0; Date.now() < until; count++) {
            site.edit();
            const seen = site.requests.length;
            // An edit in each part of a sweep.
            await expect.poll(() => site.requests.length, pollLong).toBeGreaterThan(seen + (count % 30));
          }
          await end(child, 'SIGINT');
          // The first one completes the sweep that was interrupted, which says nothing about removed records.
          for (let count = 0; count < 3; count++) expect((await sweep()).code).toBe(3);
          await world.runDue();
          expect(unexplained(await differences(world, site))).toEqual([]);
        },
        minutes * 60_000 + long,
      );

    test(
      'moves a record to the trash that the site no longer shows, after two sweeps without it',
      async () => {
        const event = published();
        if (!event) throw new Error('the site has no event');
        site.data.events.splice(site.data.events.indexOf(event), 1);
        await sweep();
        expect((await world.ask(`GET /events/${event.id}`)).statusCode).toBe(200);
        await sweep();
        expect((await world.ask(`GET /events/${event.id}`)).statusCode).toBe(410);
        // The same event is back.
        site.data.events.push({ ...event, modifiedUtc: '2026-11-16 11:00:00' });
        await sweep();
        expect((await world.ask(`GET /events/${event.id}`)).statusCode).toBe(200);
      },
      long,
    );

    test(
      'goes on after the site failed for a while, and removes nothing because of it',
      async () => {
        site.hostile = { mode: 'html' };
        expect((await sweep()).code).toBe(1);
        expect((await statusOf()).mirrored).toBe(true);
        site.hostile = undefined;
        expect((await sweep()).code).toBe(3);
        expect(unexplained(await differences(world, site))).toEqual([]);
      },
      long,
    );

    test(
      'ends with a last sweep, and its records can be edited then',
      async () => {
        const event = published();
        if (!event) throw new Error('the site has no event');
        Object.assign(event, { title: 'The last change', modifiedUtc: '2026-12-31 10:00:00' });
        const options = [...asAdministrator(), '--json'];
        const finished = await importCommand(world, 'finish', site.url, ...options);
        expect(finished.code, finished.stderr).toBe(3);
        expect(finished.stderr).toContain('Next steps');
        expect(await statusOf()).toMatchObject({ state: 'finished', mirrored: false });
        expect((await world.get(`/events/${event.id}`)).title).toBe('The last change');
        await world.send(`PATCH /events/${event.id}`, { title: 'Here' });
        expect((await importCommand(world, 'finish', site.url)).code).toBe(1);
      },
      long,
    );

    test(
      'ends at once with --detach, without a request to the site',
      async () => {
        const child = await startMirror('1h');
        const count = site.requests.length;
        expect((await importCommand(world, 'finish', site.url, '--detach')).code).toBe(0);
        await end(child, 'SIGINT');
        expect(site.requests.length).toBe(count);
        await world.send(`PATCH /events/${published()?.id}`, { cost: '7' });
      },
      long,
    );
  });
});
