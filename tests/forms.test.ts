// Form data: `x-input` in the OpenAPI document, and `_input` of records with context=edit.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { addUser, removeUser } from '../src/auth/accounts.js';
import { readConfig } from '../src/config.js';
import { anonymous } from '../src/core/actor.js';
import { everything, is } from '../src/core/condition.js';
import { optional } from '../src/core/field.js';
import { widgets } from '../src/core/input.js';
import { plainText } from '../src/core/kinds/text.js';
import { standard } from '../src/core/site.js';
import { linkedRows } from '../src/core/store.js';
import { facadeNamed, facadesOf } from '../src/endpoints/facades.js';
import { eventShapes } from '../src/facades/events/events.js';
import { openapiOf } from '../src/facades/openapi/document.js';
import { type Mount, mounts, type Who } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { stored } from './harness/pictures.js';
import { type Answered, type Body, startOfWorld, useWorld, type World, word } from './harness/world.js';

/** Of everything but people, who are not edited as drafts are. */
const recordPaths = eventShapes.filter(({ model }) => model.columns.version).map(({ path }) => path);

// biome-ignore lint/suspicious/noExplicitAny: the document as data, of which a test names what it needs
type Json = any;

const documentOf = (on: Mount, shapes = eventShapes): Json => {
  const facade = facadeNamed(facadesOf(readConfig({}), shapes), on);
  const site = {
    ...standard,
    name: 'Almanac',
    baseUrl: 'https://a.example',
    uidHost: 'calendar.example',
    zone: 'UTC',
    perPage: 10,
    version: '1.2.3',
  };
  return openapiOf({ actor: anonymous, facade, site, now: '2027-01-01 00:00:00' });
};

/** Everything that is kept of a record, but when it was last changed. */
async function keptOf(world: World, path: string, id: number): Promise<Body> {
  const table = eventShapes.find((shape) => shape.path === path)?.model;
  if (!table) throw new Error(`nothing is at ${path}`);
  const embeds = Object.keys(table.links).map((field) => ({ field, visible: everything }));
  const row = await world.store.read({ table, where: is('id', id), embeds });
  const linked = Object.keys(table.links).map((field) => [
    field,
    (row ? linkedRows(row, field) : []).map((to) => to.id),
  ]);
  const {
    version,
    content_version: _version,
    modified_utc: _modified,
    ...kept
  } = { ...row, ...Object.fromEntries(linked) } as Answered;
  expect(version).toBeGreaterThan(0);
  return kept;
}

