// Cache keys differ wherever the response differs, and ignore every other header.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { repetitions } from '../../tests/harness/repetitions.js';
import { cacheKey, type KeyParts } from '../cache/key.js';
import { roles } from '../core/actor.js';
import { feedFormatFor } from '../formats/feeds.js';
import { keyFor } from './cache-key.js';
import { type Service, siteUrlOf } from './service.js';

const own = 'https://own.example';
const listed = ['https://app.example', 'https://b.example'];
const serviceWith = (settings: Partial<Service>): Service =>
  ({
    corsOrigins: listed,
    trustsForwardedHost: true,
    liveSite: { current: () => ({ baseUrl: own }) },
    ...settings,
  }) as unknown as Service;

/** Strings that look like parts of a key, and arbitrary ones. */
const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    ':',
    '0',
    '1:2',
    'editor:5:0:0:',
    'editor 5',
    'anonymous:0:',
    '"',
    ',',
    '\\',
    '/cal',
    ...listed,
  ),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(':', '0', '1', '2', ' ', 'a', '/'), maxLength: 8 }),
);
const actor = fc.oneof(
  fc.constant({ role: 'anonymous' as const, id: 0 }),
  fc.record({ role: fc.constantFrom(...roles), id: fc.integer({ min: 1, max: 12 }) }),
);
const parts: fc.Arbitrary<KeyParts> = fc.record({ actor, origin: text, site: text, variant: text, url: text });
const flat = ({ actor: { role, id }, origin, site, variant, url: address }: KeyParts): string =>
  JSON.stringify([role, id, origin, site, variant, address]);

test('never gives different parts the same key', () => {
  fc.assert(
    fc.property(parts, parts, (one, other) => {
      expect(cacheKey(one) === cacheKey(other)).toBe(flat(one) === flat(other));
    }),
    { numRuns: repetitions(5_000) },
  );
});

test('changes the key when text moves from one part into the next', () => {
  fc.assert(
    fc.property(parts, fc.nat(40), (one, cut) => {
      const { origin, site, variant, url: address } = one;
      const whole = origin + site + variant + address;
      const at = Math.min(cut, whole.length);
      const moved = { ...one, origin: whole.slice(0, at), site: '', variant: '', address: whole.slice(at) };
      expect(cacheKey(one) === cacheKey(moved)).toBe(flat(one) === flat(moved));
    }),
    { numRuns: repetitions(2_000) },
  );
});

const host = fc.constantFrom(
  'a.example',
  'A.example',
  'b.example:81',
  '[::1]:80',
  '',
  'x y',
  'a.example/..',
  'h:99999',
);
const hosts = fc.oneof(
  host,
  fc.tuple(host, host).map((several) => several.join(', ')),
);
const request = fc.record({
  actor,
  headers: fc.record(
    {
      origin: fc.oneof(fc.constantFrom(...listed, 'null', 'https://evil.example', `${listed.join(', ')}`), text),
      host,
      'x-forwarded-host': hosts,
      'x-forwarded-proto': fc.constantFrom('https', 'http', 'HTTPS', '', 'ftp', 'https, http', 'javascript'),
    },
    { requiredKeys: [] },
  ),
  url: fc
    .tuple(
      fc.constantFrom('/cal/events/v1/events', '/cal/events/v1/venues'),
      fc.constantFrom('en', 'fr', undefined),
      text,
    )
    .map(
      ([path, language, more]) => `${path}?${language ? `i18n_language=${language}&` : ''}${encodeURIComponent(more)}`,
    ),
});

test('shares a key only between requests of the same actor, allowed origin, base URL, language and URL', () => {
  const service = serviceWith({});
  const seenBy = ({ actor: { role, id }, headers, url }: typeof request extends fc.Arbitrary<infer T> ? T : never) =>
    JSON.stringify([
      role,
      id,
      listed.find((origin) => origin === headers.origin) ?? 'none',
      siteUrlOf(service, headers),
      new URL(url, own).searchParams.get('i18n_language'),
      url,
    ]);
  fc.assert(
    fc.property(request, request, (one, other) => {
      const keys = [one, other].map((sent) => keyFor(service, sent, sent.actor));
      expect(keys[0] === keys[1]).toBe(seenBy(one) === seenBy(other));
    }),
    { numRuns: repetitions(5_000) },
  );
});

test('includes the negotiated format in the key', () => {
  const service = serviceWith({ corsOrigins: ['*'], trustsForwardedHost: false });
  const parts = { actor: { role: 'anonymous' as const, id: 0 }, origin: '', site: '', url: '/x' };
  for (const accept of [undefined, '*/*', 'text/html, application/json', 'text/calendar']) {
    const headers = accept === undefined ? {} : { accept };
    expect(keyFor(service, { headers, url: '/x' }, parts.actor)).toBe(
      cacheKey({ ...parts, variant: feedFormatFor(accept)?.name ?? '' }),
    );
  }
});

test('ignores headers that no response depends on', () => {
  const service = serviceWith({ corsOrigins: ['*'], trustsForwardedHost: false });
  fc.assert(
    fc.property(request, ({ headers, url, actor }) => {
      expect(keyFor(service, { headers, url }, actor)).toBe(keyFor(service, { headers: {}, url }, actor));
    }),
  );
});

test.each([
  ['front.example', 'https', 'https://front.example'],
  ['Front.Example:8443', 'HTTPS', 'https://front.example:8443'],
  ['front.example, evil.example', 'https, http', 'https://front.example'],
  ['[2001:db8::1]:8080', 'http', 'http://[2001:db8::1]:8080'],
  ['app_1', undefined, 'http://app_1'],
  ['', 'https', 'https://host.example'],
  [' , evil.example', '', 'http://host.example'],
  [undefined, undefined, 'http://host.example'],
  ['a b', 'https', own],
  ['front.example/path', 'https', own],
  ['user@front.example', 'https', own],
  ['front.example?x', 'https', own],
  ['front.example#x', 'https', own],
  ['front.example:99999', 'https', own],
  ['[::zz]', 'https', own],
  ['"><script>', 'https', own],
  ['é.example', 'https', own],
  ['front.example', 'javascript', own],
  ['front.example', 'https://evil.example/', own],
  ['x'.repeat(400), 'https', own],
])('behind a trusted proxy, host %j and scheme %j give %s', (forwarded, scheme, url) => {
  const headers = {
    host: 'host.example',
    ...(forwarded !== undefined && { 'x-forwarded-host': forwarded }),
    ...(scheme !== undefined && { 'x-forwarded-proto': scheme }),
  };
  expect(siteUrlOf(serviceWith({}), headers)).toBe(url);
});
