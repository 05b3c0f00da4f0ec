// `doctor` on the image library: finds and repairs the results of crashes.
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contextOf, openFiles } from '../src/app.js';
import { mediaChecks } from '../src/cli/media-checks.js';
import { operator } from '../src/core/actor.js';
import { is } from '../src/core/condition.js';
import { Upload } from '../src/core/picture.js';
import { registry } from '../src/models/registry.js';
import { onOneEngine } from './harness/engines.js';
import { bytesAt, fetchFile, keptNames, png, stored } from './harness/pictures.js';
import { useWorld } from './harness/world.js';

const hours = (count: number): Date => new Date(Date.now() - count * 3_600_000);

onOneEngine((engine) => {
  const world = useWorld(engine);

  const examine = async (): Promise<Readonly<Record<string, readonly string[]>>> => {
    const found: Record<string, readonly string[]> = {};
    for (const { name, faults } of checks()) {
      const listed = await faults();
      if (listed.length) found[name] = listed;
    }
    return found;
  };
  const checks = () =>
    mediaChecks({
      store: world.store,
      files: openFiles(world.config),
      context: contextOf(world.config, world.store, operator),
    });
  const repair = async () => {
    for (const check of checks()) if ((await check.faults()).length) await check.repair?.();
    expect(await examine()).toEqual({});
  };
  const pathOf = (url: string): string => {
    const name = url.split('/').at(-1) ?? '';
    return join(world.config.data, 'media', name.slice(0, 2), name);
  };

  test('reports nothing for a consistent library', async () => {
    const picture = await stored(world);
    await world.event({ image: picture.id });
    expect(await examine()).toEqual({});
  });

  test('encodes a missing variant again', async () => {
    const picture = await stored(world);
    const event = await world.event({ image: picture.id });
    await rm(pathOf(picture.sizes.medium.url));
    expect(await examine()).toEqual({
      'media have their files': [
        `files of media ${picture.id} are missing: ${picture.sizes.medium.url.split('/').at(-1)}`,
      ],
    });
    await repair();
    expect((await bytesAt(world, picture.sizes.medium.url)).length).toBeGreaterThan(0);
    expect((await world.get(`/events/${event.id}`)).image.id).toBe(picture.id);
  });

  test('removes a record whose full size is missing, and clears it in events', async () => {
    const picture = await stored(world);
    const [event, venue] = [await world.event({ image: picture.id }), await world.venue({ image: picture.id })];
    await rm(pathOf(picture.url));
    expect(Object.keys(await examine())).toEqual(['media have their files']);
    await repair();
    expect((await world.ask(`GET /media/${picture.id}`, { as: 'editor' })).statusCode).toBe(404);
    expect((await world.get(`/events/${event.id}`)).image).toBe(false);
    expect('image' in (await world.get(`/venues/${venue.id}`))).toBe(false);
    expect((await fetchFile(world, picture.sizes.medium.url)).status).toBe(404);
  });

  test('accepts records that share files, and removes all of them when the files are missing', async () => {
    const bytes = await png(320, 200);
    const [first, second] = [await stored(world, bytes), await stored(world, bytes, { query: '?title=Second' })];
    const event = await world.event({ image: second.id });
    expect(await examine()).toEqual({});
    await rm(pathOf(first.sizes.medium.url));
    await repair();
    expect((await bytesAt(world, second.sizes.medium.url)).length).toBeGreaterThan(0);
    await rm(pathOf(first.url));
    await repair();
    for (const { id } of [first, second]) {
      expect((await world.ask(`GET /media/${id}`, { as: 'editor' })).statusCode).toBe(404);
    }
    expect((await world.get(`/events/${event.id}`)).image).toBe(false);
  });

  test('removes files of an aborted upload once they are old', async () => {
    const before = await keptNames(world);
    const { pictures } = contextOf(world.config, world.store, operator);
    const made = await pictures.make(new Upload(await png(400, 300), 'a.png'));
    await pictures.save(made.files);
    const unfinished = join(world.config.data, 'media', 'unfinished');
    await mkdir(unfinished, { recursive: true });
    await writeFile(join(unfinished, 'unfinished-00ff'), 'half');
    expect(await keptNames(world)).toHaveLength(before.length + 4);
    expect(await examine()).toEqual({});
    for (const name of made.files.keys()) await utimes(pathOf(name), hours(2), hours(2));
    await utimes(join(unfinished, 'unfinished-00ff'), hours(2), hours(2));
    expect((await examine())['files belong to media']).toHaveLength(4);
    await repair();
    expect(await keptNames(world)).toEqual(before);
  });

  test('updates image data that differs from the library', async () => {
    const picture = await stored(world);
    const [event, venue] = [await world.event({ image: picture.id }), await world.venue({ image: picture.id })];
    const [events, venues] = [registry.named('event'), registry.named('venue')];
    await world.store.transact(async (writer) => {
      await writer.update(events, event.id, { image_id: 99_999_999 });
      await writer.update(venues, venue.id, { image: undefined });
    });
    expect(await examine()).toEqual({
      'images match media': [`image of event ${event.id} is missing`, `image data of venue ${venue.id} is outdated`],
    });
    await repair();
    expect((await world.get(`/events/${event.id}`)).image).toBe(false);
    expect((await world.get(`/venues/${venue.id}`)).image).toEqual(venue.image);
    expect(await world.store.count({ table: events, where: is('image_id', 99_999_999) })).toBe(0);
  });

  test('changes nothing when there are no files at all', async () => {
    const { total } = await world.get('/media', { as: 'editor' });
    expect(total).toBeGreaterThan(0);
    await rm(join(world.config.data, 'media'), { recursive: true });
    const found = await examine();
    expect(found['media have their files']).toEqual([expect.stringMatching(/^no files found/)]);
    for (const check of checks()) await check.repair?.();
    expect((await world.get('/media', { as: 'editor' })).total).toBe(total);
  });
});
