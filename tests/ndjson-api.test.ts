// Export and import of lines of JSON over the API: rights, results, repeats, and files that are refused.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Reply, Who } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { png } from './harness/pictures.js';
import { startWorld, useWorld, type World } from './harness/world.js';

const times = { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 12:00:00' };

const textOf = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

const send = (
  world: World,
  raw: string | Buffer,
  query = '',
  headers: Readonly<Record<string, string>> = {},
  as: Who = 'administrator',
): Promise<Reply> =>
  world.ask(`POST /import.ndjson${query}`, {
    as,
    raw,
    headers: { 'content-type': 'application/x-ndjson', ...headers },
  });

const resultsOf = ({ text }: Reply) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const exportOf = async (world: World): Promise<string> => {
  const { statusCode, text } = await world.ask('GET /export.ndjson', { as: 'administrator' });
  expect(statusCode).toBe(200);
  return text;
};

const allEvents = '/events?status=any&per_page=100&start_date=2000-01-01&end_date=2100-01-01&context=edit';
const titlesOf = async (world: World): Promise<readonly string[]> =>
  (await world.get(allEvents, { as: 'administrator' })).events.map(({ title }: { title: string }) => title);

onOneEngine((engine) => {
  describe('the export', () => {
    const world = useWorld(engine);

    test('is for administrators only', async () => {
      expect((await world.ask('GET /export.ndjson')).statusCode).toBe(401);
      for (const as of ['subscriber', 'contributor', 'author', 'editor'] as const)
        expect((await world.ask('GET /export.ndjson', { as })).statusCode, as).toBe(403);
      expect((await world.ask('GET /export.ndjson', { as: 'administrator', on: 'dropin' })).statusCode).toBe(404);
    });

    test('has no password of a user, and the digest of the password of an event', async () => {
      await world.event({ title: 'Closed', password: 'lantern' });
      const text = await exportOf(world);
      const lines = text.split('\n').filter((line) => line.includes('"password"'));
      expect(lines.map((line) => JSON.parse(line).resource)).toEqual(['event']);
      expect(text).not.toContain('lantern');
    });
  });

  describe('a complete export in another calendar', () => {
    test('gives the same export, and the next records get new IDs', async () => {
      const [source, target] = [await startWorld(engine), await startWorld(engine)];
      try {
        const file = `data:image/png;base64,${(await png(40, 30)).toString('base64')}`;
        const image = await source.send('POST /media', { file, title: 'Fair' });
        const venue = await source.venue();
        for (const title of ['One', 'Two', 'Three'])
          await source.event({ title, venue: venue.id, image: image.id, tags: ['music'], categories: ['Town'] });
        await source.event({ title: 'Choir', ...times, recurrence: { rule: 'FREQ=WEEKLY;COUNT=5' } });
        const text = await exportOf(source);
        const results = resultsOf(await send(target, text, '?batch=7'));
        expect(results.at(-1)).toEqual({ done: true, records: text.trimEnd().split('\n').length - 2 });
        expect(results.reduce((sum, { failed = 0 }) => sum + failed, 0)).toBe(0);
        expect(await exportOf(target)).toBe(text);
        const tags = (await target.get('/tags?hide_empty=false')).tags;
        expect(tags.map(({ count }: { count: number }) => count)).toEqual([3]);
        const used = new Set([...text.matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id)));
        expect(used).not.toContain((await target.event({ title: 'Next' })).id);
        expect((await target.get('/events?search=three&start_date=2000-01-01&end_date=2100-01-01')).total).toBe(1);
      } finally {
        await Promise.all([source.stop(), target.stop()]);
      }
    });

    test('is refused while there are records, and replaces those of the same ID with force', async () => {
      const world = await startWorld(engine);
      try {
        const { id } = await world.event({ title: 'Before', tags: ['music'] });
        const text = await exportOf(world);
        await world.send(`PATCH /events/${id}`, { title: 'After', tags: ['dance'] });
        const refused = await send(world, text);
        expect([refused.statusCode, refused.body.code]).toEqual([409, 'rest_not_empty']);
        expect(await titlesOf(world)).toEqual(['After']);
        const created = resultsOf(await send(world, text, '?force=true&mode=create'));
        expect(created[0]).toMatchObject({ created: 0, updated: 0, failed: 0 });
        expect(await titlesOf(world)).toEqual(['After']);
        expect(resultsOf(await send(world, text, '?force=true'))[0]).toMatchObject({ created: 0, failed: 0 });
        expect(await titlesOf(world)).toEqual(['Before']);
        const counts = (await world.get('/tags?hide_empty=false')).tags;
        expect(
          Object.fromEntries(counts.map(({ name, count }: { name: string; count: number }) => [name, count])),
        ).toEqual({
          music: 1,
          dance: 0,
        });
        expect(resultsOf(await send(world, text, '?force=true'))[0]).toMatchObject({ updated: 0, created: 0 });
      } finally {
        await world.stop();
      }
    });

    test('changes no account that exists', async () => {
      const world = await startWorld(engine);
      try {
        const text = (await exportOf(world)).replaceAll('"role":"administrator"', '"role":"subscriber"');
        const [result] = resultsOf(await send(world, text));
        expect(result.skipped).toBe(1);
        expect((await world.ask('GET /export.ndjson', { as: 'administrator' })).statusCode).toBe(200);
      } finally {
        await world.stop();
      }
    });
  });

  describe('records of a script', () => {
    const world = useWorld(engine);
    const lines = Array.from({ length: 12 }, (_, at) => ({
      resource: at % 2 ? 'event' : 'events',
      title: `Script ${at}`,
      ...times,
      source: 'script',
      external_id: String(at),
      venue: { venue: 'Barn', source: 'script', external_id: 'barn' },
    }));
    const countsOf = async (reply: Reply) => {
      expect(reply.statusCode, reply.text).toBe(200);
      const results = resultsOf(reply);
      const sum = (name: string) => results.reduce((all, line) => all + (line[name] ?? 0), 0);
      return { created: sum('created'), updated: sum('updated'), same: sum('same'), failed: sum('failed') };
    };

    test('are created once, and updated when they change', async () => {
      expect(await countsOf(await send(world, textOf(lines), '?dry_run=true'))).toMatchObject({ created: 12 });
      expect(await titlesOf(world)).toEqual([]);
      expect(await countsOf(await send(world, textOf(lines), '?batch=5'))).toMatchObject({ created: 12, failed: 0 });
      expect(await countsOf(await send(world, textOf(lines)))).toMatchObject({ created: 0, same: 12 });
      const changed = lines.map((line) => (line.external_id === '3' ? { ...line, title: 'Changed' } : line));
      expect(await countsOf(await send(world, textOf(changed), '?mode=create'))).toMatchObject({
        updated: 0,
        same: 12,
      });
      expect(await countsOf(await send(world, textOf(changed)))).toMatchObject({ updated: 1, same: 11 });
      expect(await titlesOf(world)).toContain('Changed');
      expect((await world.get('/venues?search=barn')).total).toBe(1);
    });

    test('leave nothing behind that the service keeps until it stops', async () => {
      const warnings: string[] = [];
      const add = ({ message }: Error) => warnings.push(message);
      process.on('warning', add);
      // Node warns of the eleventh listener of a signal.
      for (let times = 0; times < 11; times++) await send(world, textOf(lines));
      process.off('warning', add);
      expect(warnings.filter((message) => message.includes('listeners'))).toEqual([]);
    });

    test('that are invalid are reported with their line, and the others are created', async () => {
      const mixed = [
        { title: 'Good', ...times },
        { title: 'Bad', start_date: 'soon' },
        { title: 'Fine', ...times },
      ];
      const [result] = resultsOf(await send(world, textOf(mixed)));
      expect(result).toMatchObject({ created: 2, failed: 1 });
      expect(result.failures[0].place).toBe('line 2');
      expect(resultsOf(await send(world, textOf(mixed)))[0]).toMatchObject({ same: 2, failed: 1 });
      const stopped = resultsOf(
        await send(
          world,
          textOf([{ title: 'x', source: 'script', external_id: 'x' }, ...lines]),
          '?stop_on_error=1&batch=1',
        ),
      );
      expect(stopped.at(-1)).toMatchObject({ done: false });
    });

    test('can be the lines of a feed of another calendar', async () => {
      const other = await startWorld(engine);
      try {
        const venue = await other.venue({ venue: 'Feed barn', city: 'Oakton' });
        await other.event({
          title: 'Fed',
          ...times,
          venue: venue.id,
          tags: ['music'],
          categories: ['Town'],
          cost: '5',
        });
        const { text } = await other.ask('GET /events.ndjson?start_date=2000-01-01&end_date=2100-01-01');
        expect(await countsOf(await send(world, text))).toMatchObject({ created: 1, failed: 0 });
        expect(await countsOf(await send(world, text))).toMatchObject({ same: 1 });
        const found = (await world.get('/events?search=fed&start_date=2000-01-01&end_date=2100-01-01')).events[0];
        expect(found).toMatchObject({ title: 'Fed', venue: { venue: 'Feed barn', city: 'Oakton' }, cost: '$5' });
        expect(found.tags.map(({ name }: { name: string }) => name)).toEqual(['music']);
      } finally {
        await other.stop();
      }
    });

    test('are imported by administrators only, before the body is received', async () => {
      expect((await send(world, textOf(lines), '', {}, 'anonymous')).statusCode).toBe(401);
      expect((await send(world, textOf(lines), '', {}, 'editor')).statusCode).toBe(403);
    });

    test('go on after an interruption under the same Import-Id', async () => {
      const named = { 'import-id': 'nightly' };
      const more = [...lines, { title: '', ...times, source: 'script', external_id: 'bad' }].map((line) => ({
        ...line,
        title: line.title && `${line.title} again`,
      }));
      const stopped = resultsOf(await send(world, textOf(more), '?batch=2&stop_on_error=1', named));
      expect(stopped.at(-1)).toMatchObject({ done: false });
      const corrected = more.map((line) => ({ ...line, title: line.title || 'Corrected' }));
      const rest = [...corrected, { ...corrected[0], title: 'Last', external_id: 'last' }];
      const results = resultsOf(await send(world, textOf(rest), '', named));
      expect(results.reduce((sum, { same = 0, created = 0 }) => sum + same + created, 0)).toBeLessThan(3);
      expect(await titlesOf(world)).toContain('Last');
    });

    test('are refused with an offset, and go on from the whole body', async () => {
      const named = { 'import-id': 'in-parts' };
      const parts = lines.map((line, at) => ({ ...line, title: `Part ${at}`, external_id: `part ${at}` }));
      const bad = parts.map((line, at) => (at === 4 ? { ...line, title: '' } : line));
      await send(world, textOf(bad), '?batch=1&stop_on_error=1', named);
      for (const headers of [named, { 'import-id': 'another' }, {}]) {
        const refused = await send(world, textOf(parts.slice(5)), '?offset=5', headers);
        expect([refused.statusCode, refused.body.code]).toEqual([400, 'rest_bad_request']);
        expect(refused.body.message).toContain('offset is not supported');
      }
      expect(await titlesOf(world)).not.toContain('Part 11');
      expect(await countsOf(await send(world, textOf(parts), '', named))).toMatchObject({ created: 7 });
      expect(await titlesOf(world)).not.toContain('Part 4');
      expect(await titlesOf(world)).toContain('Part 11');
    });
  });

  describe('a file', () => {
    const world = useWorld(engine);
    const digest = async () =>
      createHash('sha1')
        .update(await exportOf(world))
        .digest('hex');
    const header = '{"almanac":1}\n';
    const good = `${JSON.stringify({ title: 'Good', ...times })}\n`;
    const complete = (...lines: readonly object[]) =>
      `${header}${textOf(lines)}{"almanac":1,"records":${lines.length}}\n`;
    const tag = { resource: 'tag', id: 900_001, name: 'x', slug: 'x' };

    test.each<[string, string | Buffer, RegExp]>([
      ['that is empty', '', /line 1: .*empty/],
      ['of another version', '{"almanac":2}\n', /line 1: .*version 2/],
      ['with a broken line', `${good}{"title":\n`, /line 2: .*not valid JSON/],
      ['that was cut off within a line', good.repeat(2).slice(0, -20), /line 2: .*cut off/],
      ['that was cut off between two lines', header + textOf([tag]), /line 3: .*cut off/],
      ['with a list instead of an object', `${good}[]\n`, /line 2: .*not a JSON object/],
      ['with a line of 2 MiB', `${good}{"title":"${'x'.repeat(2 ** 21)}"}\n`, /line 2: .*longer than/],
      [
        'with invalid UTF-8',
        Buffer.concat([Buffer.from(good), Buffer.from([0x7b, 0xff, 0x7d, 0x0a])]),
        /line 2: .*UTF-8/,
      ],
      ['with deep nesting', `${good}${'['.repeat(200_000)}\n`, /line 2: .*JSON/],
      ['with an unknown resource', `{"resource":"planet"}\n`, /line 1: .*planet/],
      ['with a resource of the prototype', `{"resource":"constructor"}\n`, /line 1: .*constructor/],
      ['with an unknown column', complete({ ...tag, colour: 1 }), /line 2: .*colour/],
      ['with a doubled ID', complete(tag, { ...tag, slug: 'y' }), /line 3: .*900001/],
      ['with an invalid ID', complete({ ...tag, id: -1 }), /line 2: .*id/],
      ['with lines after its end', `${complete(tag)}${JSON.stringify({ ...tag, id: 5 })}\n`, /line 4: .*after the end/],
      [
        'with a mixture of sources',
        good + textOf([{ title: 'x', ...times, source: 'b', external_id: '1' }]),
        /line 2: .*source/,
      ],
    ])('%s is refused by its line, and stores nothing', async (_, raw, message) => {
      const before = await digest();
      const reply = await send(world, raw);
      const last = reply.statusCode === 200 ? resultsOf(reply).at(-1) : reply.body;
      expect(last.message ?? last.error, reply.text).toMatch(message);
      expect(await digest()).toBe(before);
    });

    test('that is compressed or too long is refused', async () => {
      expect((await send(world, good, '', { 'content-encoding': 'gzip' })).statusCode).toBe(400);
      const put = await world.ask('PUT /import.ndjson', { as: 'administrator', raw: Buffer.alloc(2 ** 21) });
      expect(put.statusCode).toBe(413);
    });

    const event = {
      resource: 'event',
      id: 900_010,
      content_id: 900_010,
      title: 'x',
      slug: 'x',
      ...times,
      timezone: 'UTC',
    };
    test.each<[string, readonly object[], RegExp]>([
      ['links to a missing record', [{ ...event, venue: [5] }], /line 2.*venue.*5/],
      ['a missing master', [{ ...event, series: 7 }], /line 2.*series.*7/],
      [
        'a loop of parents',
        [
          { resource: 'category', id: 900_002, name: 'a', slug: 'a', parent: 900_003 },
          { resource: 'category', id: 900_003, name: 'b', slug: 'b', parent: 900_002 },
        ],
        /line 2.*parent/,
      ],
      [
        'itself as parent',
        [{ resource: 'category', id: 900_002, name: 'a', slug: 'a', parent: 900_002 }],
        /line 2.*parent/,
      ],
      ['the slug of another record', [tag, { ...tag, id: 900_004 }], /line 3.*slug/],
      ['a wrong type', [{ ...event, title: 5 }], /line 2.*title/],
      ['a NUL character', [{ ...event, title: 'a\u0000b' }], /line 2.*NUL/],
      ['a script as website', [{ ...event, website: 'javascript:alert(1)' }], /line 2.*website/],
      [
        'a script as URL of a ticket',
        [{ ...event, tickets: [{ name: 'x', url: 'javascript:alert(1)' }] }],
        /line 2.*tickets/,
      ],
      ['a moment that is none', [{ ...event, start_date: 'soon' }], /line 2.*start_date/],
      ['an unknown time zone', [{ ...event, timezone: 'Mars/Base' }], /line 2.*timezone/],
      [
        'a file outside its folder',
        [{ resource: 'media', id: 900_005, hash: '../../etc/passwd', extension: 'jpg' }],
        /line 2.*hash/,
      ],
      ['an unknown status', [{ ...event, status: 'lost' }], /line 2.*status/],
    ])('with %s reports the record and its line', async (_, lines, message) => {
      const [result] = resultsOf(await send(world, complete(...lines), '?force=true&dry_run=true'));
      expect(result.failed, JSON.stringify(result)).toBeGreaterThan(0);
      const [{ place, text }] = result.failures;
      expect(`${place} ${text}`).toMatch(message);
    });

    test('cannot bring in markup that a request could not', async () => {
      const markup = '<p>ok</p><script>alert(1)</script><img src=x onerror=alert(1)>';
      const line = {
        ...event,
        description: markup,
        translations: { fr: { title: 'y', description: markup } },
        status: 'publish',
      };
      const results = resultsOf(await send(world, complete(line), '?force=true'));
      expect(results[0]).toMatchObject({ created: 1 });
      const text = await exportOf(world);
      expect(text).toContain('<p>ok</p>');
      expect(text).not.toMatch(/<script|onerror/);
    });
  });

  describe('the rate limit', () => {
    const world = useWorld(engine, { settings: { ALMANAC_RATE_LIMIT: 'on', ALMANAC_WRITE_LIMIT: '60' } });

    test('counts an import by its records', async () => {
      const lines = Array.from({ length: 200 }, (_, at) => ({ title: `Limited ${at}`, ...times }));
      expect((await send(world, textOf(lines))).statusCode).toBe(200);
      const refused = await send(world, textOf(lines));
      expect(refused.statusCode).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(5);
    });
  });
});