describe('the OpenAPI document', () => {
  const document = documentOf('native');
  const { schemas } = document.components;

  test('describes the widget of every input property', () => {
    const inputs = Object.keys(schemas).filter((name) => /(Input|Update)$/.test(name));
    expect(inputs).toContain('TicketInput');
    for (const name of inputs) {
      for (const [key, property] of Object.entries<Json>(schemas[name].properties)) {
        expect(widgets, `${name}.${key}`).toContain(property['x-input']?.widget);
        const { resource, fields, same } = property['x-input'];
        const known = document['x-resources'].map((one: Json) => one.name);
        if (resource) expect(known, `${name}.${key}`).toContain(resource);
        if (fields) expect(schemas[fields], `${name}.${key}`).toBeDefined();
        if (same) expect(Object.keys(schemas[name].properties)).toContain(same);
      }
    }
  });

  test('includes form data that the field adds to its kind', () => {
    const of = (schema: string, key: string) => schemas[schema].properties[key]['x-input'];
    expect(of('EventInput', 'title')).toEqual({ widget: 'text', translated: true });
    expect(of('EventInput', 'venue')).toEqual({ widget: 'records', fields: 'VenueInput', resource: 'venue' });
    expect(of('EventInput', 'tags')).toEqual({ widget: 'terms', resource: 'tag' });
    expect(of('EventInput', 'parent')).toMatchObject({ widget: 'record', resource: 'event' });
    expect(of('EventInput', 'tickets')).toEqual({ widget: 'rows', fields: 'TicketInput', needs: 'tickets' });
    expect(of('EventInput', 'date_utc')).toEqual({ widget: 'moment', same: 'date' });
    expect(of('MediaInput', 'file')).toEqual({ widget: 'file', initial: true });
    expect(of('OrganizerInput', 'email')).toEqual({
      widget: 'email',
      group: 'contact',
      help: 'Visible to everyone.',
    });
    expect(schemas.MediaUpdate.properties).not.toHaveProperty('file');
  });

  test('describes the list and form of every resource', () => {
    const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'];
    expect(document['x-resources']).toEqual([
      {
        name: 'event',
        path: 'events',
        schema: 'Event',
        noun: { one: 'event', a: 'an event', many: 'events' },
        input: 'EventInput',
        label: 'title',
        removal: 'trash',
        right: 'write',
        statuses,
      },
      {
        name: 'venue',
        path: 'venues',
        schema: 'Venue',
        noun: { one: 'venue', a: 'a venue', many: 'venues' },
        input: 'VenueInput',
        label: 'venue',
        removal: 'trash',
        right: 'write',
        statuses,
      },
      {
        name: 'organizer',
        path: 'organizers',
        schema: 'Organizer',
        noun: { one: 'organizer', a: 'an organizer', many: 'organizers' },
        input: 'OrganizerInput',
        label: 'organizer',
        removal: 'trash',
        right: 'write',
        statuses,
      },
      {
        name: 'category',
        path: 'categories',
        schema: 'Category',
        noun: { one: 'category', a: 'a category', many: 'categories' },
        input: 'CategoryInput',
        label: 'name',
        removal: 'erase',
        right: 'categorize',
        tree: 'parent',
      },
      {
        name: 'tag',
        path: 'tags',
        schema: 'Tag',
        noun: { one: 'tag', a: 'a tag', many: 'tags' },
        input: 'TagInput',
        label: 'name',
        removal: 'erase',
        right: 'label',
      },
      {
        name: 'media',
        path: 'media',
        schema: 'Media',
        noun: { one: 'image', a: 'an image', many: 'images' },
        input: 'MediaInput',
        label: 'title',
        removal: 'erase',
        right: 'publish',
        upload: 'file',
      },
      {
        name: 'user',
        path: 'users',
        schema: 'User',
        noun: { one: 'user', a: 'a user', many: 'users' },
        input: 'UserInput',
        label: 'name',
        removal: 'erase',
        read: 'set-author',
        right: 'administer',
      },
      {
        name: 'subscription',
        noun: { one: 'subscription', a: 'a subscription', many: 'subscriptions' },
        path: 'subscriptions',
        label: 'name',
        schema: 'Subscription',
        input: 'SubscriptionInput',
        removal: 'erase',
        read: 'edit-others',
        right: 'edit-others',
      },
      {
        name: 'webhook',
        noun: { one: 'webhook', a: 'a webhook', many: 'webhooks' },
        path: 'webhooks',
        label: 'url',
        schema: 'Webhook',
        input: 'WebhookInput',
        removal: 'erase',
        read: 'edit-others',
        right: 'edit-others',
      },
      {
        name: 'settings',
        path: 'settings',
        schema: 'Settings',
        noun: { one: 'settings', a: 'the settings', many: 'settings' },
        input: 'SettingsUpdate',
        label: 'name',
        removal: 'erase',
        read: 'administer',
        right: 'administer',
        only: true,
      },
    ]);
    expect(document['x-site']).toEqual({
      languages: [],
      timezone: 'UTC',
      time_format: 'language',
      tickets: true,
      geolocation: true,
      recurrence: true,
      maps: { tiles: standard.maps.tiles, attribution: standard.maps.attribution },
      category_colors: [],
    });
    expect(Object.keys(documentOf('dropin'))).not.toContain('x-resources');
  });

  test('includes a new field and a new shape from their definitions', () => {
    const [first, ...rest] = eventShapes;
    if (!first) throw new Error('there is no shape');
    const longer = {
      ...first,
      fields: { ...first.fields, motto: optional(plainText, 'Motto', { example: 'Onward' }) },
    };
    const model = { ...first.model, name: 'festival' };
    const festival = { ...longer, model, path: 'festivals', schema: 'Festival' };
    const grown = documentOf('native', [longer, ...rest, festival]);
    for (const name of ['EventInput', 'EventUpdate', 'FestivalInput']) {
      expect(grown.components.schemas[name].properties.motto['x-input']).toEqual({ widget: 'text' });
    }
    expect(grown['x-resources'].map((one: Json) => one.name)).toContain('festival');
  });
});

