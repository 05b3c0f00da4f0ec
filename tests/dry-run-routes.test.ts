// `dry_run` in the body of every write route of the native facade, generated from its route table: nothing is stored, and a
// route without dry runs refuses the parameter.
import { describe, expect, test } from 'vitest';
import { type Endpoint, methodsOf } from '../src/core/facade.js';
import { facadesOf } from '../src/endpoints/facades.js';
import { checksumsOf } from './harness/checksums.js';
import { expectRefusal, type Reply } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { asFile, keptNames, multipart, png, stored } from './harness/pictures.js';
import { samples } from './harness/samples/samples.js';
import { type Body, useWorld, type World, word } from './harness/world.js';

/** `PATCH /events/:id`, without the expressions of the router. */
const routeOf = (method: string, { path }: Pick<Endpoint, 'path'>): string =>
  `${method} ${path.replace(/\([^/()]*\)/g, '')}`;

const refused = 'refused';
const times = { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 12:00:00' };
const password = 'a long password 1';

interface Fixtures {
  readonly series: number;
  readonly pending: number;
  readonly image: number;
  readonly source: number;
  readonly hook: number;
  readonly user: number;
  readonly revision: number;
}

async function fixturesOf(world: World): Promise<Fixtures> {
  const series = await world.event({ recurrence: { rule: 'FREQ=WEEKLY;COUNT=4' } });
  const pending = await world.event({ status: 'pending' });
  await world.send(`PATCH /events/${pending.id}`, { title: word('Renamed ') });
  const source = await world.send('POST /subscriptions', { name: 'Feed', url: 'https://feed.example/a.ics' });
  const hook = await world.send('POST /webhooks', { url: 'https://127.0.0.1/a' });
  const user = await world.send('POST /users', { name: word('user'), role: 'author', password });
  const { revisions } = await world.get('/revisions', { as: 'administrator' });
  const image = await stored(world);
  return {
    series: series.id,
    pending: pending.id,
    image: image.id,
    source: source.id,
    hook: hook.id,
    user: user.id,
    revision: revisions.find(({ record }: Body) => record === pending.id).id,
  };
}

/** Path and body of a request that would change something, or that `dry_run` is refused. */
type Sending = { readonly path: string; readonly body?: Body } | typeof refused;

const customRequests = ({ pending, hook, user, revision }: Fixtures): Readonly<Record<string, Sending>> => ({
  'POST /batch': {
    path: '/batch',
    body: { operations: [{ method: 'POST', path: '/venues', body: { venue: word('Batch ') } }] },
  },
  'POST /events/recurrence-preview': {
    path: '/events/recurrence-preview',
    body: { ...times, recurrence: 'FREQ=DAILY;COUNT=2' },
  },
  'POST /events/:id/duplicate': { path: `/events/${pending}/duplicate` },
  'POST /events/:id/approve': { path: `/events/${pending}/approve` },
  'POST /events/:id/reject': { path: `/events/${pending}/reject`, body: { reason: 'Too late' } },
  'PATCH /users/me': {
    path: '/users/me',
    body: { display_name: 'Changed' },
  },
  'PUT /users/me/preferences': { path: '/users/me/preferences', body: { theme: 'dark' } },
  'POST /users/:user/application-passwords': {
    path: `/users/${user}/application-passwords`,
    body: { label: 'None' },
  },
  'POST /users/:user/feed-keys': { path: `/users/${user}/feed-keys`, body: { label: 'None' } },
  'POST /users/invitations': { path: '/users/invitations', body: { name: word('guest'), role: 'author' } },
  'POST /users/:user/password-links': { path: `/users/${user}/password-links` },
  'POST /revisions/:id/restore': { path: `/revisions/${revision}/restore` },
  'DELETE /users/:user/sessions': { path: `/users/${user}/sessions` },
  'POST /webhooks/:id/rotate': { path: `/webhooks/${hook}/rotate` },
  'POST /webhooks/:id/enable': { path: `/webhooks/${hook}/enable` },
  'POST /webhooks/:id/replay': { path: `/webhooks/${hook}/replay` },
  'POST /webhooks/:id/test': refused,
  'POST /subscriptions/:id/run': refused,
  'POST /subscriptions/:id/confirm-removal': refused,
  'POST /subscriptions/:id/keep-events': refused,
  'POST /imports/:id/undo': refused,
  'POST /setup/demo': refused,
  'POST /mails/test': refused,
  'POST /events/:id/preview-link': refused,
  'POST /password-links/check': refused,
  'POST /password-links': refused,
  'POST /password-links/use': refused,
  'POST /session': refused,
  'DELETE /session': refused,
});

/** Need a state of their own; the files that test them also send dry runs. */
const testedElsewhere = [
  ...['POST /setup', 'POST /imports', 'POST /import.ndjson'],
  ...['DELETE /users/:user/application-passwords/:id', 'DELETE /users/:user/feed-keys/:id'],
  ...['POST /users/:user/second-factor', 'PATCH /users/:user/second-factor', 'DELETE /users/:user/second-factor'],
  ...['POST /users/:user/second-factor/recovery-codes', 'DELETE /users/:user/sessions/:id'],
  ...['DELETE /trusted-senders/:id', 'POST /webhooks/:id/deliveries/:delivery/replay'],
];

/** Fields of the refused routes, as far as they are required. */
const required: Readonly<Record<string, Body>> = {
  'POST /password-links': { user: 'editor' },
  'POST /password-links/check': { token: 'x' },
  'POST /password-links/use': { token: 'x', password },
  'POST /session': { user: 'editor', password },
};

onOneEngine((engine) => {
  const world = useWorld(engine, { settings: { ALMANAC_WEBHOOK_ALLOW: '127.0.0.0/8' } });

  const stateOf = async () => [await checksumsOf(world), await keptNames(world)];

  async function expectDryRun(request: string, ask: Parameters<World['ask']>[1]): Promise<Reply> {
    const before = await stateOf();
    const reply = await world.ask(request, { as: 'administrator', ...ask });
    expect(await stateOf(), request).toEqual(before);
    return reply;
  }

  /** A request to a record, with a new record or a new value. */
  async function recordRequest(
    { shape, by, within }: Endpoint,
    method: string,
    { series, image, source, hook, user }: Fixtures,
  ): Promise<{ path: string; body: Body }> {
    const path = shape?.path ?? '';
    const least = samples[shape?.model.name ?? '']?.least ?? {};
    const [name = 'note'] = Object.keys(least);
    if (within) return { path: `/events/${series}/occurrences/2027-07-08T10:00:00`, body: { title: word('Changed ') } };
    if (path === 'settings') return { path: '/settings', body: { site_name: word('Town ') } };
    if (path === 'users')
      return by
        ? { path: `/users/${user}`, body: { display_name: 'Changed' } }
        : { path: '/users', body: { name: word('new'), role: 'author', password } };
    if (path === 'subscriptions')
      return by
        ? { path: `/subscriptions/${source}`, body: { name: 'Changed' } }
        : { path: '/subscriptions', body: { name: 'New', url: 'https://feed.example/b.ics' } };
    if (path === 'webhooks')
      return by
        ? { path: `/webhooks/${hook}`, body: { description: 'Changed' } }
        : { path: '/webhooks', body: { url: 'https://127.0.0.1/b' } };
    const external = { source: 'box', external_id: word('id-') };
    if (path === 'media' && by === 'id') return { path: `/media/${image}`, body: { title: word('Changed ') } };
    if (path === 'media' && by === 'external') {
      await world.send(`PATCH /media/${image}`, external);
      return { path: `/media/by-external/box/${external.external_id}`, body: { title: word('Changed ') } };
    }
    if (!by) return { path: `/${path}`, body: { ...least, [name]: word('New ') } };
    const { id, slug } = await world.send(`POST /${path}`, { ...least, ...external, [name]: word('Stored ') });
    const keys = { id, slug: `by-slug/${slug}`, external: `by-external/box/${external.external_id}`, date: '' };
    return { path: `/${path}/${keys[by]}`, body: method === 'DELETE' ? {} : { [name]: word('Changed ') } };
  }

  describe('dry_run in the body', () => {
    test('is honoured or refused by every write route of the native facade', async () => {
      const fixtures = await fixturesOf(world);
      const custom = customRequests(fixtures);
      const [native] = facadesOf(world.config);
      const faults: string[] = [];
      for (const endpoint of native?.endpoints ?? []) {
        for (const method of methodsOf(endpoint).filter((one) => one !== 'GET')) {
          const route = routeOf(method, endpoint);
          if (testedElsewhere.includes(route)) continue;
          const isUpload = endpoint.shape?.upload !== undefined && endpoint.by === undefined;
          const sending = endpoint.shape ? await recordRequest(endpoint, method, fixtures) : custom[route];
          if (!sending) faults.push(`${route} is not in the table of this test`);
          else if (sending === refused) {
            const path = endpoint.path.replace(/:\w+(\([^/()]*\))?/g, String(fixtures.source));
            const reply = await expectDryRun(`${method} ${path}`, { body: { ...required[route], dry_run: true } });
            expectRefusal(reply, { statusCode: 400, code: 'rest_invalid_param', params: ['dry_run'] });
          } else {
            const ask = isUpload
              ? await multipart({ file: asFile(await png(31, 21), 'new.png'), dry_run: 'true' })
              : { body: { ...sending.body, dry_run: true } };
            const reply = await expectDryRun(`${method} ${sending.path}`, ask);
            // It saves nothing in any case.
            const isComputed = route === 'POST /events/recurrence-preview';
            if (reply.statusCode !== 200 || (!isComputed && reply.headers.get('x-dry-run') !== '1'))
              faults.push(`${route}: ${reply.statusCode} ${reply.text.slice(0, 200)}`);
          }
        }
      }
      expect(faults).toEqual([]);
    });

    test('is read from forms, as text, by its former name, and is enough in one of query and body', async () => {
      const raw = new URLSearchParams({ venue: word('Form '), dry_run: 'true' }).toString();
      expect((await expectDryRun('POST /venues', { raw })).statusCode).toBe(200);
      const body = { venue: word('Hall ') };
      for (const dry of [{ dry_run: 'true' }, { _preview: true }, { dry_run: 1 }])
        expect((await expectDryRun('POST /venues', { body: { ...body, ...dry } })).headers.get('x-dry-run')).toBe('1');
      expect((await expectDryRun('POST /venues?dry_run=true', { body: { ...body, dry_run: false } })).statusCode).toBe(
        200,
      );
      const unsure = await expectDryRun('POST /venues', { body: { ...body, dry_run: 'perhaps' } });
      expectRefusal(unsure, { statusCode: 400, code: 'rest_invalid_param', params: ['dry_run'] });
      const made = await world.ask('POST /venues', { as: 'editor', body: { ...body, dry_run: false } });
      expect(made.statusCode).toBe(201);
    });

    test('of an operation is refused: it is for the whole batch', async () => {
      const operations = [{ method: 'POST', path: '/venues', body: { venue: word('Batch '), dry_run: true } }];
      for (const atomic of [true, false]) {
        const { text } = await expectDryRun('POST /batch', { body: { operations, atomic } });
        expect(text).toContain('are for the whole batch');
      }
    });

    test('means nothing on the drop-in mount, whose clients may send unknown fields', async () => {
      const body = { venue: word('Really '), dry_run: true };
      const made = await world.ask('POST /venues', { as: 'editor', on: 'dropin', body });
      expect([made.statusCode, (await world.get(`/venues/${made.body.id}`)).venue]).toEqual([201, body.venue]);
    });
  });
});
