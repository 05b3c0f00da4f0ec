// Imports, undos and reads that outlive their response: answered with 202, run once at a time, awaited when the service
// stops, and reported when they fail.
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { contextWithSettings } from '../src/app.js';
import { operator } from '../src/core/actor.js';
import { is } from '../src/core/condition.js';
import { DAY, plusSeconds } from '../src/core/time/clock.js';
import { defaultTimeouts } from '../src/http/timeouts.js';
import { emptyReport } from '../src/imports/report.js';
import { checkRun, endRun, ImportRunning, takeRun } from '../src/imports/running.js';
import { type ImportRow, imports } from '../src/imports/tables.js';
import { undoImport } from '../src/imports/undo.js';
import { expectRefusal } from './harness/client.js';
import { forEachEngine } from './harness/engines.js';
import { importFile, lines } from './harness/import-files.js';
import { png } from './harness/pictures.js';
import { repetitions } from './harness/repetitions.js';
import { type Answered, useWorld, word } from './harness/world.js';

const times = { start_date: '2027-07-01 10:00', end_date: '2027-07-01 12:00' };
const sourceOf = () => word('s-').toLowerCase();

forEachEngine((engine) => {
  const world = useWorld(engine, {
    timeouts: { ...defaultTimeouts, answerMs: 300 },
    reach: { allow: (address) => address === '127.0.0.1' },
  });
  let server: Server;
  let address: string;
  let picture: Buffer;
  /** Requests for files, which wait until a test lets them go. */
  let held: ServerResponse[] = [];

  beforeAll(async () => {
    picture = await png(30, 20);
    server = createServer((_, response) => held.push(response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server?.closeAllConnections();
    server?.close();
  });

  const isHeld = () => expect.poll(() => held.length, { timeout: 10_000 }).toBeGreaterThan(0);
  /** From now on the import can go on. */
  const release = (respond: (response: ServerResponse) => void = (one) => one.writeHead(404).end()) => {
    for (const response of held.splice(0)) respond(response);
  };
  const csv = () => lines('title,start,image', `Held,2027-07-01 10:00,${address}/${word()}.png`);
  const start = (fields: Readonly<Record<string, string>> = {}, headers: Readonly<Record<string, string>> = {}) =>
    importFile(world, csv(), { fields: { source: sourceOf(), images: 'true', ...fields }, headers });
  const stateOf = async (id: number) => (await world.get(`/imports/${id}`, { as: 'editor' })).state;
  const ended = (id: number, state: string, timeout = 20_000) =>
    expect.poll(() => stateOf(id), { timeout }).toBe(state);

  const leased = async (lease: ImportRow['lease'], state: ImportRow['state'] = 'running'): Promise<number> =>
    world.store.transact((writer) =>
      writer.insert(imports, {
        ...{ kind: 'csv', name: 'cut.csv', source: 'cut', state, user_id: world.people.editor.id, user_name: 'editor' },
        ...{ options: {}, position: {}, report: emptyReport, dry_run: false, preview: {}, lease },
        ...{ started_utc: world.clock.now, changed_utc: world.clock.now, finished_utc: '' },
      }),
    );

  describe('an import that takes long', () => {
    test('is answered with 202 and finishes', async () => {
      const { statusCode, body } = await start();
      expect([statusCode, body.state]).toEqual([202, 'running']);
      await isHeld();
      expectRefusal(await world.ask(`POST /imports/${body.id}/undo`, { as: 'editor' }), {
        ...{ statusCode: 409, code: 'rest_import_running' },
      });
      release();
      await ended(body.id, 'finished');
    });

    test('that fails afterwards says why, and the log has the error', async () => {
      const media = join(world.config.data, 'media');
      const logged: string[] = [];
      const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => logged.push(String(text)) > 0);
      try {
        const { statusCode, body } = await start();
        expect(statusCode).toBe(202);
        await isHeld();
        // The folder of images is a file: storing one fails in a way that nobody expects.
        rmSync(media, { recursive: true, force: true });
        writeFileSync(media, '');
        release((response) => response.writeHead(200, { 'content-type': 'image/png' }).end(picture));
        await ended(body.id, 'failed');
        const { report } = await world.get(`/imports/${body.id}`, { as: 'editor' });
        expect(report.error).toBe('An unexpected error ended it. The log of the service has the details.');
      } finally {
        spy.mockRestore();
        rmSync(media, { force: true });
      }
      expect(logged.filter((line) => line.includes('importing csv failed'))).toHaveLength(1);
    });

    test('is interrupted when the service stops, says so at once, and leaves nothing running', async () => {
      const { statusCode, body } = await start();
      expect(statusCode).toBe(202);
      await isHeld();
      await world.restart();
      held = [];
      const row = await world.store.read({ table: imports, where: is('id', body.id) });
      expect(row?.lease).toEqual({});
      expect(await world.get(`/imports/${body.id}`, { as: 'editor' })).toMatchObject({
        ...{ state: 'interrupted', report: { counts: {}, error: expect.stringContaining('Start it again') } },
      });
    });

    test('is interrupted at once if its process was killed, and running while another one works on it', async () => {
      const until = Date.now() + 60_000;
      const gone = await leased({ host: hostname(), pid: process.pid, token: 'before', until, run: 'a' });
      expect(await world.get(`/imports/${gone}`, { as: 'editor' })).toMatchObject({
        ...{ state: 'interrupted', undo_until_utc: expect.stringMatching(/^20/) },
      });
      const elsewhere = { host: 'elsewhere', pid: 1, token: 'other', run: 'b' };
      expect(await stateOf(await leased({ ...elsewhere, until }))).toBe('running');
      expect(await stateOf(await leased({ ...elsewhere, until: Date.now() - 1 }))).toBe('interrupted');
      expect(await stateOf(await leased({}))).toBe('interrupted');
    });
  });

  test('a run that was taken over writes nothing more', async () => {
    const { store } = world;
    const id = await leased({ host: 'elsewhere', pid: 1, token: 'other', run: 'b', until: Date.now() - 1 });
    const taken = await store.transact((writer) => takeRun(writer, id, 'running'));
    await expect(store.transact((writer) => takeRun(writer, id, 'running'))).rejects.toThrow(ImportRunning);
    await store.transact((writer) => checkRun(writer, taken));
    const stale = { ...taken, lease: { ...taken.lease, run: 'b' } };
    await expect(store.transact((writer) => checkRun(writer, stale))).rejects.toThrow(ImportRunning);
    await expect(endRun(store, stale, { state: 'finished' })).rejects.toThrow(ImportRunning);
    expect(await stateOf(id)).toBe('running');
    expect(await endRun(store, taken, { state: 'finished' })).toMatchObject({ state: 'finished', lease: {} });
  });

  describe('an import with an Idempotency-Key', () => {
    test('is made once, however often and however simultaneously it is sent', async () => {
      const file = lines('title,start', 'Once,2027-07-01 10:00', 'Twice,2027-07-02 10:00');
      const source = sourceOf();
      const key = word('key');
      const send = (content = file) =>
        importFile(world, content, { fields: { source }, headers: { 'idempotency-key': key } });
      const replies = await Promise.all([send(), send(), send()]);
      for (const { statusCode } of replies) expect([201, 202]).toContain(statusCode);
      expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
      const id = replies[0]?.body.id;
      await ended(id, 'finished');
      const again = await send();
      expect([again.statusCode, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
      expect(again.body).toMatchObject({ id, state: 'finished', report: { counts: { events: { created: 2 } } } });
      const { total } = await world.get('/imports?per_page=1', { as: 'editor' });
      expect((await send()).body.id).toBe(id);
      expect((await world.get('/imports?per_page=1', { as: 'editor' })).total).toBe(total);
      expectRefusal(await send(`${file}\nThird,2027-07-03 10:00`), {
        ...{ statusCode: 422, code: 'rest_idempotency_key_reused' },
      });
    });

    test('that is still running is the same import', async () => {
      const file = csv();
      const fields = { source: sourceOf(), images: 'true' };
      const send = () => importFile(world, file, { fields, headers: { 'idempotency-key': 'long' } });
      const first = await send();
      await isHeld();
      const second = await send();
      expect([first.statusCode, second.statusCode]).toEqual([202, 202]);
      expect(second.body).toMatchObject({ id: first.body.id, state: 'running' });
      expect(held).toHaveLength(1);
      release();
      await ended(first.body.id, 'finished');
    });
  });

  describe('lines with an Import-Id', () => {
    const send = (name: string, id: string, image?: string) =>
      world.ask('POST /import.ndjson', {
        as: 'administrator',
        raw: JSON.stringify({ resource: 'event', source: 'feed', external_id: id, title: id, ...times, image }),
        headers: { 'content-type': 'application/x-ndjson', 'import-id': name },
      });

    test('are refused with 409 while an import of the same name runs', async () => {
      const first = send('nightly', 'one', `${address}/${word()}.png`);
      await isHeld();
      const second = await send('nightly', 'two');
      expectRefusal(second, { statusCode: 409, code: 'rest_import_running' });
      release();
      expect((await first).text).toContain('"done":true');
      expect((await send('nightly', 'two')).text).toContain('"created":1');
    });

    test('go on with an import whose process has ended', async () => {
      const gone = { host: hostname(), pid: process.pid, token: 'before', until: Date.now() + 60_000, run: 'a' };
      const id = await leased(gone);
      await world.store.transact((writer) =>
        writer.update(imports, id, { kind: 'ndjson', name: 'killed', source: 'feed', options: { format: 'records' } }),
      );
      expect((await send('killed', 'three')).text).toContain('"done":true');
      expect(await stateOf(id)).toBe('finished');
    });
  });

  describe('a dry run that takes long', () => {
    test('is answered with 202, and its preview can be read when it is ready', async () => {
      const { statusCode, body } = await start({ dry_run: 'true' });
      expect([statusCode, body.state, body.dry_run]).toEqual([202, 'running', true]);
      expect(body.id).toBeGreaterThan(0);
      release();
      await ended(body.id, 'finished');
      const read = await world.get(`/imports/${body.id}`, { as: 'administrator' });
      expect(read).toMatchObject({
        ...{ undo_until_utc: '', dry_run: true, report: { counts: { events: { created: 1 } } } },
        ...{ preview: [{ place: 'line 2', result: 'created' }], csv: { rows: 1 } },
      });
      expect((await world.ask(`GET /imports/${body.id}`, { as: 'author' })).statusCode).toBe(403);
      expect((await world.ask(`POST /imports/${body.id}/undo`, { as: 'administrator' })).statusCode).toBe(409);
      const list = await world.get('/imports?per_page=50', { as: 'editor' });
      expect(list.imports.map(({ id }: Answered) => id)).not.toContain(body.id);
      const before = world.clock.now;
      world.clock.now = plusSeconds(before, DAY + 1);
      try {
        expect((await world.ask(`GET /imports/${body.id}`, { as: 'editor' })).statusCode).toBe(404);
        await world.runDue();
      } finally {
        world.clock.now = before;
      }
      expect(await world.store.read({ table: imports, where: is('id', body.id) })).toBeUndefined();
    });
  });

  describe('an undo', () => {
    const count = repetitions(250);
    const timeoutMs = 20_000 + count * 30;
    const file = () =>
      lines('title,start,external_id', ...Array.from({ length: count }, (_, n) => `E${n},2027-07-01 10:00,e${n}`));

    test('of many records that was interrupted goes on where it stopped, and counts each record once', async () => {
      const { body } = await importFile(world, file(), { fields: { source: sourceOf() } });
      await ended(body.id, 'finished', timeoutMs);
      const context = await contextWithSettings(world.config, world.store, operator);
      let looks = 0;
      const afterOnePage = {
        get aborted() {
          return ++looks > 1;
        },
      } as AbortSignal;
      const stopped = await undoImport(context, world.store, body.id, afterOnePage);
      expect(stopped.report.undone).toEqual({ removed: 100, restored: 0, kept: 0 });
      expect(await world.get(`/imports/${body.id}`, { as: 'editor' })).toMatchObject({
        ...{ state: 'interrupted', undone: { removed: 100 }, undo_until_utc: expect.stringMatching(/^20/) },
      });
      const { statusCode } = await world.ask(`POST /imports/${body.id}/undo`, { as: 'editor' });
      expect([200, 202]).toContain(statusCode);
      await ended(body.id, 'undone', timeoutMs);
      const undone = await world.get(`/imports/${body.id}`, { as: 'editor' });
      expect(undone.undone).toEqual({ removed: count, restored: 0, kept: 0 });
      expect(undone.report.error).toBeUndefined();
    });

    test('is refused while another process undoes the import', async () => {
      const until = Date.now() + 60_000;
      const id = await leased({ host: 'elsewhere', pid: 1, token: 'x', until, run: 'x' }, 'undoing');
      expect(await stateOf(id)).toBe('undoing');
      expectRefusal(await world.ask(`POST /imports/${id}/undo`, { as: 'editor' }), {
        ...{ statusCode: 409, code: 'rest_import_running' },
      });
    });
  });

  describe('reading a subscription', () => {
    test('that takes long is answered with 202', async () => {
      const { id } = await world.send('POST /subscriptions', { name: word(), url: `${address}/slow.ics` });
      const { statusCode, body } = await world.ask(`POST /subscriptions/${id}/run`, { as: 'editor' });
      expect([statusCode, body.id, body.last_result]).toEqual([202, id, '']);
      await isHeld();
      release((response) => response.writeHead(500).end());
      const result = async () => (await world.get(`/subscriptions/${id}`, { as: 'editor' })).last_result;
      await expect.poll(result, { timeout: 10_000 }).toBe('failed');
    });
  });
});
