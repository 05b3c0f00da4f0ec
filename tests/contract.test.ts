// One contract for every shape: create, read, partial updates, clearing, validation, remove.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Shape } from '../src/core/shape.js';
import { eventShapes } from '../src/facades/events/events.js';
import { expectRefusal } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import type { Sample } from './harness/samples/sample.js';
import { samples } from './harness/samples/samples.js';
import { type Answered, type Body, startOfWorld, useWorld } from './harness/world.js';

const later = '2027-06-15 16:30:00';
const modifiedLater = { modified: '2027-06-15 12:30:00', modified_utc: later };

/** External IDs have their own tests: a second record with the same one is an update. */
const fieldsOf = (shape: Shape) =>
  Object.entries(shape.fields).filter(([, { undocumented, noForm }]) => !undocumented && !noForm);
const namesOf = (shape: Shape) => fieldsOf(shape).map(([name]) => name);
const isPost = ({ model }: Shape) => model.removal === 'trash';

/** Media and users have their own tests. */
const described = eventShapes.filter(({ upload, model }) => upload === undefined && model.columns.version);

/** The record as write responses return it: only single reads add JSON-LD. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (name === 'json_ld' ? [] : [[name, plain(inner)]])),
  );
};

/** Undefined values mean absent keys. */
const given = (body: Body): Body => Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

