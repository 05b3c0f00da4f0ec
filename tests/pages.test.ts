// All pages: API discovery, no third-party requests, no inline scripts.
import { describe, expect, test } from 'vitest';
import { escapeHtml } from '../src/pages/html.js';
import { onOneEngine } from './harness/engines.js';
import { baseUrl, startWorld, useWorld } from './harness/world.js';

const policyOf = (headers: Headers): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (headers.get('content-security-policy') ?? '')
      .split('; ')
      .map((rule) => rule.split(/ (.*)/s, 2) as [string, string]),
  );

/** URLs that the browser loads by itself. */
const loaded = (html: string): readonly string[] =>
  [
    ...html.matchAll(/<(?:link rel="(?:icon|stylesheet)"|script|img|iframe|source)\b[^>]*?\b(?:href|src)="([^"]*)"/g),
  ].map(([, url = '']) => url);

onOneEngine((engine) => {
  const world = useWorld(engine);

  describe.each(['//', '//docs', '//docs/', '//docs/events', '//docs/schemas'])('the page at %s', (address) => {
    test('is HTML with a strict Content Security Policy and no inline script', async () => {
      const { statusCode, headers, text } = await world.ask(`GET ${address}`);
      expect(statusCode).toBe(200);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      const policy = policyOf(headers);
      expect(policy['default-src']).toBe("'none'");
      expect(policy['script-src'] ?? "'self'").toBe("'self'");
      expect(policy['frame-ancestors']).toBe("'none'");
      expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|javascript:/i);
      expect(text).not.toMatch(/<style|\sstyle=/i);
    });

    test('loads existing files of this server only', async () => {
      const { text } = await world.ask(`GET ${address}`);
      const urls = loaded(text);
      expect(urls).not.toEqual([]);
      for (const url of urls) {
        expect(url).toMatch(/^\/[^/]/);
        expect((await world.ask(`GET /${url}`)).statusCode, url).toBe(200);
      }
    });

    test('announces the API in its headers', async () => {
      const { headers } = await world.ask(`GET ${address}`);
      expect(headers.get('x-tec-api-version')).toBe('v1');
      expect(headers.get('x-tec-api-root')).toBe(`${baseUrl}/wp-json/tribe/events/v1/`);
      expect(headers.get('x-tec-api-origin')).toBe(baseUrl);
      expect(headers.get('link')).toBe(`<${baseUrl}/wp-json/>; rel="https://api.w.org/"`);
    });
  });

  test('the footer links to documentation, API and OpenAPI', async () => {
    const { text } = await world.ask('GET //');
    const foot = text.slice(text.indexOf('<footer'));
    const links = [...foot.matchAll(/<a href="([^"]*)"/g)].map(([, url = '']) => url);
    expect(links).toEqual(['/docs', '/cal/events/v1/events', '/cal/events/v1/doc']);
    for (const link of links) expect((await world.ask(`GET /${link}`)).statusCode, link).toBe(200);
  });

  test('`rest_route` in the query gets the API, not the page', async () => {
    const { headers } = await world.ask('GET //?rest_route=/tribe/events/v1/events');
    expect(headers.get('content-type')).toContain('application/json');
  });

  test('the icon is revalidated by its ETag', async () => {
    const { headers, statusCode } = await world.ask('GET //favicon.svg');
    expect(statusCode).toBe(200);
    const again = await world.ask('GET //favicon.svg', { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect(again.statusCode).toBe(304);
  });

  test('pages announce the native API below the path of the site when the drop-in mount is off', async () => {
    const other = await startWorld(engine, {
      settings: { ALMANAC_DROPIN: 'off', ALMANAC_BASE_URL: 'https://town.example/calendar' },
    });
    try {
      const { headers, text } = await other.ask('GET //');
      expect(headers.get('link')).toBeNull();
      expect(headers.get('x-tec-api-root')).toBe('https://town.example/calendar/cal/events/v1/');
      expect(text).toContain('href="/calendar/docs"');
      expect(text).not.toContain('wp-json');
    } finally {
      await other.stop();
    }
  });
});

test('escapes text for markup', () => {
  expect(escapeHtml(`<a href="x" title='y'>&`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;');
});
