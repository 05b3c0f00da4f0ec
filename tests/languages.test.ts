// Translations: create to delete in two languages, fallbacks, slugs, search and order, and the lang parameter.
import { describe, expect, test } from 'vitest';
import { openWithoutMigrating } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { checksOf } from '../src/storage/maintenance.js';
import { expectRefusal, mounts } from './harness/client.js';
import { forEachEngine } from './harness/engines.js';
import { type Answered, useWorld, type World, word } from './harness/world.js';

const bilingual = { settings: { ALMANAC_LANGUAGES: 'en,fr' } };
const year = 'start_date=2027-01-01&end_date=2027-12-31';

const titles = (list: Answered, key = 'title'): readonly string[] =>
  (list.events ?? list.venues ?? list.organizers ?? list.categories ?? list.tags).map((one: Answered) => one[key]);

/** The name field of each resource, and its minimal input. */
const named = [
  { path: 'events', field: 'title', key: 'events', more: { start_date: '2027-07-01', end_date: '2027-07-02' } },
  { path: 'venues', field: 'venue', key: 'venues', more: {} },
  { path: 'organizers', field: 'organizer', key: 'organizers', more: {} },
  { path: 'categories', field: 'name', key: 'categories', more: {} },
  { path: 'tags', field: 'name', key: 'tags', more: {} },
] as const;