onOneEngine((engine) => {
  describe('a record as a form', () => {
    const world = useWorld(engine, { settings: { ALMANAC_LANGUAGES: 'en,fr' } });
    let document: Json;
    const rich: Record<string, Answered> = {};
    beforeAll(async () => {
      document = await world.get('/doc');
      const image = await stored(world);
      const [parent, above] = [await world.event(), await world.category()];
      rich.events = await world.event({
        title: 'Harvest fair',
        description: '<p>Barn</p>\n\nand <b>music</b>',
        excerpt: 'Come <i>along</i>',
        author: world.people.author.id,
        date: '2026-11-01 01:30:00',
        image: image.id,
        cost: [5, 12],
        website: 'https://fair.example/',
        all_day: true,
        timezone: 'Europe/Paris',
        featured: true,
        categories: ['Music', 'Fairs'],
        tags: ['free', 'outside'],
        venue: [(await world.venue()).id, { venue: word('Barn ') }],
        organizer: { organizer: word('Guild ') },
        tickets: [{ name: 'Adults', price: 12.5, url: 'https://fair.example/t', capacity: 0 }],
        parent: parent.id,
        password: 'open sesame',
      });
      rich.venues = await world.venue({
        description: 'An old barn',
        city: 'Oakton',
        country: 'Canada',
        province: 'Quebec',
        stateprovince: 'QC',
        geo_lat: 44.4759,
        geo_lng: -73.2121,
        show_map: 'no',
        image: image.id,
        website: 'https://barn.example/',
      });
      rich.organizers = await world.organizer({ email: 'hello@guild.example', phone: '555', description: 'Keepers' });
      rich.categories = await world.category({ description: 'About', parent: above.id, slug: word('slug-') });
      rich.tags = await world.tag({ description: '<b>About</b>' });
      rich.media = await world.send(`PATCH /media/${image.id}`, {
        title: 'Fair',
        alt_text: 'Stalls',
        caption: 'By us',
      });
      const title = { events: 'title', venues: 'venue', organizers: 'organizer', categories: 'name', tags: 'name' };
      for (const [path, field] of Object.entries(title)) {
        await world.send(`PATCH /${path}/${rich[path]?.id}?i18n_language=fr`, {
          [field]: word('Nom '),
          description: '<p>En français</p>',
        });
      }
    });

    const editing = (path: string, language = 'en') => `${path}?context=edit&i18n_language=${language}`;

    describe.each(recordPaths)('of %s', (path) => {
      test.each(['en', 'fr'])('can be sent back unchanged without a change, in %s', async (language) => {
        const address = editing(`/${path}/${rich[path]?.id}`, language);
        const { _input, ...shown } = await world.get(address, { as: 'editor' });
        const before = await keptOf(world, path, shown.id);
        const { _input: again } = await world.send(`PATCH ${address}`, _input, { as: 'editor' });
        expect(await keptOf(world, path, shown.id)).toEqual(before);
        expect(again).toEqual(_input);
        expect(await world.get(address, { as: 'editor' })).toEqual({ ...shown, _input });
      });

      test('matches its schema and contains no secret', async () => {
        const schema = eventShapes.find((shape) => shape.path === path)?.schema;
        const { _input } = await world.get(editing(`/${path}/${rich[path]?.id}`), { as: 'editor' });
        const ajv = new Ajv2020({ strict: false, allErrors: true });
        ajv.addSchema(document, 'document');
        const validate = ajv.compile({ $ref: `document#/components/schemas/${schema}Update` });
        expect(validate(_input) ? [] : validate.errors).toEqual([]);
        const { properties } = document.components.schemas[`${schema}Update`];
        expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(_input)));
        expect(JSON.stringify(_input)).not.toMatch(/password|argon2|sesame/);
      });

      test('is present for callers who may edit, in reads and lists', async () => {
        const { id } = rich[path] as Answered;
        const mayRead: readonly Who[] = ['editor', 'administrator', 'author', 'contributor', 'subscriber', 'anonymous'];
        const changing: Readonly<Record<string, readonly Who[]>> = {
          events: ['author', 'editor', 'administrator'],
          categories: ['author', 'editor', 'administrator'],
          media: ['author', 'editor', 'administrator'],
        };
        const wanted = changing[path] ?? ['editor', 'administrator'];
        const all = 'per_page=100&start_date=2027-01-01&hide_empty=0';
        for (const who of mayRead) {
          const read = await world.ask(`GET ${editing(`/${path}/${id}`)}`, { as: who });
          expect([who, '_input' in read.body]).toEqual([who, wanted.includes(who)]);
          const listed = await world.get(`${editing(`/${path}`)}&${all}`, { as: who });
          const one = listed[path].find((item: Answered) => item.id === id);
          if (wanted.includes(who)) expect(one._input).toEqual(read.body._input);
          else expect(one ?? {}).not.toHaveProperty('_input');
        }
      });

      test('is absent without context=edit, and on the drop-in mount', async () => {
        const { id } = rich[path] as Answered;
        for (const on of mounts) {
          const address = `/${path}/${id}${on === 'dropin' ? '?context=edit' : '?password=open%20sesame'}`;
          expect(await world.get(address, { as: 'editor', on })).not.toHaveProperty('_input');
        }
      });
    });

    test('has one field for state and province, and sets the one that the country uses', async () => {
      const region = async (changes: Record<string, string>, query = '?context=edit') => {
        const { state, province, stateprovince } = await world.send(`PATCH /venues/${id}${query}`, changes);
        return { state, province, stateprovince };
      };
      const { id } = await world.venue({ country: 'United States', state: 'VT' });
      const { _input } = await world.get(`/venues/${id}?context=edit`, { as: 'editor' });
      expect(Object.keys(_input)).toContain('stateprovince');
      expect(Object.keys(_input)).not.toEqual(expect.arrayContaining(['state']));
      expect(Object.keys(_input)).not.toEqual(expect.arrayContaining(['province']));
      expect(await region({ stateprovince: 'NH' })).toEqual({ state: 'NH', stateprovince: 'NH' });
      expect(await region({ country: 'Canada' })).toEqual({ province: 'NH', stateprovince: 'NH' });
      expect(await region({ stateprovince: '' })).toEqual({});
      // Programs keep their three fields.
      expect(await region({ stateprovince: 'QC' }, '')).toEqual({ stateprovince: 'QC' });
      expect(await region({ province: 'Quebec' })).toEqual({ province: 'Quebec', stateprovince: 'QC' });
    });

    test('has raw texts, ids, the price as text and the event’s local time', async () => {
      const { id, venue, organizer, categories, tags, image, parent } = await world.get(
        editing(`/events/${rich.events?.id}`),
        { as: 'editor' },
      );
      const ids = (items: readonly Answered[]) => items.map((item) => item.id);
      const { _input } = await world.get(editing(`/events/${id}`), { as: 'editor' });
      expect(_input).toEqual({
        title: 'Harvest fair',
        start_date: '2027-07-01 00:00:00',
        end_date: '2027-07-01 23:59:59',
        author: world.people.author.id,
        date: '2026-11-01 01:30:00',
        description: '<p>Barn</p>\n\nand <b>music</b>',
        slug: 'harvest-fair',
        excerpt: 'Come <i>along</i>',
        status: 'publish',
        timezone: 'Europe/Paris',
        all_day: true,
        image: image.id,
        cost: '$5 – $12',
        website: 'https://fair.example/',
        show_map: false,
        show_map_link: false,
        hide_from_listings: false,
        sticky: false,
        featured: true,
        event_status: 'scheduled',
        event_status_note: '',
        attendance: 'in_person',
        online_url: '',
        online_url_from: '',
        categories: ids(categories),
        tags: ids(tags),
        venue: ids(venue),
        organizer: ids(organizer),
        tickets: [
          {
            name: 'Adults',
            price: 12.5,
            currency: 'USD',
            url: 'https://fair.example/t',
            capacity: 0,
            provider: 'link',
          },
        ],
        recurrence: '',
        parent,
      });
    });

    test('has no fallback texts of other languages', async () => {
      const made = await world.event({ title: word('Only English '), description: 'English', excerpt: 'Short' });
      const french = await world.send(`PATCH ${editing(`/events/${made.id}`, 'fr')}`, { excerpt: 'Bref' });
      expect(french).toMatchObject({ title: made.title, description: '<p>English</p>', excerpt: '<p>Bref</p>' });
      expect(french._input).toMatchObject({ description: '', excerpt: 'Bref', slug: '' });
      expect(french._input).not.toHaveProperty('title');
      const before = await keptOf(world, 'events', made.id);
      await world.send(`PATCH ${editing(`/events/${made.id}`, 'fr')}`, french._input);
      expect(await keptOf(world, 'events', made.id)).toEqual(before);
    });

    test('can be sent back when a referenced record is no longer selectable', async () => {
      const [venue, parent, name] = [await world.venue(), await world.event(), word('gone ')];
      const { id: author } = await addUser(world.store, { name, role: 'author', now: startOfWorld });
      const made = await world.event({ venue: venue.id, parent: parent.id, author, status: 'draft' });
      await removeUser(world.store, name);
      await world.send(`DELETE /venues/${venue.id}`, {});
      await world.send(`DELETE /events/${parent.id}`, {});
      const { _input } = await world.get(editing(`/events/${made.id}`), { as: 'editor' });
      expect(_input).not.toHaveProperty('date');
      const before = await keptOf(world, 'events', made.id);
      const kept = { venue: [venue.id], parent: parent.id, author, date_set: false };
      expect(before).toMatchObject(kept);
      await world.send(`PATCH ${editing(`/events/${made.id}`)}`, { ..._input, title: 'Another title' });
      expect(await keptOf(world, 'events', made.id)).toMatchObject({
        ...kept,
        title: 'Another title',
      });
    });

    test('can be saved in the trash without being restored', async () => {
      const made = await world.event({ status: 'draft' }, { as: 'contributor' });
      await world.send(`DELETE /events/${made.id}`, {}, { as: 'contributor' });
      const { events } = await world.get(`${editing('/events')}&status=trash`, { as: 'contributor' });
      const { _input } = events.find((one: Answered) => one.id === made.id);
      const before = await keptOf(world, 'events', made.id);
      await world.send(`PATCH ${editing(`/events/${made.id}`)}`, _input, { as: 'contributor' });
      expect(await keptOf(world, 'events', made.id)).toEqual(before);
    });

    test('has no fields of a disabled extension', async () => {
      await world.restart({ ALMANAC_TICKETS: 'off', ALMANAC_GEOLOCATION: 'off' });
      for (const path of ['events', 'venues'] as const) {
        const address = editing(`/${path}/${rich[path]?.id}`);
        const { _input } = await world.get(address, { as: 'editor' });
        const before = await keptOf(world, path, rich[path]?.id ?? 0);
        await world.send(`PATCH ${address}`, _input, { as: 'editor' });
        expect(await keptOf(world, path, rich[path]?.id ?? 0)).toEqual(before);
        expect(Object.keys(_input)).not.toEqual(expect.arrayContaining(['tickets']));
        expect(Object.keys(_input)).not.toEqual(expect.arrayContaining(['geo_lat']));
      }
    });
  });
});
