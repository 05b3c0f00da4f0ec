import { expect, test } from 'vitest';
import { clientKeyOf } from './client-key.js';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['', ''],
  ['unknown', 'unknown'],
])('%s is the client %s', (ip, key) => {
  expect(clientKeyOf(ip)).toBe(key);
});

test('a forged address cannot be long', () => {
  expect(clientKeyOf('x'.repeat(100_000)).length).toBeLessThanOrEqual(60);
});
