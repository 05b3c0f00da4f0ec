import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWebUrl, trimWebUrl } from './web-url.js';

const accepted: readonly string[] = [
  ...['http://w.example/', 'https://full.example/?a=1&b=2', 'HTTPS://EXAMPLE.ORG', 'ftp://files.example/x'],
  ...[
    'https://bücher.example/straße',
    'https://例え.jp/道',
    'http://localhost:8080/x#y',
    'http://127.0.0.1/',
    'http://[::1]/',
  ],
  ...['  https://padded.example/  ', `https://example.org/${'x'.repeat(2028)}`],
];

const refused: readonly string[] = [
  ...[
    '',
    'bad',
    'example.org',
    '//example.org',
    '/path',
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:a@b.example',
  ],
  ...['http://', 'https:///x', 'http:example.org', 'http:/example.org', 'http://?x', 'http://#x', 'file:///etc/passwd'],
  ...[
    'http://a b.example/',
    'http://a.example/x y',
    'http://a.example/\nx',
    'http://a.example/\u0000',
    'http://a.example:99999/',
  ],
  ...['http://a.example/"onclick=x', 'http://a.example/<b>', 'http:\\\\a.example', 'http://a.example/\ud800'],
  `https://example.org/${'x'.repeat(2029)}`,
];

describe('isWebUrl', () => {
  it('accepts Latin-1 letters also after the runtime has optimized the check', () => {
    const rejected = Array.from({ length: 50_000 }, () => isWebUrl('https://bücher.example/straße')).filter(
      (ok) => !ok,
    );
    expect(rejected).toHaveLength(0);
  });

  it.each(accepted)('accepts %j', (text) => {
    expect(isWebUrl(text)).toBe(true);
  });

  it.each(refused)('refuses %j', (text) => {
    expect(isWebUrl(text)).toBe(false);
  });

  it('accepts any well-formed web URL', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
        expect(isWebUrl(address)).toBe(true);
        expect(trimWebUrl(` ${address}\n`)).toBe(address);
      }),
    );
  });
});
