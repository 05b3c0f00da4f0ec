// The OpenAPI document of each mount: valid, complete, consistent with the definitions and with real responses.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, test } from 'vitest';
import { cookieName } from '../src/auth/sessions.js';
import { readConfig } from '../src/config.js';
import { anonymous } from '../src/core/actor.js';
import type { Call } from '../src/core/call.js';
import { feedTypes } from '../src/core/format.js';
import { standard } from '../src/core/site.js';
import { facadeNamed, facadesOf } from '../src/endpoints/facades.js';
import { openapiOf } from '../src/facades/openapi/document.js';
import { exampleInput } from '../src/facades/openapi/sample.js';
import { listParams } from '../src/facades/parse.js';
import { type Ask, mounts, prefixes } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { baseUrl, useWorld, word } from './harness/world.js';

// biome-ignore lint/suspicious/noExplicitAny: the document as data, of which a test names what it needs
type Json = any;

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

/** Every object in the document with the path to it. */
function* objectsIn(value: Json, path = '#'): Generator<readonly [string, Json]> {
  if (typeof value !== 'object' || value === null) return;
  yield [path, value];
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, `${path}/${key}`);
}

/** Resolves a reference inside the document. */
const resolve = (document: Json, ref: string): Json =>
  ref
    .slice(2)
    .split('/')
    .reduce((place, key) => place?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);

const follow = (document: Json, value: Json): Json => (value?.$ref ? resolve(document, value.$ref) : value);

function validatorFor(document: Json): (schema: Json) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  const compiled = new Map<string, ValidateFunction>();
  return (schema) => {
    const absolute = JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"document#');
    const validate = compiled.get(absolute) ?? ajv.compile(JSON.parse(absolute));
    compiled.set(absolute, validate);
    return validate;
  };
}

async function lint(document: string): Promise<Json> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-openapi-'));
  const file = join(folder, 'openapi.json');
  await writeFile(file, document);
  const redocly = join(root, 'node_modules/.bin/redocly');
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const options = ['lint', file, '--config', join(root, 'redocly.yaml'), '--format', 'json'];
  // A document with faults ends the linter with a code of its own; its report says more.
  const { stdout } = await run(redocly, options, { cwd: folder, env }).catch((error) => error);
  await rm(folder, { recursive: true, force: true });
  return JSON.parse(stdout);
}

/** The engines serve the same document, which is linted once. */
const reports = new Map<string, Promise<Json>>();
function lintReport(document: string): Promise<Json> {
  const report = reports.get(document) ?? lint(document);
  reports.set(document, report);
  return report;
}

const operationsIn = (document: Json): readonly (readonly [string, Json])[] =>
  Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  );

const exampleSite = {
  ...standard,
  name: 'Almanac',
  baseUrl,
  uidHost: 'calendar.example',
  zone: 'UTC',
  perPage: 10,
  version: '1.2.3',
};

const template = (path: string): string => path.replace(/:(\w+)(\([^/()]*\))?/g, '{$1}') || '/';