forEachEngine((engine) => {
  describe.each(mounts)('on the %s mount', (on) => {
    const world = useWorld(engine, bilingual);

    test('creates, updates, translates and removes an event in two languages', async () => {
      const w = word();
      const made = await world.event(
        {
          title: `Fête des moissons ${w}`,
          description: 'Grange et musique',
          excerpt: 'Venez nombreux',
          i18n_language: 'fr',
        },
        { on },
      );
      expect(made).toMatchObject({ title: `Fête des moissons ${w}`, slug: `fete-des-moissons-${w}` });

      // Not translated yet: English readers see the French.
      expect(await world.get(`/events/${made.id}`, { on })).toMatchObject({ title: `Fête des moissons ${w}` });

      const english = await world.send(
        `POST /events/${made.id}?i18n_language=en`,
        { title: `Harvest fair ${w}`, description: 'Barn and music' },
        { on },
      );
      expect(english).toMatchObject({
        title: `Harvest fair ${w}`,
        slug: `harvest-fair-${w}`,
        description: '<p>Barn and music</p>',
        excerpt: '<p>Venez nombreux</p>',
      });
      const french = await world.get(`/events/${made.id}?i18n_language=fr`, { on });
      expect(french).toMatchObject({
        title: `Fête des moissons ${w}`,
        slug: `fete-des-moissons-${w}`,
        description: '<p>Grange et musique</p>',
      });
      expect(french.json_ld.name).toBe(`Fête des moissons ${w}`);

      for (const [language, shown] of [
        ['fr', french],
        ['en', english],
      ] as const) {
        const list = await world.get(`/events?${year}&search=${w}&i18n_language=${language}`, { on });
        expect(titles(list)).toEqual([shown.title]);
        expect(list.rest_url).toContain(`i18n_language=${language}`);
        for (const slug of [english.slug, french.slug]) {
          const read = await world.get(`/events/by-slug/${slug}?i18n_language=${language}`, { on });
          expect(read).toMatchObject({ id: made.id, title: shown.title, slug: shown.slug });
        }
      }
      const found = async (text: string, language: string) =>
        (await world.get(`/events?${year}&search=${text}+${w}&i18n_language=${language}`, { on })).total;
      expect(await found('moissons', 'fr')).toBe(1);
      expect(await found('moissons', 'en')).toBe(0);
      expect(await found('harvest', 'en')).toBe(1);
      expect(await found('harvest', 'fr')).toBe(0);
      expect(await found('barn', 'en')).toBe(1);
      // The excerpt is the same for both.
      expect(await found('nombreux', 'en')).toBe(1);

      const moved = await world.send(
        `PATCH /events/${made.id}`,
        { i18n_language: 'fr', title: `Foire ${w}`, cost: '5' },
        { on },
      );
      expect(moved).toMatchObject({ title: `Foire ${w}`, slug: french.slug, cost: '$5' });
      expect(await world.get(`/events/${made.id}`, { on })).toMatchObject({ title: english.title, cost: '$5' });
      expect(await found('foire', 'fr')).toBe(1);
      expect(await found('moissons', 'fr')).toBe(0);

      const gone = await world.ask(`DELETE /events/by-slug/${french.slug}?i18n_language=fr`, {
        as: 'administrator',
        on,
      });
      expect(gone).toMatchObject({ statusCode: 200, body: { status: 'trash', title: `Foire ${w}` } });
      expect(await found('foire', 'fr')).toBe(0);

      // Both slugs are free now; restoring takes them back if still free.
      const other = await world.event({ title: `Harvest fair ${w}` }, { on });
      expect(other.slug).toBe(english.slug);
      const back = await world.send(`POST /events/${made.id}`, { status: 'publish' }, { on });
      expect(back.slug).toBe(`${english.slug}-2`);
      expect(await world.get(`/events/by-slug/${french.slug}`, { on })).toMatchObject({ id: made.id });
    });

    test.each(named)('$path are stored, found and shown in each language', async ({ path, field, more }) => {
      const w = word();
      const made = await world.send(`POST /${path}`, { [field]: `Bois ${w}`, i18n_language: 'fr', ...more }, { on });
      const english = await world.send(`PUT /${path}/${made.id}`, { [field]: `Wood ${w}`, description: 'Oak' }, { on });
      expect([made[field], english[field]]).toEqual([`Bois ${w}`, `Wood ${w}`]);
      expect([made.slug, english.slug]).toEqual([`bois-${w}`, `wood-${w}`]);
      const french = await world.get(`/${path}/${made.id}?i18n_language=fr`, { on });
      expect(french).toMatchObject({ [field]: `Bois ${w}`, slug: `bois-${w}` });
      expect(french.description).toContain('Oak');
      const window = path === 'events' ? `&${year}` : '';
      const list = (query: string) => world.get(`/${path}?hide_empty=false${window}&${query}`, { on });
      expect((await list(`search=bois+${w}&i18n_language=fr`)).total).toBe(1);
      expect((await list(`search=bois+${w}`)).total).toBe(0);
      expect((await list(`search=wood+${w}`)).total).toBe(1);
      // Terms are searched by one text, everything else by words.
      if (field !== 'name') {
        expect((await list(`search=-${w}`)).total).toBe((await list('')).total - 1);
      }
    });

    test('lists are sorted by the texts of the language asked for', async () => {
      const w = word();
      for (const [english, french] of [
        ['Apple', 'Pomme'],
        ['Pear', 'Coing'],
        ['Quince', 'Abricot'],
      ]) {
        const tag = await world.tag({ name: `${english} ${w}` }, { on });
        await world.send(`POST /tags/${tag.id}`, { name: `${french} ${w}`, i18n_language: 'fr' }, { on });
        const event = await world.event({ title: `${english} ${w}`, tags: [tag.id] }, { on });
        await world.send(`POST /events/${event.id}`, { title: `${french} ${w}`, i18n_language: 'fr' }, { on });
      }
      const plain = await world.tag({ name: `Banane ${w}` }, { on });
      const sorted = async (path: string, language: string, key: string) =>
        titles(await world.get(`/${path}${path.includes('?') ? '&' : '?'}i18n_language=${language}`, { on }), key).map(
          (name) => name.split(' ')[0],
        );
      const tags = `tags?search=${w}&hide_empty=false`;
      expect(await sorted(tags, 'en', 'name')).toEqual(['Apple', 'Banane', 'Pear', 'Quince']);
      expect(await sorted(tags, 'fr', 'name')).toEqual(['Abricot', 'Banane', 'Coing', 'Pomme']);
      expect(await sorted(`${tags}&orderby=slug&order=desc`, 'fr', 'name')).toEqual([
        'Pomme',
        'Coing',
        'Banane',
        'Abricot',
      ]);
      const events = `events?${year}&search=${w}&orderby=title`;
      expect(await sorted(events, 'en', 'title')).toEqual(['Apple', 'Pear', 'Quince']);
      expect(await sorted(events, 'fr', 'title')).toEqual(['Abricot', 'Coing', 'Pomme']);
      expect(plain.slug).toBe(`banane-${w}`);
    });

    test('terms are found by their name in the language asked for, and by every slug', async () => {
      const w = word();
      const music = await world.category({ name: `Music ${w}` }, { on });
      await world.send(`POST /categories/${music.id}`, { name: `Musique ${w}`, i18n_language: 'fr' }, { on });
      const french = await world.event({ categories: [`Musique ${w}`], i18n_language: 'fr' }, { on });
      expect(french.categories).toMatchObject([{ id: music.id, name: `Musique ${w}`, slug: `musique-${w}` }]);
      const byName = await world.event({ categories: [`music ${w}`] }, { on });
      expect(byName.categories).toMatchObject([{ id: music.id, name: `Music ${w}` }]);
      const bySlug = await world.event({ categories: [`musique-${w}`] }, { on });
      expect(bySlug.categories).toMatchObject([{ id: music.id }]);
      for (const slug of [`music-${w}`, `musique-${w}`]) {
        expect((await world.get(`/events?categories=${slug}`, { on })).total).toBe(3);
        expect((await world.get(`/categories?slug=${slug}`, { on })).total).toBe(1);
      }
      const twin = await world.ask('POST /categories', {
        as: 'editor',
        on,
        body: { name: `Musique ${w}`, i18n_language: 'fr' },
      });
      expect(twin).toMatchObject({ statusCode: 400, body: { code: 'term_exists', data: { term_id: music.id } } });
    });

    test('linked records are shown in the language asked for', async () => {
      const w = word();
      const making = {
        venue: { venue: `Grange ${w}`, city: 'Oakton' },
        organizer: [{ organizer: `Guilde ${w}` }],
        tags: [`Gratuit ${w}`],
        i18n_language: 'fr',
      };
      const made = await world.event(making, { on });
      expect(made.venue).toMatchObject({ venue: `Grange ${w}` });
      await world.send(`POST /venues/${made.venue.id}`, { venue: `Barn ${w}` }, { on });
      await world.send(`POST /organizers/${made.organizer[0].id}`, { organizer: `Guild ${w}` }, { on });
      await world.send(`POST /tags/${made.tags[0].id}`, { name: `Free ${w}` }, { on });
      const english = await world.get(`/events/${made.id}`, { on });
      expect(english).toMatchObject({
        venue: { venue: `Barn ${w}`, city: 'Oakton' },
        organizer: [{ organizer: `Guild ${w}` }],
        tags: [{ name: `Free ${w}` }],
        json_ld: { location: { name: `Barn ${w}` }, organizer: { name: `Guild ${w}` } },
      });
      const french = await world.get(`/events?include=${made.id}&i18n_language=fr`, { on });
      expect(french.events).toMatchObject([
        {
          venue: { venue: `Grange ${w}` },
          organizer: [{ organizer: `Guilde ${w}` }],
          tags: [{ name: `Gratuit ${w}` }],
        },
      ]);
      // Existing venues are found by their name in that language.
      const again = await world.event({ venue: { venue: `grange ${w}` }, i18n_language: 'fr' }, { on });
      expect(again.venue.id).toBe(made.venue.id);
      const new_ = await world.event({ venue: { venue: `grange ${w}` } }, { on });
      expect(new_.venue.id).not.toBe(made.venue.id);
    });

    test('slugs are unique over all languages', async () => {
      const w = word();
      const first = await world.event({ title: `Jazz ${w}`, i18n_language: 'fr' }, { on });
      const second = await world.event({ title: `Jazz ${w}` }, { on });
      expect([first.slug, second.slug]).toEqual([`jazz-${w}`, `jazz-${w}-2`]);
      const both = await world.send(`POST /events/${first.id}`, { title: `Jazz ${w}`, i18n_language: 'en' }, { on });
      expect(both.slug).toBe(`jazz-${w}-3`);
      expect((await world.get(`/events/${first.id}?i18n_language=fr`, { on })).slug).toBe(`jazz-${w}`);
      const renamed = await world.send(`POST /events/${second.id}`, { slug: `jazz-${w}-3` }, { on });
      expect(renamed.slug).toBe(`jazz-${w}-3-2`);
    });

    test('a change without texts leaves every language as it is', async () => {
      const w = word();
      const made = await world.event({ title: `Un ${w}`, i18n_language: 'fr' }, { on });
      const changed = await world.send(`POST /events/${made.id}`, { featured: true, i18n_language: 'en' }, { on });
      expect(changed).toMatchObject({ title: `Un ${w}`, slug: `un-${w}`, featured: true });
      const cleared = await world.send(
        `POST /events/${made.id}`,
        { title: `One ${w}`, description: 'About', i18n_language: 'en' },
        { on },
      );
      expect(cleared.description).toContain('About');
      const emptied = await world.send(`POST /events/${made.id}`, { description: '', i18n_language: 'en' }, { on });
      expect(emptied.description).toBe('');
    });

    test('a draft gets its slugs in every language when it is published', async () => {
      const w = word();
      const draft = await world.event({ title: `Brouillon ${w}`, status: 'draft', i18n_language: 'fr' }, { on });
      await world.send(`POST /events/${draft.id}`, { title: `Draft ${w}` }, { on });
      const shown = await world.send(`POST /events/${draft.id}`, { status: 'publish' }, { on });
      expect(shown.slug).toBe(`draft-${w}`);
      expect((await world.get(`/events/by-slug/brouillon-${w}`, { on })).id).toBe(draft.id);
    });
  });

  describe('the parameter', () => {
    const world = useWorld(engine, bilingual);
    const off = useWorld(engine);
    const routes = [
      ['GET', ''],
      ['GET', '/doc'],
      ...named.flatMap(({ path }) => [
        ['GET', `/${path}`],
        ['POST', `/${path}`],
        ['GET', `/${path}/1`],
        ['POST', `/${path}/1`],
        ['PUT', `/${path}/1`],
        ['PATCH', `/${path}/1`],
        ['DELETE', `/${path}/1`],
      ]),
      ...['events', 'venues', 'organizers'].flatMap((path) =>
        ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, `/${path}/by-slug/x`]),
      ),
    ] as const;

    const bodyFor = (path: string) => {
      const one = named.find((known) => path.startsWith(`/${known.path}`));
      return one ? { [one.field]: 'Name', ...one.more } : {};
    };

    test.each(mounts)('a wrong code is refused on every route and method of the %s mount', async (on) => {
      for (const [method, path] of routes) {
        const body = bodyFor(path);
        const reply = await world.ask(`${method} ${path}?i18n_language=de`, {
          as: 'administrator',
          on,
          ...(method === 'POST' && { body }),
        });
        expectRefusal(reply, { statusCode: 400, code: 'rest_invalid_param', params: ['i18n_language'] });
        expect(reply.body.data.details.i18n_language.code).toBe('rest_not_in_enum');
        if (method === 'GET') continue;
        const inBody = await world.ask(`${method} ${path}`, {
          as: 'administrator',
          on,
          body: { ...body, i18n_language: '' },
        });
        expectRefusal(inBody, { statusCode: 400, code: 'rest_invalid_param', params: ['i18n_language'] });
      }
    });

    test.each(mounts)('is documented by the root route, OPTIONS and OpenAPI of the %s mount', async (on) => {
      const { routes: documented } = await world.get('', { on });
      for (const route of Object.values(documented) as { endpoints: { args: Record<string, unknown> }[] }[]) {
        for (const { args } of route.endpoints) {
          expect(args.i18n_language).toMatchObject({ type: 'string', enum: ['en', 'fr'], required: false });
        }
      }
      const document = await world.get('/doc', { on });
      const operations = Object.entries(document.paths)
        .filter(([path]) => path !== '/session')
        .flatMap(([, item]) => Object.values(item as object));
      const shared = document.components.parameters;
      expect(shared.I18nLanguage).toMatchObject({ name: 'i18n_language', schema: { enum: ['en', 'fr'] } });
      for (const { parameters } of operations) {
        expect(parameters).toContainEqual({ $ref: '#/components/parameters/I18nLanguage' });
      }
      expect(document.components.schemas.EventInput.properties.i18n_language.enum).toEqual(['en', 'fr']);
    });

    test('does not exist where the site has one language', async () => {
      expect(JSON.stringify(await off.get(''))).not.toContain('i18n_language');
      expect(JSON.stringify(await off.get('/doc'))).not.toContain('i18n_language');
      const list = await off.get('/events?i18n_language=de');
      expect(list.rest_url).not.toContain('i18n_language');
      const made = await off.event({ i18n_language: 'xx' });
      expect(await off.get(`/events/${made.id}?i18n_language=zz`)).toMatchObject({ id: made.id });
    });

    test('is part of the page links', async () => {
      for (const _ of Array.from({ length: 3 })) await world.venue();
      const list = await world.get('/venues?per_page=1&page=2&i18n_language=fr');
      for (const url of [list.rest_url, list.next_rest_url, list.previous_rest_url]) {
        expect(url).toContain('i18n_language=fr');
      }
    });

    test('error messages are in the requested language', async () => {
      const french = await world.ask('GET /events/999999?i18n_language=fr');
      expect(french.body.message).toBe('Événement introuvable.');
      const english = await world.ask('GET /events/999999');
      expect(english.body.message).toBe('Event not found.');
      // The message names the noun, the code stays the same.
      const image = await world.ask('GET /media/999999');
      expect(image.body).toMatchObject({ code: 'rest-media-not-found', message: 'Image not found.' });
      const frenchImage = await world.ask('GET /media/999999?i18n_language=fr');
      expect(frenchImage.body.message).toBe('Image introuvable.');
      const wrong = await world.ask('POST /events', {
        as: 'editor',
        body: { i18n_language: 'fr', title: '', start_date: 'x', end_date: '2027-01-01' },
      });
      expect(wrong.body).toMatchObject({
        message: 'Paramètre(s) non valide(s) : title, start_date.',
        data: {
          params: {
            title: 'Ce champ ne doit pas être vide.',
            start_date: 'Date non valide. Utilisez le format AAAA-MM-JJ HH:MM:SS.',
          },
        },
      });
      const broken = await world.ask('POST /events?i18n_language=fr', {
        as: 'editor',
        raw: '{"a":',
        headers: { 'content-type': 'application/json' },
      });
      expect(broken.body).toMatchObject({
        code: 'rest_invalid_json',
        message: 'JSON non valide dans le corps de la requête : erreur de syntaxe.',
      });
    });
  });

  describe('doctor', () => {
    const world = useWorld(engine, bilingual);

    test('finds and repairs a wrong localized index and wrong slugs', async () => {
      const w = word();
      const made = await world.event({ title: `Lune ${w}`, i18n_language: 'fr' });
      await world.send(`POST /events/${made.id}`, { title: `Moon ${w}` });
      const { engine: untouched, registry } = openWithoutMigrating(readConfig(world.settings));
      const [check] = checksOf(untouched, registry).filter(({ name }) => name === 'languages events');
      expect(await check?.faults()).toEqual([]);
      await untouched.transact(async (connection) => {
        await connection.run({ sql: 'delete from events_localized', values: [] });
        await connection.run({ sql: "insert into events_slugs (slug, owner) values ('nobody', 999)", values: [] });
      });
      expect(await check?.faults()).toEqual([
        '1 without a localized index row for every language',
        '0 localized index rows and 1 slugs without a record',
      ]);
      await check?.repair?.();
      expect(await check?.faults()).toEqual([]);
      expect((await world.get(`/events?${year}&search=lune+${w}&i18n_language=fr`)).total).toBe(1);
      await untouched.close();
    });
  });

  describe('any number of languages', () => {
    const world = useWorld(engine, { settings: { ALMANAC_LANGUAGES: 'de,fr-CA,en,it' } });
    const read = (world_: World, id: number, language: string) => world_.get(`/events/${id}?i18n_language=${language}`);

    test('a text falls back to the default, then to the first language that has it', async () => {
      const w = word();
      const made = await world.event({ title: `One ${w}`, excerpt: 'three', i18n_language: 'en' });
      expect(await read(world, made.id, 'de')).toMatchObject({ title: `One ${w}` });
      await world.send(`POST /events/${made.id}`, { title: `Un ${w}`, description: 'deux', i18n_language: 'fr-CA' });
      expect(await read(world, made.id, 'de')).toMatchObject({ title: `Un ${w}`, description: '<p>deux</p>' });
      await world.send(`POST /events/${made.id}`, { title: `Eins ${w}`, i18n_language: 'de' });
      expect(await read(world, made.id, 'de')).toMatchObject({
        title: `Eins ${w}`,
        description: '<p>deux</p>',
        excerpt: '<p>three</p>',
      });
      expect(await read(world, made.id, 'en')).toMatchObject({ title: `One ${w}`, description: '<p>deux</p>' });
      const total = async (text: string, language: string) =>
        (await world.get(`/events?search=${text}&i18n_language=${language}&${year}`)).total;
      expect(await total(`eins ${w}`, 'de')).toBe(1);
      expect(await total(`one ${w}`, 'de')).toBe(0);
      expect(await total(`one ${w}`, 'en')).toBe(1);
    });

    test('uses English messages for a language without a catalogue, and the base language for a region', async () => {
      const italian = await world.ask('GET /events/999999?i18n_language=it');
      expect(italian.body.message).toBe('Event not found.');
      const german = await world.ask('GET /events/999999?i18n_language=de');
      expect(german.body.message).toBe('Veranstaltung nicht gefunden.');
      const canadian = await world.ask('GET /events/999999?i18n_language=fr-CA');
      expect(canadian.body.message).toBe('Événement introuvable.');
    });

    test('loses no text when the languages or the default change', async () => {
      const w = word();
      const made = await world.event({ title: `Deux ${w}`, description: 'texte', i18n_language: 'fr-CA' });
      await world.send(`POST /events/${made.id}`, { title: `Zwei ${w}`, i18n_language: 'de' });

      await world.restart({ ALMANAC_LANGUAGES: '' });
      const plain = await world.get(`/events/${made.id}`);
      expect(plain).toMatchObject({ title: `Zwei ${w}`, slug: `zwei-${w}`, description: '<p>texte</p>' });
      expect((await world.get(`/events/by-slug/deux-${w}`)).id).toBe(made.id);
      expect((await world.get(`/events?${year}&search=zwei+${w}`)).total).toBe(1);
      await world.send(`POST /events/${made.id}`, { title: `Drei ${w}`, cost: '7' });

      await world.restart({ ALMANAC_LANGUAGES: 'fr-CA,de' });
      expect(await world.get(`/events/${made.id}`)).toMatchObject({ title: `Deux ${w}`, cost: '$7' });
      expect(await read(world, made.id, 'de')).toMatchObject({ title: `Drei ${w}` });
      const total = async (text: string, language: string) =>
        (await world.get(`/events?search=${text}&i18n_language=${language}&${year}`)).total;
      expect(await total(`drei ${w}`, 'de')).toBe(1);
      expect(await total(`zwei ${w}`, 'de')).toBe(0);
      expect(await total(`drei ${w}`, 'fr-CA')).toBe(0);
      await world.restart();
    });
  });
});
