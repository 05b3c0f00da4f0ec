// `almanac export`: the feeds of the API on standard output or in a file.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { cleanUp, newFolder, run } from './harness/program.js';
import { templateFolder } from './harness/template-folder.js';

afterEach(cleanUp);

const long = 600_000;

const valuesOf = (calendar: string, name: string): readonly string[] =>
  [...calendar.replaceAll('\r\n ', '').matchAll(new RegExp(`^${name}:(.*)\r$`, 'gm'))].map(([, value = '']) => value);

describe('export', () => {
  test('writes the whole calendar, with UIDs that stay the same', { timeout: long }, async () => {
    const data = templateFolder('demo');
    const first = await run(['export'], { data });
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*\r\nEND:VCALENDAR\r\n$/);
    expect(valuesOf(first.stdout, 'SUMMARY')).toContain('Tuesday Choir');
    for (const uid of valuesOf(first.stdout, 'UID')) expect(uid).toMatch(/^event-\d+@\w{8}\.almanac\.invalid$/);
    for (const url of valuesOf(first.stdout, 'URL')) expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
    const second = await run(['export'], { data });
    expect(valuesOf(second.stdout, 'UID')).toEqual(valuesOf(first.stdout, 'UID'));
  });

  test('takes the filters of the API and every format', { timeout: long }, async () => {
    const data = templateFolder('demo');
    const lines = await run(['export', '--format', 'ndjson', 'search=choir', 'series=flat'], { data });
    const titles = lines.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).title);
    expect(titles).toContain('Tuesday Choir');
    expect(titles).not.toContain('Harbour Lights: The Last Song');
    const table = await run(['export', '--format', 'csv'], { data });
    expect(table.stdout.split(',', 1)).toEqual(['EVENT NAME']);
    // Only published events, unless a status is given.
    expect(table.stdout).not.toMatch(/,draft,/);
    expect((await run(['export', '--format', 'csv', 'status=draft'], { data })).stdout).toMatch(/,draft,/);
  });

  test('writes a new file only, and explains errors in one line', { timeout: long }, async () => {
    const data = templateFolder('demo');
    const file = join(newFolder(), 'events.ics');
    expect(await run(['export', '--output', file], { data })).toMatchObject({ code: 0, stdout: '' });
    const written = readFileSync(file, 'utf8');
    expect(written).toMatch(/END:VCALENDAR\r\n$/);
    writeFileSync(file, 'mine');
    expect(await run(['export', '--output', file], { data })).toMatchObject({ code: 73, stdout: '' });
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(await run(['export', 'start_date=never'], { data })).toMatchObject({ code: 1, stdout: '' });
    expect(await run(['export', 'music'], { data })).toMatchObject({ code: 2, stdout: '' });
    expect((await run(['export', '--format', 'pdf'], { data })).code).toBe(2);
  });
});
