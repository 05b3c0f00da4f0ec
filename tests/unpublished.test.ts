// Records that the caller may not read look like records that do not exist, on the native mount; only a trashed record that
// was public once answers 410.
import { describe, expect, test } from 'vitest';
import type { Reply, Who } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { type Answered, type Body, useWorld, word } from './harness/world.js';

const paths = ['events', 'venues', 'organizers'] as const;
const hiddenStatuses = ['draft', 'pending', 'private', 'future'] as const;
const strangers: readonly Who[] = ['anonymous', 'subscriber', 'contributor', 'author'];
const singular = { events: 'event', venues: 'venue', organizers: 'organizer' };
const times = { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 12:00:00' };

/** A response without the parts that repeat the request. */
const wholeReply = ({ statusCode, headers, text }: Reply): string =>
  [statusCode, ...[...headers].filter(([name]) => name !== 'date').map(String), text].join('\n');

onOneEngine((engine) => {
  const world = useWorld(engine);

  const make = (path: (typeof paths)[number], more: Body = {}): Promise<Answered> =>
    world.send(`POST /${path}`, {
      [path === 'events' ? 'title' : singular[path]]: word('Unseen '),
      ...(path === 'events' && { ...times, slug: word('unseen-') }),
      ...(more.status === 'future' && { date: '2028-01-01 10:00:00' }),
      ...more,
    });

  describe.each(paths)('%s', (path) => {
    const gone = `410 ${singular[path]}-no-longer-available`;
    const missing = `404 rest-${singular[path]}-not-found`;
    const outcome = ({ statusCode, body }: Reply): string =>
      statusCode < 400 ? String(statusCode) : `${statusCode} ${body.code}`;
    const read = async (id: number, as?: Who) => outcome(await world.ask(`GET /${path}/${id}`, { as }));

    test.each(hiddenStatuses)(
      'one that is %s looks like an unknown one to strangers, to read and to write',
      async (status) => {
        const record = await make(path, { status });
        for (const as of strangers) {
          for (const method of ['GET', 'HEAD', 'PATCH', 'DELETE']) {
            const ask = { as, ...(method === 'PATCH' && { body: { description: 'x' } }) };
            for (const [hidden, unknown] of [
              [`/${path}/${record.id}`, `/${path}/999999`],
              [`/${path}/by-slug/${record.slug}`, `/${path}/by-slug/no-such-record`],
            ]) {
              const replies = [
                await world.ask(`${method} ${hidden}`, ask),
                await world.ask(`${method} ${unknown}`, ask),
              ];
              expect([method, as, wholeReply(replies[0] as Reply)]).toEqual([
                method,
                as,
                wholeReply(replies[1] as Reply),
              ]);
            }
          }
        }
        expect(await read(record.id, 'editor')).toBe('200');
        const dropin = await world.ask(`GET /${path}/${record.id}`, { on: 'dropin' });
        expect(outcome(dropin)).toBe(`403 ${singular[path]}-not-accessible`);
      },
    );

    test('a trashed one that was never public is 404 for other callers and 410 for its editors', async () => {
      for (const status of hiddenStatuses) {
        const { id } = await make(path, { status });
        await world.send(`DELETE /${path}/${id}`, {});
        for (const as of strangers) expect([status, as, await read(id, as)]).toEqual([status, as, missing]);
        expect(await read(id, 'editor')).toBe(gone);
        const change = await world.ask(`PATCH /${path}/${id}`, { as: 'author', body: { description: 'x' } });
        expect(outcome(change)).toBe(missing);
      }
    });

    test('a trashed record of the caller is 410', async () => {
      const { id } = await make(path, { status: 'draft', author: world.people.author.id });
      await world.send(`DELETE /${path}/${id}`, {});
      expect([await read(id, 'author'), await read(id, 'contributor')]).toEqual([gone, missing]);
    });

    test('a trashed one that was public once is 410 for every caller', async () => {
      const { id } = await make(path, { status: 'publish' });
      await world.send(`PATCH /${path}/${id}`, { status: 'private' });
      expect(await read(id)).toBe(missing);
      await world.send(`DELETE /${path}/${id}`, {});
      expect([await read(id), await read(id, 'author')]).toEqual([gone, gone]);
      await world.send(`PATCH /${path}/${id}`, { status: 'draft' });
      expect(await read(id)).toBe(missing);
    });

    test('a scheduled one counts as public from its publication time', async () => {
      const now = world.clock.now;
      const { id } = await make(path, { date: '2027-06-16 10:00:00' });
      expect(await read(id)).toBe(missing);
      world.clock.now = '2027-06-17 10:00:00';
      await world.runDue();
      expect(await read(id)).toBe('200');
      await world.send(`DELETE /${path}/${id}`, {});
      expect(await read(id)).toBe(gone);
      world.clock.now = now;
    });

    test('the page of a trashed one has the status of the API', async () => {
      const [open, secret] = [await make(path), await make(path, { status: 'private' })];
      const type = { events: 'tribe_events', venues: 'tribe_venue', organizers: 'tribe_organizer' }[path];
      const pages = async (id: number, slug: string) => [
        (await world.ask(`GET //?post_type=${type}&p=${id}`)).statusCode,
        (await world.ask(`GET //${singular[path]}/${slug}/`)).statusCode,
      ];
      for (const [record, wanted] of [
        [open, 410],
        [secret, 404],
      ] as const) {
        const trashed = await world.send(`DELETE /${path}/${record.id}`, {});
        expect(await pages(record.id, trashed.slug)).toEqual([wanted, wanted]);
      }
    });
  });
});
