import { describe, expect, it } from 'vitest';
import { loggedTarget } from './access-log.js';
import { linesOf } from './lines.js';
import { replayablePath, routeOf } from './path.js';

const mount = '/wp-json/tribe/events/v1';

describe('replayable paths', () => {
  it.each([
    [`${mount}/events?page=2`, `${mount}/events?page=2`],
    [`https://old.example/blog${mount}/events/41`, `${mount}/events/41`],
    ['/?rest_route=/tribe/events/v1/events&page=2', `${mount}/events?page=2`],
    ['/wp-json/wp/v2/media/7', '/wp-json/wp/v2/media/7'],
    ['/cal/events/v1/venues', '/cal/events/v1/venues'],
    [`/${mount}/tags`, `${mount}/tags`],
  ])('takes %s', (target, path) => {
    expect(replayablePath(target)).toBe(path);
  });

  it.each([
    '/wp-login.php',
    '/wp-json/wp/v3/users',
    `${mount}/../../../../wp-admin/`,
    '/cal/events/v1/events.ics?key=abc',
    '/cal/events/v1/changes?wait=60',
    'javascript:alert(1)',
    `${mount}/events?search=${'x'.repeat(5_000)}`,
    'http://[',
  ])('takes no %s', (target) => {
    expect(replayablePath(target)).toBeUndefined();
  });

  it.each([
    '_method',
    '%5Fmethod',
    '.method',
    '%20_method',
    '_jsonp',
    '_wpnonce',
    'api_key',
    'access_token',
    'password',
    'key',
  ])('leaves out the parameter %s', (name) => {
    expect(replayablePath(`${mount}/events?${name}=DELETE&page=2`)).toBe(`${mount}/events?page=2`);
  });

  it('keeps the parameters of the API, with the name of the author', () => {
    const path = `${mount}/events?_fields=id&author=3&categories%5B%5D=jazz`;
    expect(replayablePath(path)).toBe(path);
  });

  it.each([
    [`${mount}/events/41?x=1`, `${mount}/events/{id}`],
    [`${mount}/venues/by-slug/town-barn/`, `${mount}/venues/by-slug/{slug}`],
    ['/wp-json/wp/v2/types/tribe_events', '/wp-json/wp/v2/types/{name}'],
  ])('counts %s as %s', (path, route) => {
    expect(routeOf(path)).toBe(route);
  });
});

describe('access logs', () => {
  it.each([
    ['192.0.2.1 - - [16/Nov/2026:10:00:00 +0000] "GET /a?b=1 HTTP/1.1" 200 12', '/a?b=1'],
    ['example.org:443 192.0.2.1 - ada [16/Nov/2026:10:00:00 +0000] "GET /a HTTP/2.0" 200 12 "-" "x \\"y"', '/a'],
    ['192.0.2.1 - - [16/Nov/2026:10:00:00 +0000] "POST /a HTTP/1.1" 200 12', undefined],
    ['192.0.2.1 - - [16/Nov/2026:10:00:00 +0000] "HEAD /a HTTP/1.1" 200 12', undefined],
    ['192.0.2.1 - - [16/Nov/2026:10:00:00 +0000] "\\x16\\x03" 400 0 "-" "] \\"GET /b HTTP/1.1\\""', undefined],
    ['192.0.2.1 - - [16/Nov/2026:10:00:00 +0000] "GET /a', undefined],
    ['', undefined],
  ])('reads %j', (line, target) => {
    expect(loggedTarget(line)).toBe(target);
  });
});

describe('lines', () => {
  const read = async (chunks: readonly (string | Buffer)[]): Promise<readonly string[]> => {
    const lines: string[] = [];
    for await (const line of linesOf(
      (async function* () {
        yield* chunks;
      })(),
    ))
      lines.push(line);
    return lines;
  };

  it('joins chunks, also within a character, and ends at either line break', async () => {
    const bytes = Buffer.from('é\r\nb');
    expect(await read([bytes.subarray(0, 1), bytes.subarray(1), 'c\n', 'last'])).toEqual(['é', 'bc', 'last']);
  });

  it('leaves out a line that is too long, and goes on with the next one', async () => {
    const long = 'x'.repeat(50_000);
    expect(await read(['a\n', long, long, long, '\nb\n', `${long}${long}\nc`])).toEqual(['a', 'b', 'c']);
  });
});
