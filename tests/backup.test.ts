// Backups during writes, restore, and `doctor`.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, describe, expect, it } from 'vitest';
import { addEvent, basic, cleanUp, eventsOf, newFolder, run, runProcess, serve } from './harness/program.js';
import { templateFolder, templatePeople } from './harness/template-folder.js';

afterEach(cleanUp);

const long = 600_000;

async function titles(url: string): Promise<readonly string[]> {
  const answer = await fetch(`${eventsOf(url)}?start_date=2000-01-01&end_date=2100-01-01&per_page=100`);
  const { events } = (await answer.json()) as { events: { title: string }[] };
  return events.map(({ title }) => title);
}

describe('a backup', () => {
  // Every command in its own process: a connection that this process has closed may stay open until garbage collection,
  // and restore refuses a database in use.
  it('is a consistent snapshot during writes, and restores it', { timeout: long }, async () => {
    const [data, other] = [templateFolder('users'), newFolder()];
    const file = join(other, 'copy.db');
    const { name, password } = templatePeople().editor;
    const headers = basic(name, password);
    const server = await serve([], { data, environment: { ALMANAC_RATE_LIMIT: 'off' } });
    const add = async (title: string) => expect((await addEvent(server.url, headers, title)).status).toBe(201);
    for (const number of [1, 2, 3]) await add(`before ${number}`);

    let writing = true;
    const writer = (async () => {
      for (let number = 1; writing && number <= 80; number++) await add(`during ${number}`);
    })();
    const backup = await runProcess(['backup', file], { data });
    writing = false;
    await writer;
    expect(backup).toMatchObject({ code: 0, stdout: '' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(existsSync(`${file}.part`)).toBe(false);
    await add('after');

    const taken = await runProcess(['backup', file], { data });
    expect(taken).toMatchObject({ code: 73, stdout: '' });
    const busy = await runProcess(['restore', file, '--yes'], { data });
    expect(busy).toMatchObject({ code: 69, stdout: '' });
    expect(busy.stderr).toContain('Stop the service, then restore.');
    expect(await titles(server.url)).toContain('after');
    await server.stop();

    expect(await runProcess(['restore', file], { data })).toMatchObject({ code: 2 });
    const restored = await runProcess(['restore', file, '--yes'], { data });
    expect(restored.code).toBe(0);
    expect(existsSync(join(data, 'almanac.db.before-restore'))).toBe(true);
    expect(await runProcess(['doctor'], { data })).toMatchObject({ code: 0 });
    const again = await serve([], { data });
    const found = await titles(again.url);
    expect(found).toEqual(expect.arrayContaining(['before 1', 'before 2', 'before 3']));
    expect(found).not.toContain('after');
    expect((await addEvent(again.url, headers, 'and on')).status).toBe(201);
    await again.stop();

    const back = await runProcess(['restore', join(data, 'almanac.db.before-restore'), '--yes'], { data });
    expect(back.stderr).toContain('almanac.db.before-restore-2');
    const last = await serve([], { data });
    expect(await titles(last.url)).toContain('after');
  });

  it('restores into an empty folder, and is rejected when it is damaged', { timeout: long }, async () => {
    const [data, other] = [templateFolder('users'), newFolder()];
    const file = join(data, 'copy.db');
    await run(['backup', file], { data });
    expect(await run(['restore', file], { data: join(other, 'new') })).toMatchObject({ code: 0 });
    expect((await run(['users', 'list'], { data: join(other, 'new') })).stdout).toContain('world-editor');

    const before = readFileSync(join(data, 'almanac.db'));
    const bytes = readFileSync(file);
    const damaged = join(other, 'damaged.db');
    writeFileSync(damaged, Buffer.concat([bytes.subarray(0, 8_192), Buffer.alloc(40_000, 7), bytes.subarray(48_192)]));
    const stranger = join(other, 'stranger.db');
    new Database(stranger).exec('create table something (a)');
    writeFileSync(join(other, 'text.db'), 'this is a letter, not a database '.repeat(200));
    for (const bad of [damaged, stranger, join(other, 'text.db'), join(other, 'none.db')]) {
      const refused = await run(['restore', bad, '--yes'], { data });
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toMatch(/^almanac: .+\n$/);
    }
    // SQLite reads and copies this file without an error: only its integrity check finds the fault.
    const inconsistent = join(other, 'inconsistent.db');
    writeFileSync(inconsistent, bytes);
    const database = new Database(inconsistent);
    database.exec(`create table rejected (a integer check (a > 0)); pragma ignore_check_constraints = on;
      insert into rejected values (0)`);
    database.close();
    const { code, stderr } = await run(['restore', inconsistent, '--yes'], { data });
    expect(code).toBe(1);
    expect(stderr).toContain('is damaged, nothing was restored: CHECK constraint failed in rejected.');
    expect(readFileSync(join(data, 'almanac.db')).equals(before)).toBe(true);
    expect(await run(['backup', join(other, 'x.db')], { data: join(other, 'empty') })).toMatchObject({ code: 1 });
    expect(existsSync(join(other, 'x.db'))).toBe(false);
  });

  it('of a database of another version changes nothing in it', async () => {
    const data = templateFolder('users');
    const database = new Database(join(data, 'almanac.db'));
    const last = () => database.prepare("select count(*) from metadata where name = 'last_backup'").raw(true).all();
    database.prepare("insert into migrations (version, name) values (10000, 'later')").run();
    const made = await run(['backup', join(data, 'later.db')], { data });
    expect(made).toMatchObject({ code: 0, stderr: expect.not.stringContaining('Warning') });
    expect(last()).toEqual([[0]]);
    const restored = await run(['restore', join(data, 'later.db'), '--yes'], { data: newFolder() });
    expect(restored).toMatchObject({ code: 1, stderr: expect.stringContaining('by a newer version of Almanac') });
    database.prepare('delete from migrations where version = 10000').run();
    expect(await run(['backup', join(data, 'same.db')], { data })).toMatchObject({ code: 0 });
    expect(last()).toEqual([[1]]);
    database.close();
  });
});

describe('doctor', () => {
  it('reports no errors for a healthy database', { timeout: long }, async () => {
    const data = templateFolder('demo');
    const ran = await run(['doctor', '--json'], { data });
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const { healthy, checks } = JSON.parse(ran.stdout);
    expect(healthy).toBe(true);
    expect(checks.map(({ check }: { check: string }) => check)).toEqual(
      expect.arrayContaining([
        'settings',
        'database',
        'schema',
        'counts tags',
        'category paths',
        'series dates',
        'search events',
        'media have their files',
      ]),
    );
  });

  it('finds inconsistent data and repairs it', { timeout: long }, async () => {
    const data = templateFolder('demo');
    const database = new Database(join(data, 'almanac.db'));
    for (const harm of [
      "update tags set count = count + 3 where slug = 'evening'",
      "update categories set path = 'nowhere' where slug = 'jazz'",
      'insert into event_venues (owner, target, position) values (999999, 1, 0)',
      "delete from venues_search where name = 'lantern house'",
      "insert into events_fts (rowid, words) values (999999, 'ghost')",
    ]) {
      database.exec(harm);
    }
    const ill = await run(['doctor'], { data, environment: { ALMANAC_HOSTT: 'x' } });
    expect(ill.code).toBe(1);
    expect(ill.stdout).toMatch(/^ERROR +variables +Unknown setting ALMANAC_HOSTT. Did you mean ALMANAC_HOST/m);
    expect(ill.stdout).toMatch(/^ERROR +counts tags +tag \d+ has count \d+, expected \d+/m);
    expect(ill.stdout).toMatch(/^ERROR +category paths +.+ expected music\/jazz/m);
    expect(ill.stdout).toMatch(/^ERROR +links event_venues/m);
    expect(ill.stdout).toMatch(/^ERROR +search venues +1 without search texts/m);
    expect(ill.stdout).toMatch(/^ERROR +search events +the full-text index/m);
    expect(ill.stderr).toMatch(/^almanac: 6 of \d+ checks failed\.\n$/);

    const mended = await run(['doctor', '--repair'], { data });
    expect(mended).toMatchObject({ code: 0, stderr: '' });
    expect(mended.stdout).toMatch(/^repaired +counts tags/m);
    expect((await run(['doctor'], { data })).stdout).not.toMatch(/ERROR|repaired/);
    const server = await serve([], { data });
    const found = await fetch(`${server.url}/cal/events/v1/venues?search=lantern`);
    expect(await found.json()).toMatchObject({ total: 1 });
  });

  it('reports invalid settings and unreadable databases', { timeout: long }, async () => {
    const data = newFolder();
    const none = await run(['doctor'], { data, environment: { ALMANAC_PORT: 'high' } });
    expect(none.code).toBe(1);
    expect(none.stdout).toMatch(/^ERROR +settings +ALMANAC_PORT must be/m);
    expect(none.stdout).toMatch(/^ERROR +database +.+ does not exist yet/m);
    expect(existsSync(join(data, 'almanac.db'))).toBe(false);
    writeFileSync(join(data, 'almanac.db'), 'this is a letter, not a database '.repeat(200));
    expect((await run(['doctor'], { data })).stdout).toMatch(/^ERROR +database +file is not a database/m);
  });
});