onOneEngine((engine) => {
  describe.each(mounts)('the document of the %s mount', (on) => {
    const world = useWorld(engine);
    const facade = facadeNamed(facadesOf(readConfig({})), on);
    const shapes = facade.shapes.filter(({ only }) => only === undefined);
    const nouns = shapes.map(({ model }) => model.noun);
    let document: Json;
    let validator: ReturnType<typeof validatorFor>;
    beforeAll(async () => {
      document = await world.get('/doc', { on });
      validator = validatorFor(document);
    });
    const expectValid = (schema: Json, value: unknown, where: string) => {
      const validate = validator(schema);
      expect(validate(value) ? [] : validate.errors, `${where}: ${JSON.stringify(value)}`).toEqual([]);
    };

    const parameterNamed = (name: string, path: string): Json =>
      document.paths[path].get.parameters
        .map((parameter: Json) => follow(document, parameter))
        .find((parameter: Json) => parameter.name === name);

    test('has title, licence and server', () => {
      expect(document.openapi).toMatch(/^3\.1\./);
      expect(document.info).toMatchObject({ title: 'Almanac', version: expect.any(String), license: { name: 'MIT' } });
      expect(document.servers).toEqual([{ url: baseUrl + prefixes[on] }]);
    });

    test('passes the linter without an error or a warning', async () => {
      const report = await lintReport(JSON.stringify(document));
      expect(report.problems).toEqual([]);
      expect(report.totals).toMatchObject({ errors: 0, warnings: 0 });
    });

    test('calls records by the nouns of their definitions, with the right article', () => {
      const summaries = operationsIn(document).map(([, { summary }]) => String(summary));
      for (const noun of nouns) {
        expect(summaries).toEqual(expect.arrayContaining([`List ${noun.many}`, `Create ${noun.a}`]));
      }
      expect(nouns.map(({ a }) => a)).toEqual(
        expect.arrayContaining(['an event', 'a venue', 'an organizer', 'an image']),
      );
      const texts = [...objectsIn(document)].flatMap(([, { summary, description, message }]) =>
        [summary, description, message].filter((text) => typeof text === 'string'),
      );
      expect(
        texts.filter((text) => /\b(an user|a (organizer|event|image)|an? media|such media)\b/i.test(text)),
      ).toEqual([]);
    });

    test('writes descriptions as whole sentences, and summaries without a full stop', () => {
      const texts = [...objectsIn(document)].filter(([path]) => !/\/(example|value)\//.test(`${path}/`));
      const unfinished = texts.filter(
        ([, { description: text }]) => typeof text === 'string' && !/^\S.*\.$/s.test(text),
      );
      expect(unfinished.map(([path, { description: text }]) => `${path}: ${text}`)).toEqual([]);
      const summaries = operationsIn(document).map(([, { summary }]) => String(summary));
      expect(summaries.filter((summary) => !/^[A-Z].*[^.]$/.test(summary))).toEqual([]);
      expect(summaries).toEqual(expect.arrayContaining(['Get a venue by ID', 'Update a venue by slug']));
    });

    test('has every method of every path with a unique operationId', () => {
      const wanted = facade.endpoints.flatMap(({ path, actions }) =>
        Object.keys(actions).map((method) => `${method} ${template(path)}`),
      );
      const operations = operationsIn(document);
      expect(operations.map(([name]) => name).sort()).toEqual(wanted.sort());
      const names = operations.map(([, { operationId }]) => operationId);
      expect(new Set(names).size).toBe(names.length);
      for (const [where, operation] of operations) {
        expect(operation.summary, where).toMatch(/\S/);
        expect(operation.tags, where).toHaveLength(1);
      }
    });

    test('resolves every reference', () => {
      for (const [path, { $ref }] of objectsIn(document)) {
        if (typeof $ref === 'string') expect(resolve(document, $ref), `${path} → ${$ref}`).toBeDefined();
      }
    });

    test('writes a parameter or response of several operations once', () => {
      for (const section of ['parameters', 'responses'] as const) {
        const written = operationsIn(document)
          .flatMap(([, operation]) => Object.values<Json>(operation[section] ?? {}))
          .filter(({ $ref }) => $ref === undefined);
        const texts = [...written, ...Object.values(document.components[section])].map((value) =>
          JSON.stringify(value),
        );
        expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
      }
    });

    test('documents a resource with one record without a list', () => {
      for (const { path, schema, fields } of facade.shapes.filter(({ only }) => only !== undefined)) {
        expect(Object.keys(document.paths[`/${path}`]).sort()).toEqual(['get', 'patch', 'post', 'put']);
        expect(Object.keys(document.components.schemas[`${schema}Update`].properties)).toEqual(Object.keys(fields));
        expect([document.components.schemas[`${schema}List`], document.paths[`/${path}/{id}`]]).toEqual([
          undefined,
          undefined,
        ]);
      }
    });

    test('documents every field and parameter', () => {
      for (const resource of shapes) {
        const open = Object.keys(resource.fields).filter((name) => !resource.fields[name]?.undocumented);
        for (const kind of ['Input', 'Update']) {
          const { properties } = document.components.schemas[resource.schema + kind];
          const taken = open.filter((name) => kind === 'Input' || !resource.fields[name]?.createOnly);
          expect(Object.keys(properties)).toEqual(taken);
        }
        expect(Object.keys(document.components.schemas[resource.schema].properties)).toEqual([
          ...Object.keys(resource.body).filter((name) => !resource.body[name]?.undocumented),
          ...(on === 'native' ? ['_input'] : []),
        ]);
        const parameters = (operation: Json): readonly string[] =>
          operation.parameters.map((parameter: Json) => follow(document, parameter).name);
        const { get: list, post: create } = document.paths[`/${resource.path}`];
        const { get: read, delete: remove, patch } = document.paths[`/${resource.path}/{id}`];
        expect(parameters(list)).toEqual(expect.arrayContaining(Object.keys(listParams(resource))));
        expect(parameters(list)).toEqual(expect.arrayContaining(['_fields', '_envelope', 'If-None-Match']));
        expect(parameters(read)).toEqual(expect.arrayContaining(['id', ...Object.keys(resource.readParams)]));
        expect(parameters(remove)).toEqual(expect.arrayContaining(['id', 'If-Match']));
        expect(parameters(patch)).toEqual(expect.arrayContaining(['id', 'If-Match']));
        expect(parameters(create)).toContain('Idempotency-Key');
      }
    });

    test('has only examples and defaults that match their schema', () => {
      for (const [path, holder] of objectsIn(document)) {
        if (/\/examples?(\/|$)|\/default$/.test(path)) continue;
        if (holder.schema && holder.example !== undefined) expectValid(holder.schema, holder.example, path);
        if (holder.schema && holder.examples) {
          for (const example of Object.values(holder.examples)) {
            expectValid(holder.schema, follow(document, example).value, path);
          }
        }
        const isSchema = /^#\/components\/schemas\//.test(path) || path.endsWith('/schema');
        if (isSchema && 'default' in holder && !path.endsWith('/properties')) expectValid(holder, holder.default, path);
        if (isSchema && Array.isArray(holder.examples)) {
          for (const example of holder.examples) expectValid(holder, example, path);
        }
      }
    });

    test('has an example for every success response, and the error schema for every error', () => {
      for (const [where, { responses }] of operationsIn(document)) {
        for (const [statusCode, response] of Object.entries<Json>(responses)) {
          if (statusCode === '304') continue;
          const { content } = follow(document, response);
          if (statusCode === '200' && where.endsWith('.{format}')) {
            expect(Object.keys(content)).toEqual(Object.values(feedTypes));
            for (const [type, { schema }] of Object.entries<Json>(content))
              expect([type, schema]).toEqual([type, { type: type.endsWith('+json') ? 'object' : 'string' }]);
            continue;
          }
          // Long responses are lines of JSON.
          const { schema, examples, example } = content['application/json'] ?? content['application/x-ndjson'];
          expect(Object.keys(examples ?? example), `${where} ${statusCode}`).not.toEqual([]);
          if (!statusCode.startsWith('2'))
            expect(schema, `${where} ${statusCode}`).toEqual({ $ref: '#/components/schemas/Error' });
        }
      }
    });

    test('describes computed defaults in words and keeps the declared ones', () => {
      const named = (name: string): Json => parameterNamed(name, '/events');
      expect(named('start_date').schema).not.toHaveProperty('default');
      expect(named('start_date').description).toContain('default');
      expect(named('per_page').schema.default).toBe('10');
      expect(named('strict_dates').schema.default).toBe('false');
      expect(named('categories')).toMatchObject({ style: 'form', explode: false });
    });

    test('lists the values of orderby, by which the console sorts', () => {
      const valuesIn = (path: string) => parameterNamed('orderby', path).schema.enum;
      expect(valuesIn('/events')).toEqual(['start_date', 'title', 'modified', 'id', 'distance']);
      expect(valuesIn('/tags')).toEqual(['name', 'slug', 'id', 'count', 'description', 'include']);
      expect(valuesIn('/categories')).toContain('parent');
    });

    test('names the session cookie as it is', () => {
      expect(document.components.securitySchemes.session.name).toBe(cookieName);
    });

    test('requires no key that a name without a slug leaves out', async () => {
      for (const [path, schema] of [
        ['venues', 'Venue'],
        ['organizers', 'Organizer'],
      ] as const) {
        for (const name of ['[0', '!?']) {
          const { id } = await world.send(`POST /${path}`, { [schema.toLowerCase()]: name }, { on });
          const { body } = await world.ask(`GET /${path}/${id}`, { on });
          expect(body).toMatchObject({ id, [schema.toLowerCase()]: name });
          expectValid({ $ref: `#/components/schemas/${schema}` }, body, name);
        }
      }
    });

    test('documents the errors that occur', async () => {
      const documentedCodes = (operation: Json, statusCode: number): readonly string[] =>
        Object.values<Json>(
          follow(document, operation.responses[statusCode] ?? {}).content?.['application/json'].examples ?? {},
        ).map(({ value }) => value.code);
      const refused = async (request: string, operation: Json, asking: Ask = { as: 'administrator' }) => {
        const reply = await world.ask(request, { on, ...asking });
        if (reply.statusCode < 400) return;
        expect(
          documentedCodes(operation, reply.statusCode),
          `${request} → ${reply.statusCode} ${reply.text}`,
        ).toContain(reply.body.code);
        expectValid({ $ref: '#/components/schemas/Error' }, reply.body, request);
      };
      for (const resource of shapes) {
        const { get: list, post: create } = document.paths[`/${resource.path}`];
        const given = exampleInput(resource.fields, true);
        const { id, slug } = await world.send(`POST /${resource.path}`, given, { on });
        await refused(`GET /${resource.path}?page=zero`, list);
        await refused(`GET /${resource.path}?page=99`, list);
        await refused(`POST /${resource.path}`, create, { body: {} });
        await refused(`POST /${resource.path}`, create, { as: 'administrator', body: given });
        await refused(`POST /${resource.path}`, create, { body: given });
        await refused(`POST /${resource.path}`, create, { as: 'subscriber', body: given });
        await refused(`POST /${resource.path}`, create, { raw: '{', headers: { 'content-type': 'application/json' } });
        const addresses = { '/{id}': [id, 99_999], '/by-slug/{slug}': [slug, 'nowhere'] };
        for (const [address, [known, unknown]] of Object.entries(addresses)) {
          const single = document.paths[`/${resource.path}${address}`];
          if (!single) continue;
          const at = (which: unknown) => `/${resource.path}${address.replace(/\{.*\}/, String(which))}`;
          for (const method of ['GET', 'DELETE', 'PATCH']) {
            await refused(`${method} ${at(unknown)}`, single[method.toLowerCase()], {
              as: 'administrator',
              body: undefined,
            });
          }
          await refused(`PATCH ${at(known)}`, single.patch, { as: 'administrator', headers: { 'if-match': '"0-x"' } });
          await refused(`DELETE ${at(known)}`, single.delete, { as: 'contributor' });
        }
        const single = document.paths[`/${resource.path}/{id}`];
        const one = `/${resource.path}/${id}`;
        await world.send(`PATCH ${one}`, { status: 'private' }, { on });
        await refused(`GET ${one}`, single.get, {});
        await refused(`DELETE ${one}`, single.delete);
        await refused(`DELETE ${one}`, single.delete);
        await refused(`GET ${one}`, single.get, {});
        await refused(`GET ${one}`, single.get);
      }
    });

    test.runIf(on === 'native')('documents each status and body of operations beside the records', async () => {
      const { id } = await world.event();
      await world.send(`PATCH /events/${id}`, { title: 'Renamed' });
      const hidden = await world.event({ status: 'draft' });
      const trashed = await world.event();
      await world.send(`DELETE /events/${trashed.id}`, {});
      const venue = await world.venue();
      await world.send(`DELETE /venues/${venue.id}`, {});
      const { revisions } = await world.get('/revisions', { as: 'administrator' });
      const revision = revisions.find(({ record }: Json) => record === id).id;
      const json = { 'content-type': 'application/json' };
      const stale = { 'if-match': '"0-x"' };
      const batch = (...operations: readonly Json[]) => ({ body: { operations } });
      const asks: readonly (readonly [string, string, Ask])[] = [
        ...[{}, { as: 'editor' }, { as: 'administrator' }].map(
          (ask) => ['GET /settings', '/settings', ask as Ask] as const,
        ),
        ['PATCH /settings', '/settings', { as: 'administrator', body: { site_name: 'Town' } }],
        ['PATCH /settings', '/settings', { as: 'administrator', body: { site_name: 'Town 2', dry_run: true } }],
        [`PATCH /events/${id}`, '/events/{id}', { as: 'administrator', body: { tags: 'a new one', dry_run: true } }],
        ['PATCH /settings', '/settings', { as: 'administrator', body: { timezone: 'Mars' } }],
        ['PATCH /settings', '/settings', { as: 'administrator', body: {}, headers: stale }],
        ['PATCH /settings', '/settings', { as: 'administrator', raw: '{', headers: json }],
        ['PATCH /settings', '/settings', { as: 'editor', body: {} }],
        ['PATCH /settings', '/settings', { body: {} }],
        ...([{}, { dry_run: true }, { atomic: false }] as const).map(
          (given) =>
            [
              'POST /batch',
              '/batch',
              {
                as: 'editor',
                body: { operations: [{ method: 'POST', path: '/tags', body: { name: word() } }], ...given },
              },
            ] as const,
        ),
        ['POST /batch', '/batch', { as: 'editor', ...batch({ method: 'DELETE', path: '/events/99999' }) }],
        ['POST /batch', '/batch', { as: 'editor', ...batch({ method: 'DELETE', path: `/events/${trashed.id}` }) }],
        ['POST /batch', '/batch', { as: 'author', ...batch({ method: 'DELETE', path: `/events/${id}` }) }],
        ['POST /batch', '/batch', { as: 'editor', ...batch({ method: 'GET', path: '/events' }) }],
        ['POST /batch', '/batch', { as: 'editor', ...batch({ method: 'PATCH', path: '/nowhere', body: {} }) }],
        ['POST /batch', '/batch', { as: 'editor', ...batch({ method: 'PUT', path: '/events', body: {} }) }],
        [
          'POST /batch',
          '/batch',
          { as: 'editor', ...batch({ method: 'PATCH', path: `/events/${id}`, body: {}, if_match: '"0-x"' }) },
        ],
        ['POST /batch', '/batch', { as: 'editor', body: {} }],
        ['POST /batch', '/batch', { as: 'editor', raw: '{', headers: json }],
        ['POST /batch', '/batch', { as: 'subscriber', ...batch({ method: 'DELETE', path: '/events/1' }) }],
        ['POST /batch', '/batch', batch({ method: 'DELETE', path: '/events/1' })],
        ['GET /changes', '/changes', {}],
        ['GET /changes?limit=1', '/changes', { as: 'editor' }],
        ['GET /changes?since=nonsense', '/changes', {}],
        ['GET /changes?limit=none', '/changes', {}],
        ['GET /changes?occurrence_of=99999', '/changes', {}],
        [`GET /venues/${venue.id}/events`, '/venues/{venue}/events', { as: 'editor' }],
        [`GET /venues/${venue.id}/events.ics`, '/venues/{venue}/events.{format}', { as: 'editor' }],
        ['GET /users/0/second-factor', '/users/{user}/second-factor', { as: 'administrator' }],
        ['POST /users/99999999999999999999/second-factor', '/users/{user}/second-factor', { as: 'administrator' }],
        ...['feed-keys', 'application-passwords'].map(
          (secrets) =>
            [
              `POST /users/${world.people.editor.id}/${secrets}?dry_run=true`,
              `/users/{user}/${secrets}`,
              { as: 'administrator', body: { label: 'Phone' } } as Ask,
            ] as const,
        ),
        ['PUT /events/by-external/_/1', '/events/by-external/{source}/{external_id}', { as: 'editor', body: {} }],
        ['PUT /events/by-external/%20/1', '/events/by-external/{source}/{external_id}', { as: 'editor', body: {} }],
        [`POST /events/${id}/duplicate`, '/events/{id}/duplicate', { as: 'author', body: {} }],
        [`POST /events/${id}/duplicate`, '/events/{id}/duplicate', { as: 'author', body: { dry_run: true } }],
        [`POST /events/${id}/duplicate`, '/events/{id}/duplicate', { as: 'author', body: { dry_run: 'perhaps' } }],
        [`POST /events/${hidden.id}/duplicate`, '/events/{id}/duplicate', { as: 'author', body: {} }],
        [`POST /events/${trashed.id}/duplicate`, '/events/{id}/duplicate', { as: 'author', body: {} }],
        ['POST /events/99999/duplicate', '/events/{id}/duplicate', { as: 'author', body: {} }],
        [`POST /events/${id}/duplicate`, '/events/{id}/duplicate', { as: 'subscriber', body: {} }],
        [`POST /events/${id}/duplicate`, '/events/{id}/duplicate', { body: {} }],
        [`POST /events/${id}/duplicate`, '/events/{id}/duplicate', { as: 'author', raw: '{', headers: json }],
        ...[{ dry_run: true }, { dry_run: 'perhaps' }, {}].map(
          (body) => [`POST /revisions/${revision}/restore`, '/revisions/{id}/restore', { as: 'editor', body }] as const,
        ),
        [`POST /revisions/${revision}/restore`, '/revisions/{id}/restore', { as: 'editor', body: {}, headers: stale }],
        [`POST /revisions/${revision}/restore`, '/revisions/{id}/restore', { as: 'contributor', body: {} }],
        [`POST /revisions/${revision}/restore`, '/revisions/{id}/restore', { as: 'subscriber', body: {} }],
        [`POST /revisions/${revision}/restore`, '/revisions/{id}/restore', { body: {} }],
        ['POST /revisions/99999/restore', '/revisions/{id}/restore', { as: 'editor', body: {} }],
      ];
      const faults: string[] = [];
      for (const [request, path, ask] of asks) {
        const operation = document.paths[path][request.split(' ')[0]?.toLowerCase() ?? ''];
        const reply = await world.ask(request, ask);
        const described = operation.responses[reply.statusCode];
        const { schema } = (described && follow(document, described).content?.['application/json']) ?? {};
        const validate = schema && validator(schema);
        const isValid = validate?.(reply.body) === true;
        if (!isValid)
          faults.push(
            `${ask.as} ${request} ${JSON.stringify(ask.body)}: ${reply.statusCode} ${described ? JSON.stringify(validate?.errors) : 'is not documented'} ${reply.text.slice(0, 200)}`,
          );
      }
      expect(faults).toEqual([]);
    });

    test('documents that a path can name no record, and the languages of a site', () => {
      const site = { ...exampleSite, languages: ['en', 'fr'] };
      const multilingual = openapiOf({ actor: anonymous, facade, site, now: '2027-01-01 00:00:00' }) as Json;
      const operations = operationsIn(multilingual);
      const hasLanguage = ({ parameters }: Json) =>
        parameters.some((parameter: Json) => follow(multilingual, parameter).name === 'i18n_language');
      const named = (found: typeof operations) => found.map(([path]) => path);
      expect(named(operations.filter(([, one]) => !hasLanguage(one) || !one.responses[400]))).toEqual([]);
      // Elsewhere an unknown record is a 400 or a 403.
      const isFound = ([path, { responses }]: (typeof operations)[number]) => !path.includes('{') || responses[404];
      if (facade.unknownIsMissing) expect(named(operations.filter((one) => !isFound(one)))).toEqual([]);
    });

    test('has examples that work against the service', async () => {
      // Terms come before the events that would make them.
      for (const resource of shapes.toReversed()) {
        const collection = document.paths[`/${resource.path}`];
        const single = document.paths[`/${resource.path}/{id}`];
        const promised = (operation: Json, statusCode: number): Json =>
          follow(document, operation.responses[statusCode]).content['application/json'].schema;
        const input = (operation: Json): Json =>
          follow(document, operation.requestBody).content['application/json'].example;
        const asked = async (request: string, operation: Json, body?: Json): Promise<Json> => {
          const reply = await world.ask(request, { as: 'administrator', on, ...(body && { body }) });
          expect(Object.keys(operation.responses), reply.text).toContain(String(reply.statusCode));
          expect(reply.statusCode, reply.text).toBeLessThan(300);
          const schema = promised(operation, reply.statusCode);
          expectValid(schema, reply.body, request);
          const { $ref = schema.anyOf[0].$ref } = schema;
          const known = Object.keys(resolve(document, $ref).properties);
          expect(known, request).toEqual(expect.arrayContaining(Object.keys(reply.body)));
          return reply.body;
        };
        const { id } = await asked(`POST /${resource.path}`, collection.post, input(collection.post));
        const one = `/${resource.path}/${id}`;
        await asked(`GET ${one}`, single.get);
        await asked(`PATCH ${one}`, single.patch, input(single.patch));
        const hidden = resource.list.emptyPageAllowed ? '?hide_empty=0' : '';
        await asked(`GET /${resource.path}${hidden}`, collection.get);
        await asked(`DELETE ${one}`, single.delete);
      }
    });
  });
});

describe('the document', () => {
  const [facade] = facadesOf(readConfig({}));
  const call = (baseUrl: string, now: string): Call => ({
    actor: anonymous,
    facade,
    site: { ...exampleSite, baseUrl },
    now,
  });

  test('is generated once per address and independent of the time', () => {
    const first = openapiOf(call('https://a.example', '2027-01-01 00:00:00'));
    expect(openapiOf(call('https://a.example', '2028-01-01 00:00:00'))).toBe(first);
    expect(openapiOf(call('https://b.example', '2027-01-01 00:00:00')).servers).toEqual([
      { url: 'https://b.example/cal/events/v1' },
    ]);
  });

  test('is committed up to date', async () => {
    const tsx = join(root, 'node_modules/.bin/tsx');
    await expect(run(tsx, ['tools/print-openapi.ts', '--check'], { cwd: root })).resolves.toMatchObject({ stderr: '' });
  });
});
