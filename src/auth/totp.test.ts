import { expect, test } from 'vitest';
import { base32, makeTotpSecret, matchingStep, otpauthUri, stepOf, totpCode } from './totp.js';

/** The secret of the test vectors in RFC 6238, appendix B. */
const secret = base32(Buffer.from('12345678901234567890'));

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('the code at %i seconds is that of RFC 6238', (seconds, eightDigits) => {
  expect(totpCode(secret, stepOf(seconds))).toBe(eightDigits.slice(2));
});

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%j in Base32 is that of RFC 4648', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
});

test('secrets are random and have 160 bits', () => {
  expect(makeTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(makeTotpSecret()).not.toBe(makeTotpSecret());
});

test('accepts the codes of the steps before, now and after, and no others', () => {
  const seconds = 1_111_111_111;
  const accepted = [-2, -1, 0, 1, 2].map((offset) =>
    matchingStep(secret, totpCode(secret, stepOf(seconds) + offset), seconds, 0),
  );
  const now = stepOf(seconds);
  expect(accepted).toEqual([undefined, now - 1, now, now + 1, undefined]);
});

test('accepts no code of the last step or an earlier one', () => {
  const seconds = 1_111_111_111;
  const now = stepOf(seconds);
  const accepts = (offset: number) => matchingStep(secret, totpCode(secret, now + offset), seconds, now);
  expect([accepts(-1), accepts(0), accepts(1)]).toEqual([undefined, undefined, now + 1]);
});

test.each(['', '12345', '1234567', ' 50471', '0x5047', '٠٥٠٤٧١'])('rejects %j', (code) => {
  expect(matchingStep(secret, code, 1_111_111_111, 0)).toBeUndefined();
});

test('the URI names issuer and account, and a colon in the issuer cannot end its part of the label', () => {
  expect(otpauthUri('ABC', 'Town: Events', 'ada@example.com')).toBe(
    'otpauth://totp/Town%20%20Events:ada%40example.com?secret=ABC&issuer=Town%3A%20Events&algorithm=SHA1&digits=6&period=30',
  );
});
