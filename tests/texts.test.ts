// Long texts and texts that are slow to process: stored completely or rejected by field name.
import { describe, expect, test } from 'vitest';
import { expectRefusal, type Mount, mounts } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { shapes } from './harness/shapes.js';
import { type Answered, useWorld, word } from './harness/world.js';

const tooLarge = (name: string) => ({ statusCode: 400, code: 'rest_invalid_param', params: [name] });

onOneEngine((engine) => {
  const world = useWorld(engine);

  const edited = async ({ id }: Answered): Promise<string> =>
    (await world.get(`/events/${id}?context=edit`, { as: 'administrator' }))._input.description;
  const count = async (): Promise<string | null> =>
    (await world.ask('GET /events?start_date=2000-01-01&end_date=2100-01-01&per_page=1')).headers.get('x-tec-total');

  describe('a description of an unusual shape', () => {
    test.each(Object.entries(shapes))('is stored and reads back: %s', async (_, shape) => {
      const event = await world.event({ description: shape(30_000) });
      const stored = await edited(event);
      expect(Buffer.byteLength(stored)).toBeLessThanOrEqual(200_000);
      expect((await world.get(`/events/${event.id}`)).description).toBe(event.description);
      // Cleaned text stays as it is when it is sent again.
      await world.send(`PATCH /events/${event.id}`, { description: stored });
      expect(await edited(event)).toBe(stored);
      expect((await world.ask(`GET //event/${event.slug}`)).statusCode).toBe(200);
    });

    test.each(Object.entries(shapes))('is refused when it is far too large: %s', async (_, shape) => {
      const before = await count();
      const body = { title: word(), start_date: '2027-07-01', end_date: '2027-07-02', description: shape(510_000) };
      const reply = await world.ask('POST /events', { as: 'author', body });
      if (Buffer.byteLength(JSON.stringify(body)) > 1_048_576)
        expectRefusal(reply, { statusCode: 413, code: 'rest_body_too_large' });
      else expectRefusal(reply, tooLarge('description'));
      expect(await count()).toBe(before);
    });
  });

  describe('the limit of 200 KB', () => {
    const places: readonly (readonly [string, string, object])[] = [
      ['events', 'description', { title: 'Long', start_date: '2027-07-01 10:00', end_date: '2027-07-01 11:00' }],
      ['events', 'excerpt', { title: 'Long', start_date: '2027-07-01 10:00', end_date: '2027-07-01 11:00' }],
      ['venues', 'description', { venue: 'Long' }],
      ['organizers', 'description', { organizer: 'Long' }],
      ['categories', 'description', {}],
      ['tags', 'description', {}],
    ];
    const on = mounts.flatMap((mount) => places.map(([path, name, given]) => [mount, path, name, given] as const));

    test.each(on)('%s: %s keep a %s of 200,000 bytes and refuse one more', async (mount: Mount, path, name, given) => {
      const term = path === 'categories' || path === 'tags' ? { name: word() } : {};
      const write = (text: string) =>
        world.ask(`POST /${path}`, { as: 'administrator', on: mount, body: { ...given, ...term, [name]: text } });
      expectRefusal(await write('a'.repeat(200_001)), tooLarge(name));
      expectRefusal(await write('é'.repeat(100_001)), tooLarge(name));
      expectRefusal(await write('<'.repeat(50_001)), tooLarge(name));
      const made = await write('é'.repeat(100_000));
      expect(made.statusCode, made.text.slice(0, 200)).toBe(201);
    });

    test('counts what is left after cleaning', async () => {
      const description = `<p>${'<font color="red">a</font>'.repeat(9_000)}</p>`;
      expect(description.length).toBeGreaterThan(200_000);
      expect(await edited(await world.event({ description }))).toBe(`<p>${'a'.repeat(9_000)}</p>`);
    });

    test('holds for an update, which then changes nothing', async () => {
      const event = await world.event({ description: 'As it was' });
      const body = { title: 'Changed', description: 'a'.repeat(200_001) };
      const reply = await world.ask(`PATCH /events/${event.id}`, { as: 'administrator', body });
      expectRefusal(reply, tooLarge('description'));
      expect(reply.body.data.params.description).toBe('Must be 200 KB or smaller.');
      expect((await world.get(`/events/${event.id}`)).title).toBe(event.title);
    });

    test('applies to an inline venue', async () => {
      const body = {
        title: 'With a venue',
        start_date: '2027-07-01 10:00',
        end_date: '2027-07-01 11:00',
        venue: { venue: 'New', description: 'a'.repeat(200_001) },
      };
      expectRefusal(await world.ask('POST /events', { as: 'administrator', body }), tooLarge('venue'));
    });
  });

  test('a title is refused before its markup is taken out when it is far too long', async () => {
    const write = (title: string) =>
      world.ask('POST /events', { as: 'author', body: { title, start_date: '2027-07-01', end_date: '2027-07-02' } });
    expectRefusal(await write(`${'<b>'.repeat(300_000)}Title`), tooLarge('title'));
    expect((await write(`${'<b>'.repeat(1_000)}Title`)).body.title).toBe('Title');
  });
});
