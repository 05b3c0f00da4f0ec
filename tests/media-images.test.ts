// Images of events, venues and organizers: by id, by URL, none, and after removal from the library.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectRefusal, mounts } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { type Gallery, keptNames, openGallery, png, reachHere, stored } from './harness/pictures.js';
import { type Answered, type Body, useWorld, word } from './harness/world.js';

const refusedImage = { statusCode: 400, code: 'rest_invalid_param', params: ['image'] };
const times = { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 12:00:00' };

const owners = {
  events: () => ({ title: word('Pictured '), ...times }),
  venues: () => ({ venue: word('Pictured ') }),
  organizers: () => ({ organizer: word('Pictured ') }),
} as const;
const paths = Object.keys(owners) as readonly (keyof typeof owners)[];

/** Events say that there is none; others leave the key out. */
const none = (path: string) => (path === 'events' ? false : undefined);

/** The image object inside other records. */
const imageOf = ({ url, id, extension, width, height, filesize, sizes }: Answered) => ({
  url,
  id,
  extension,
  width,
  height,
  filesize,
  ...(sizes && { sizes }),
});

onOneEngine((engine) => {
  const world = useWorld(engine, { reach: reachHere });
  let gallery: Gallery;
  const shown: Record<string, { bytes?: Buffer; type?: string; to?: string }> = {};
  beforeAll(async () => {
    gallery = await openGallery(shown);
  });
  afterAll(() => gallery.close());

  describe.each(paths)('of %s', (path) => {
    const make = (given: Body): Promise<Answered> =>
      world.send(`POST /${path}`, { ...owners[path](), ...given }, { as: 'author' });

    test('is named by id, as number and as text, in JSON and in a form, on both mounts', async () => {
      const picture = await stored(world);
      for (const image of [picture.id, String(picture.id)]) {
        const made = await make({ image });
        expect(made.image).toEqual(imageOf(picture));
        const keys = Object.keys(made);
        expect(keys[keys.indexOf('image') - 1]).toBe('slug');
        expect((await world.get(`/${path}/${made.id}`)).image).toEqual(imageOf(picture));
      }
      for (const on of mounts) {
        const fields = new URLSearchParams({ ...owners[path](), image: String(picture.id) });
        const reply = await world.ask(`POST /${path}`, { as: 'contributor', on, raw: String(fields) });
        expect(reply.body.image).toEqual(imageOf(picture));
      }
    });

    test('stays when it is not sent or null, and goes with empty text', async () => {
      const picture = await stored(world);
      const { id } = await make({ image: picture.id });
      expect((await world.send(`PATCH /${path}/${id}`, { description: 'x' })).image).toEqual(imageOf(picture));
      expect((await world.send(`PATCH /${path}/${id}`, { image: null })).image).toEqual(imageOf(picture));
      const [other, cleared] = [await stored(world), { image: '' }];
      expect((await world.send(`PATCH /${path}/${id}`, { image: other.id })).image).toEqual(imageOf(other));
      expect((await world.send(`PATCH /${path}/${id}`, cleared)).image).toEqual(none(path));
      expect((await make(cleared)).image).toEqual(none(path));
      expect((await make({ image: null })).image).toEqual(none(path));
    });

    test('must exist', async () => {
      const venue = await world.venue();
      const wrong = [
        99_999_999,
        '99999999',
        venue.id,
        'no-such-thing',
        0,
        -1,
        1.5,
        true,
        [1],
        { id: 1 },
        'ftp://a.example/b',
      ];
      for (const image of wrong) {
        const reply = await world.ask(`POST /${path}`, { as: 'editor', body: { ...owners[path](), image } });
        expectRefusal(reply, refusedImage);
      }
    });

    test('is fetched once from a URL; its own URL is not fetched again', async () => {
      const name = `/${word('fair')}.png`;
      shown[name] = { bytes: await png(640, 480) };
      const made = await make({ image: gallery.url(name) });
      expect(made.image).toMatchObject({ width: 640, height: 480, extension: 'png' });
      const again = await make({ image: gallery.url(name) });
      expect(again.image).toEqual(made.image);
      expect(gallery.asked.filter((path) => path === name)).toHaveLength(1);
      const asked = gallery.asked.length;
      for (const url of [made.image.url, made.image.sizes.medium.url]) {
        expect((await make({ image: url })).image.id).toBe(made.image.id);
      }
      expect(gallery.asked).toHaveLength(asked);
      const record = await world.get(`/media/${made.image.id}`, { as: 'author' });
      expect(record).toMatchObject({ title: name.slice(1, -4), author: String(world.people.author.id) });
    });

    test('is cleared when removed from the library', async () => {
      const picture = await stored(world);
      const [first, second] = [await make({ image: picture.id }), await make({ image: picture.id })];
      await world.send(`DELETE /media/${picture.id}`, {});
      for (const { id } of [first, second]) {
        const after = await world.ask(`GET /${path}/${id}`);
        expect(after.body.image).toEqual(none(path));
        const stale = { as: 'author' as const, body: { description: 'x' }, headers: { 'if-match': '"1-x"' } };
        expect((await world.ask(`PATCH /${path}/${id}`, stale)).statusCode).toBe(412);
      }
    });
  });

  test('a redirect is followed to the picture', async () => {
    shown['/there.png'] = { bytes: await png(33, 44) };
    shown['/here'] = { to: '/there.png' };
    expect((await world.event({ image: gallery.url('/here') })).image).toMatchObject({ width: 33, height: 44 });
  });

  test('rejects unreachable URLs, files that are no images, and callers without permission', async () => {
    const bytes = await png(50, 60);
    shown['/fine.png'] = { bytes };
    shown['/page.html'] = { bytes: Buffer.from('<html>'), type: 'text/html' };
    shown['/drawing.svg'] = { bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), type: 'image/svg+xml' };
    shown['/large.png'] = { bytes: Buffer.alloc(10 * 1_048_576 + 1) };
    shown['/loop'] = { to: '/loop' };
    const before = await keptNames(world);
    for (const path of ['/missing.png', '/page.html', '/drawing.svg', '/large.png', '/loop']) {
      const body = { ...owners.events(), image: gallery.url(path) };
      expectRefusal(await world.ask('POST /events', { as: 'editor', body }), refusedImage);
    }
    const asked = gallery.asked.length;
    const body = { ...owners.events(), image: gallery.url('/fine.png') };
    expectRefusal(await world.ask('POST /events', { as: 'contributor', body }), refusedImage);
    expectRefusal(await world.ask('POST /events', { as: 'subscriber', body }), {
      statusCode: 403,
      code: 'rest_forbidden',
    });
    expectRefusal(await world.ask('POST /events', { as: 'editor', body: { ...body, start_date: 'x' } }), {
      statusCode: 400,
      code: 'rest_invalid_param',
      params: ['start_date'],
    });
    expect(gallery.asked).toHaveLength(asked);
    expect(await keptNames(world)).toEqual(before);
  });

  test('a failed change leaves neither records nor fetched files', async () => {
    shown['/lost.png'] = { bytes: await png(401, 301) };
    const [before, total] = [await keptNames(world), (await world.get('/media', { as: 'editor' })).total];
    const image = gallery.url('/lost.png');
    const mine = await world.event({ title: 'Not yours' });
    const late = { ...owners.events(), end_date: '2027-06-01 10:00', image };
    const refusals = [
      await world.ask('POST /events', { as: 'author', body: late }),
      await world.ask('POST /events', { as: 'author', body: { ...owners.events(), image, venue: 99_999_999 } }),
      await world.ask(`PATCH /events/${mine.id}`, { as: 'author', body: { image } }),
      await world.ask('PATCH /events/99999999', { as: 'author', body: { image } }),
    ];
    expect(refusals.map(({ statusCode }) => statusCode)).toEqual([400, 400, 403, 404]);
    expect(await keptNames(world)).toEqual(before);
    expect((await world.get('/media', { as: 'editor' })).total).toBe(total);
  });

  test('inline venues and organizers can have images', async () => {
    shown['/barn.png'] = { bytes: await png(70, 80) };
    shown['/guild.png'] = { bytes: await png(71, 80) };
    const described = (image: unknown) => ({
      venue: { venue: 'Pictured Barn', image: gallery.url('/barn.png') },
      organizer: [{ organizer: 'Pictured Guild', image }],
    });
    const event = await world.event(described(gallery.url('/guild.png')), { as: 'author' });
    expect([event.venue.image.width, event.organizer[0].image.width]).toEqual([70, 71]);
    // The same image is equal to the stored one, another is not.
    const again = await world.event(described(String(event.organizer[0].image.id)), { as: 'author' });
    expect([again.venue.id, again.organizer[0].id]).toEqual([event.venue.id, event.organizer[0].id]);
    const other = await world.event(described(event.venue.image.id), { as: 'author' });
    expect(other.organizer[0].id).not.toBe(event.organizer[0].id);
    const reply = await world.ask('POST /events', {
      as: 'author',
      body: { ...owners.events(), venue: { venue: 'Bare', image: gallery.url('/nothing.png') } },
    });
    expectRefusal(reply, { statusCode: 400, code: 'rest_invalid_param', params: ['venue'] });
    expect((await world.get('/venues?search=Bare', { as: 'editor' })).total).toBe(0);
  });

  test('the image is compared when the drop-in mount looks for an existing venue', async () => {
    const [one, two] = [await stored(world), await stored(world)];
    const venue = word('Known ');
    const first = await world.send('POST /venues', { venue, image: one.id }, { on: 'dropin' });
    expect((await world.send('POST /venues', { venue, image: one.id }, { on: 'dropin' })).id).toBe(first.id);
    expect((await world.send('POST /venues', { venue, image: two.id }, { on: 'dropin' })).id).not.toBe(first.id);
    expect((await world.send('POST /venues', { venue, image: '' }, { on: 'dropin' })).id).not.toBe(first.id);
  });

  test('the image is in the JSON-LD of an event, except a protected one', async () => {
    const picture = await stored(world);
    const { id } = await world.event({ image: picture.id, title: 'With image' });
    const { json_ld } = await world.get(`/events/${id}`);
    expect(json_ld.image[0]).toBe(picture.url);
    const shut = await world.event({ image: picture.id, password: 'sesame' });
    const list = await world.get('/events?per_page=100');
    expect(list.events.find((event: Answered) => event.id === shut.id).image).toBe(false);
    expect((await world.get(`/events/${shut.id}?password=sesame`)).image).toEqual(imageOf(picture));
  });

  test('never connects to a private address', async () => {
    const body = { ...owners.events(), image: 'http://192.168.0.1/a.png' };
    expectRefusal(await world.ask('POST /events', { as: 'editor', body }), refusedImage);
  });

  test('media and events share one id sequence', async () => {
    const picture = await stored(world);
    expectRefusal(await world.ask(`GET /events/${picture.id}`, { on: 'dropin' }), {
      statusCode: 400,
      code: 'rest-invalid-event-id',
    });
  });
});
