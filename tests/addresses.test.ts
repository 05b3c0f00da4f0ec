// Paths that imported records had on another site lead to the records, and reveal none that visitors may not read.
import { describe, expect, test } from 'vitest';
import { everything } from '../src/core/condition.js';
import { oldUrls, saveOldUrls } from '../src/core/old-urls.js';
import { onOneEngine } from './harness/engines.js';
import { png } from './harness/pictures.js';
import { type Answered, useWorld, type World, word } from './harness/world.js';

const save = (world: World, resource: string, id: number, ...paths: string[]) =>
  world.store.transact((writer) => saveOldUrls(writer, [{ resource, id, paths }]));

async function visit(world: World, path: string, accept = 'text/html') {
  const response = await fetch(world.address + path, { redirect: 'manual', headers: { accept } });
  return { status: response.status, target: response.headers.get('location'), text: await response.text() };
}

async function picture(world: World, width = 1_200, height = 800): Promise<Answered> {
  const file = `data:image/png;base64,${(await png(width, height)).toString('base64')}`;
  return world.send('POST /media', { file, title: word('Picture') });
}

const pathOf = (url: string) => new URL(url).pathname;

onOneEngine((engine) => {
  const world = useWorld(engine);

  describe('the old path of a record', () => {
    test('redirects to its page, for every resource with a page', async () => {
      const parent = await world.category({ slug: word('parent') });
      const records = {
        event: await world.event({ slug: word('fair') }),
        venue: await world.venue({ slug: word('barn') }),
        organizer: await world.organizer({ slug: word('guild') }),
        category: await world.category({ slug: word('music'), parent: parent.id }),
        tag: await world.tag({ slug: word('free') }),
      };
      for (const [resource, record] of Object.entries(records)) {
        const old = `/${word('calendrier')}/${resource}/`;
        await save(world, resource, record.id, old);
        expect(await visit(world, old)).toMatchObject({
          status: 301,
          target: pathOf(String(record.url)),
        });
        expect((await visit(world, pathOf(String(record.url)))).status).toBe(200);
      }
    });

    test('is answered with the page itself where it is the same', async () => {
      const event = await world.event({ slug: word('fair') });
      await save(world, 'event', event.id, pathOf(event.url));
      expect((await visit(world, pathOf(event.url))).status).toBe(200);
    });

    test('is found in other spellings, and leads to the new page after the slug changed', async () => {
      const slug = word('taizé-');
      const event = await world.event({ slug: word('prayer') });
      await save(world, 'event', event.id, `/event/${encodeURIComponent(slug)}/`);
      const { url } = await world.send(`PATCH /events/${event.id}`, { slug: word('evening') });
      for (const spelling of [`/event/${encodeURIComponent(slug)}`, `/Event/${encodeURIComponent(slug)}//`])
        expect(await visit(world, spelling)).toMatchObject({ status: 301, target: pathOf(url) });
    });

    test('does not come before the page of another record', async () => {
      const [own, imported] = [await world.event({ slug: word('own') }), await world.event({ slug: word('other') })];
      await save(world, 'event', imported.id, pathOf(own.url));
      const page = await visit(world, pathOf(own.url));
      expect(page.status).toBe(200);
      expect(page.text).toContain(own.title);
    });

    test('belongs to the record that had it last', async () => {
      const [first, second] = [await world.event(), await world.event()];
      const old = `/${word('programme')}/`;
      await save(world, 'event', first.id, old);
      await save(world, 'event', second.id, old);
      expect((await visit(world, old)).target).toBe(pathOf(second.url));
    });

    test.each(['draft', 'private', 'pending', 'trash'])('is unknown for a record with status %s', async (status) => {
      const { id } = await world.event({ status: status === 'trash' ? 'draft' : status });
      if (status === 'trash') await world.send(`DELETE /events/${id}`, {});
      const [old, unknown] = [`/${word('hidden')}/`, `/${word('unknown')}/`];
      await save(world, 'event', id, old);
      for (const accept of ['text/html', 'application/json']) {
        const [known, missing] = [await visit(world, old, accept), await visit(world, unknown, accept)];
        expect(known.status).toBe(404);
        expect(known.text.replaceAll(old, unknown)).toBe(missing.text);
      }
    });

    test('leads to the password form of a protected event', async () => {
      const event = await world.event({ password: 'open sesame' });
      const old = `/${word('locked')}/`;
      await save(world, 'event', event.id, old);
      expect(await visit(world, old)).toMatchObject({ status: 301, target: pathOf(event.url) });
    });

    test('never leads to another site', async () => {
      const event = await world.event();
      await save(world, 'event', event.id, '//evil.example/a', '/\\evil.example/b', 'https://evil.example/c');
      for (const old of ['//evil.example/a', '/%5Cevil.example/b', '/https:/evil.example/c', '/evil.example/a'])
        expect((await visit(world, old)).target ?? pathOf(event.url)).toBe(pathOf(event.url));
    });

    test('is removed with its record', async () => {
      const before = await world.store.count({ table: oldUrls, where: everything });
      const [{ id }, tag, image] = [await world.event(), await world.tag(), await picture(world)];
      const series = await world.event({ recurrence: 'FREQ=WEEKLY;COUNT=3' });
      const { events: dates } = await world.get(`/events/${series.id}/occurrences`);
      await save(world, 'event', id, `/${word('gone')}/`, `/${word('gone')}/`);
      await save(world, 'tag', tag.id, `/${word('gone')}/`);
      await save(world, 'media', image.id, `/wp-content/uploads/${word('gone')}.png`);
      await save(world, 'event', series.id, `/${word('gone')}/`);
      for (const date of dates) await save(world, 'event', date.id, `/${word('gone')}/`);
      expect(await world.store.count({ table: oldUrls, where: everything })).toBe(before + 5 + dates.length);
      for (const path of [`/events/${id}`, `/events/${series.id}`]) await world.send(`DELETE ${path}`, {});
      for (const path of [`/events/${id}`, `/events/${series.id}`, `/tags/${tag.id}`, `/media/${image.id}`])
        await world.send(`DELETE ${path}?force=true`, {});
      expect(await world.store.count({ table: oldUrls, where: everything })).toBe(before);
    });
  });

  describe('the old path of an uploaded file', () => {
    test('redirects to the file, and that of a smaller one to the smallest that is wide enough', async () => {
      const image = await picture(world);
      await world.event({ image: image.id });
      const stem = `/wp-content/uploads/2026/10/${word('Fair')}`;
      await save(world, 'media', image.id, `${stem}.png`);
      const whole = await visit(world, `${stem}.png`);
      expect(whole.status).toBe(301);
      expect(whole.target).toMatch(/^\/media\/[0-9a-f]{40}\.png$/);
      expect((await visit(world, String(whole.target))).status).toBe(200);
      const small = await visit(world, `${stem}-200x133.png`);
      expect(small.target).toMatch(/^\/media\/[0-9a-f]{40}-\d+x\d+\.png$/);
      expect((await visit(world, String(small.target))).status).toBe(200);
      expect((await visit(world, `${stem}-1200x800.png`)).target).toBe(whole.target);
      expect((await visit(world, `${stem}-9999x1.png`)).target).toBe(whole.target);
      expect((await visit(world, `${stem.toLowerCase()}.png`)).status).toBe(404);
    });

    test('of which only a scaled one is known, is found too', async () => {
      const image = await picture(world);
      await world.event({ image: image.id });
      const stem = `/wp-content/uploads/2026/10/${word('large')}`;
      await save(world, 'media', image.id, `${stem}-scaled.png`);
      expect((await visit(world, `${stem}-300x200.png`)).status).toBe(301);
    });

    test('leads to a picture that no record uses', async () => {
      const image = await picture(world);
      const old = `/wp-content/uploads/${word('unused')}.png`;
      await save(world, 'media', image.id, old);
      expect((await visit(world, old)).status).toBe(301);
    });

    test.each([
      ['a draft', { status: 'draft' }],
      ['a protected event', { password: 'open sesame' }],
    ])('is unknown while %s uses the picture', async (_, event) => {
      const image = await picture(world);
      await world.event({ ...event, image: image.id });
      const old = `/wp-content/uploads/${word('secret')}.png`;
      await save(world, 'media', image.id, old);
      expect(await visit(world, old)).toMatchObject({ status: 404, target: null });
    });
  });
});