onOneEngine((engine) => {
  const world = useWorld(engine);
  beforeEach(() => {
    world.clock.now = startOfWorld;
  });

  test('every resource has a sample', () => {
    expect(Object.keys(samples)).toEqual(described.map(({ model }) => model.name));
  });

  describe.each(described.map((shape) => [shape.path, shape] as const))('%s', (path, shape) => {
    const sample = samples[shape.model.name] as Sample;
    const collection = `/${path}`;
    const post = isPost(shape);
    let parent: Answered | undefined;

    beforeAll(async () => {
      if ('path' in shape.model.columns) parent = await world.category({ name: `Above ${shape.model.name}` });
    });

    /** Every field, with references to existing records. */
    const most = (): Body => ({ ...sample.most, ...(parent && { parent: parent.id }) });

    /** A record with every field; removes the previous one, because terms need unique names. */
    async function full(): Promise<Answered> {
      if (shape.model.removal === 'erase') {
        const found = await world.get(`${collection}?hide_empty=false&per_page=100`);
        for (const { id, name } of found[path] as Answered[]) {
          if (['Music', 'Sound'].includes(name)) await world.send(`DELETE ${collection}/${id}`, {});
        }
      }
      return world.send(`POST ${collection}`, most());
    }

    async function everyone(): Promise<readonly Answered[]> {
      const items: Answered[] = [];
      for (let page = 1, pages = 1; page <= pages; page++) {
        const list = await world.get(`${collection}?hide_empty=false&per_page=100&page=${page}`);
        items.push(...list[path]);
        pages = list.total_pages;
      }
      return items;
    }

    describe('creating', () => {
      test('returns the whole record for the required fields alone', async () => {
        const reply = await world.ask(`POST ${collection}`, { as: 'author', body: sample.least });
        if (reply.statusCode === 403) return expect(shape.model.name).toBe('tag');
        expect(reply.statusCode).toBe(201);
        expect(reply.body).toEqual(sample.leastBody(reply.body.id, world.people.author.id));
        expect(reply.headers.get('location')).toMatch(new RegExp(`${collection}/${reply.body.id}$`));
      });

      test('returns the whole record when every field is given', async () => {
        expect(Object.keys(sample.most).sort()).toEqual(namesOf(shape).sort());
        const answer = await full();
        expect(answer).toEqual(await sample.mostBody(answer, world));
      });

      test('accepts the documented examples', async () => {
        const examples = fieldsOf(shape).flatMap(([name, { example }]) =>
          example === undefined ? [] : [[name, example]],
        );
        const [key = ''] = Object.keys(sample.least);
        const { id } = await world.send(`POST ${collection}`, {
          ...Object.fromEntries(examples),
          ...(!post && { [key]: 'Example' }),
        });
        await world.send(`DELETE ${collection}/${id}`, {});
      });

      test('returns keys in the documented order', async () => {
        const answer = await full();
        const order = Object.keys(shape.body);
        expect(Object.keys(answer)).toEqual(order.filter((name) => name in answer));
      });

      test('treats null as absent', async () => {
        const nulls = Object.fromEntries(namesOf(shape).map((name) => [name, null]));
        const name = Object.fromEntries(
          Object.entries(sample.least).map(([key, value], index) => [key, index === 0 ? `Null ${value}` : value]),
        );
        const answer = await world.send(`POST ${collection}`, { ...nulls, ...name });
        expect(Object.keys(answer)).toEqual(Object.keys(given({ ...answer })));
        expectRefusal(await world.ask(`POST ${collection}`, { as: 'editor', body: nulls }), {
          statusCode: 400,
          code: 'rest_missing_callback_param',
          params: Object.keys(sample.least),
        });
      });

      test('ignores unknown fields, derived fields and an id', async () => {
        const known = await full();
        const foreign = {
          id: known.id,
          nonsense: true,
          global_id: 'x',
          url: 'x',
          modified: 'x',
          count: 99,
          version: 77,
        };
        const [key = ''] = Object.keys(sample.least);
        const answer = await world.send(`POST ${collection}`, { ...foreign, ...sample.least, [key]: 'Foreign Fields' });
        expect(answer.id).not.toBe(known.id);
        expect(answer).not.toHaveProperty('nonsense');
        expect(answer).not.toHaveProperty('version');
        expect(answer.global_id).toBe(post ? `calendar.example?id=${answer.id}` : undefined);
        expect(answer.count).toBe(post ? undefined : 0);
        expect(answer.url).toMatch(/foreign-fields/);
      });
    });

    describe('reading', () => {
      test('returns the same record by id, by slug and in a list', async () => {
        const made = await full();
        const byId = await world.get(`${collection}/${made.id}`);
        expect(plain(byId)).toEqual(made);
        expect('json_ld' in byId).toBe(post);
        if (shape.lookedUpBy.includes('slug')) {
          expect(await world.get(`${collection}/by-slug/${made.slug}`)).toEqual(byId);
        }
        const { _links, ...item } = made;
        expect((await everyone()).find(({ id }) => id === made.id)).toEqual(item);
        expect(_links === undefined).toBe(post);
      });
    });

    describe('updating', () => {
      test('the test data has a second value and the effect of an empty text for every field', async () => {
        const record = await full();
        expect(Object.keys(await sample.others(world, record)).sort()).toEqual(namesOf(shape).sort());
        expect(Object.keys(sample.empty(record)).sort()).toEqual(namesOf(shape).sort());
      });

      test.each(namesOf(shape))('%s alone changes no other field', async (name) => {
        const before = await full();
        const { value, changes } = (await sample.others(world, before))[name] as { value: unknown; changes: Body };
        world.clock.now = later;
        const answer = await world.send(`PATCH ${collection}/${before.id}`, { [name]: value });
        expect(answer).toEqual(given({ ...before, ...(post && modifiedLater), ...changes }));
        const protectedNow = name === 'password';
        const address = `${collection}/${before.id}${protectedNow ? '?context=edit' : ''}`;
        const { _input: _, ...read } = await world.get(address, { as: 'administrator' });
        expect(plain(read as Answered)).toEqual(answer);
      });

      test.each(namesOf(shape))('%s as null changes nothing', async (name) => {
        const before = await full();
        world.clock.now = later;
        const answer = await world.send(`PATCH ${collection}/${before.id}`, { [name]: null });
        expect(answer).toEqual({ ...before, ...(post && modifiedLater) });
      });

      test.each(namesOf(shape))('%s as empty text is cleared or rejected', async (name) => {
        const before = await full();
        const wanted = sample.empty(before)[name];
        world.clock.now = later;
        const reply = await world.ask(`PATCH ${collection}/${before.id}`, { as: 'editor', body: { [name]: '' } });
        if (wanted === 'refused') {
          expectRefusal(reply, { statusCode: 400, code: 'rest_invalid_param', params: [name] });
          expect(plain(await world.get(`${collection}/${before.id}`))).toEqual(before);
        } else {
          expect(reply.body).toEqual(given({ ...before, ...(post && modifiedLater), ...wanted }));
        }
      });

      test('an empty body, unknown fields and an id in the body change nothing', async () => {
        const [before, other] = [
          await full(),
          await world.send(`POST ${collection}`, { ...sample.least, ...unlike() }),
        ];
        world.clock.now = later;
        for (const body of [{}, { nonsense: 1 }, { id: other.id }]) {
          const answer = await world.send(`PATCH ${collection}/${before.id}`, body);
          expect(answer).toEqual({ ...before, ...(post && modifiedLater) });
        }
        const byQuery = await world.send(`PATCH ${collection}/${before.id}?id=${other.id}`, {});
        expect(byQuery.id).toBe(before.id);
        expect(plain(await world.get(`${collection}/${other.id}`))).toEqual(other);
      });

      test('POST, PUT and PATCH update alike', async () => {
        const [key = ''] = Object.keys(sample.least);
        const answers: Body[] = [];
        for (const method of ['POST', 'PUT', 'PATCH']) {
          const before = await full();
          world.clock.now = later;
          const answer = await world.send(`${method} ${collection}/${before.id}`, { [key]: 'Sound' });
          expect(answer).toEqual({ ...before, [key]: 'Sound', ...(post && modifiedLater) });
          answers.push(Object.keys(answer) as unknown as Body);
          world.clock.now = startOfWorld;
        }
        expect(answers[1]).toEqual(answers[0]);
        expect(answers[2]).toEqual(answers[0]);
      });
    });

    let unlikes = 0;
    const unlike = () => ({ [Object.keys(sample.least)[0] ?? '']: `Unlike ${shape.model.name} ${++unlikes}` });

    describe('validation', () => {
      test('reports all missing fields together, before invalid values and types', async () => {
        const faulty = Object.fromEntries(Object.keys(sample.wrong).map((name) => [name, sample.wrong[name]]));
        const reply = await world.ask(`POST ${collection}`, { body: { ...faulty, status: 'nonsense' } });
        expectRefusal(reply, {
          statusCode: 400,
          code: 'rest_missing_callback_param',
          params: Object.keys(sample.least),
        });
      });

      test('reports all invalid values together, before invalid types', async () => {
        const [key = ''] = Object.keys(sample.least);
        const body = { ...sample.least, [key]: '  ', description: 5, ...sample.wrong };
        const reply = await world.ask(`POST ${collection}`, { body });
        expectRefusal(reply, { statusCode: 400, code: 'rest_invalid_param', params: [key, 'description'] });
        expect(reply.body.data.details).toEqual([]);
      });

      test('reports all invalid types together, each with its details', async () => {
        const names = Object.keys(sample.wrong);
        if (names.length === 0) return;
        const reply = await world.ask(`POST ${collection}`, { body: { ...sample.least, ...sample.wrong } });
        expectRefusal(reply, { statusCode: 400, code: 'rest_invalid_param', params: names });
        for (const name of names) {
          expect(reply.body.data.details[name]).toEqual({
            code: 'rest_invalid_type',
            message: expect.stringMatching(/\S/),
            data: { param: name },
          });
        }
      });

      test.each(['title', 'venue', 'organizer', 'name', 'description', 'excerpt', 'city', 'phone', 'email', 'slug'])(
        'text in %s is text: numbers, flags, lists and objects are refused',
        async (name) => {
          if (!(name in shape.fields) || (shape.model.name === 'event' && ['venue', 'organizer'].includes(name)))
            return;
          for (const value of [5, true, ['a'], { a: 1 }]) {
            const body = { ...sample.least, [name]: value };
            const reply = await world.ask(`POST ${collection}`, { as: 'editor', body });
            expectRefusal(reply, { statusCode: 400, code: 'rest_invalid_param', params: [name] });
          }
        },
      );

      test('reports invalid input to an anonymous caller before 401', async () => {
        expectRefusal(await world.ask(`POST ${collection}`, { body: sample.least }), {
          statusCode: 401,
          code: 'rest_forbidden',
        });
        const subscriber = await world.ask(`POST ${collection}`, { as: 'subscriber', body: sample.least });
        expectRefusal(subscriber, { statusCode: 403, code: 'rest_forbidden' });
      });
    });

    describe('removing', () => {
      test('returns the removed record, and 410 the second time', async () => {
        const made = await full();
        world.clock.now = later;
        const reply = await world.ask(`DELETE ${collection}/${made.id}`, { as: 'editor' });
        expect(reply.statusCode).toBe(200);
        if (post) {
          const url = `https://calendar.example/?post_type=tribe_${shape.model.name === 'event' ? 'events' : shape.model.name}&p=${made.id}`;
          expect(reply.body).toMatchObject({ ...modifiedLater, status: 'trash', slug: `${made.slug}__trashed`, url });
          const { status, slug, url: _, modified, modified_utc, categories, tags, ...rest } = reply.body;
          expect(made).toMatchObject(rest);
          expect([status, slug, modified, modified_utc].includes(undefined)).toBe(false);
          for (const term of [...(categories ?? []), ...(tags ?? [])]) expect(term.count).toBeGreaterThanOrEqual(0);
          expectRefusal(await world.ask(`DELETE ${collection}/${made.id}`, { as: 'editor' }), {
            statusCode: 410,
            code: `${shape.model.name}-is-in-trash`,
          });
        } else {
          const { _links, ...body } = made;
          expect(reply.body).toEqual(body);
          expect(_links).toBeDefined();
          expectRefusal(await world.ask(`DELETE ${collection}/${made.id}`, { as: 'editor' }), {
            statusCode: 404,
            code: `rest-${shape.model.name}-not-found`,
          });
        }
      });

      test('removes the record from lists and totals', async () => {
        const made = await full();
        const ids = async () => (await everyone()).map(({ id }) => id);
        const total = async () => (await world.get(`${collection}?hide_empty=false`)).total;
        const [before, count] = [await ids(), await total()];
        expect(before).toContain(made.id);
        await world.send(`DELETE ${collection}/${made.id}`, {});
        expect(await ids()).toEqual(before.filter((id) => id !== made.id));
        expect(await total()).toBe(count - 1);
      });
    });
  });
});
