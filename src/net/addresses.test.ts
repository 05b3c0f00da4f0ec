// Judges `isPublic` itself, without a network. The ranges are written out from the IANA special-purpose registries for
// IPv4 and IPv6, multicast and deprecated ranges included; the table takes nothing from the code under test.
import { describe, expect, test } from 'vitest';
import { isPublic } from './addresses.js';

interface Range {
  readonly first: string;
  readonly last: string;
  /** Public addresses right below and above; absent where the neighbour is special too. */
  readonly below?: string;
  readonly above?: string;
}

const ipv4: Readonly<Record<string, Range>> = {
  'this network, 0.0.0.0/8': { first: '0.0.0.0', last: '0.255.255.255', above: '1.0.0.0' },
  'private use, 10.0.0.0/8': { first: '10.0.0.0', last: '10.255.255.255', below: '9.255.255.255', above: '11.0.0.0' },
  'shared address space, 100.64.0.0/10': {
    first: '100.64.0.0',
    last: '100.127.255.255',
    below: '100.63.255.255',
    above: '100.128.0.0',
  },
  'loopback, 127.0.0.0/8': {
    first: '127.0.0.0',
    last: '127.255.255.255',
    below: '126.255.255.255',
    above: '128.0.0.0',
  },
  'link local, 169.254.0.0/16': {
    first: '169.254.0.0',
    last: '169.254.255.255',
    below: '169.253.255.255',
    above: '169.255.0.0',
  },
  'private use, 172.16.0.0/12': {
    first: '172.16.0.0',
    last: '172.31.255.255',
    below: '172.15.255.255',
    above: '172.32.0.0',
  },
  'IETF protocol assignments, 192.0.0.0/24': {
    first: '192.0.0.0',
    last: '192.0.0.255',
    below: '191.255.255.255',
    above: '192.0.1.0',
  },
  'documentation, 192.0.2.0/24': {
    first: '192.0.2.0',
    last: '192.0.2.255',
    below: '192.0.1.255',
    above: '192.0.3.0',
  },
  'AS112, 192.31.196.0/24': {
    first: '192.31.196.0',
    last: '192.31.196.255',
    below: '192.31.195.255',
    above: '192.31.197.0',
  },
  'multicast tunnels, 192.52.193.0/24': {
    first: '192.52.193.0',
    last: '192.52.193.255',
    below: '192.52.192.255',
    above: '192.52.194.0',
  },
  '6to4 relays, 192.88.99.0/24': {
    first: '192.88.99.0',
    last: '192.88.99.255',
    below: '192.88.98.255',
    above: '192.88.100.0',
  },
  'private use, 192.168.0.0/16': {
    first: '192.168.0.0',
    last: '192.168.255.255',
    below: '192.167.255.255',
    above: '192.169.0.0',
  },
  'direct delegation AS112, 192.175.48.0/24': {
    first: '192.175.48.0',
    last: '192.175.48.255',
    below: '192.175.47.255',
    above: '192.175.49.0',
  },
  'benchmarking, 198.18.0.0/15': {
    first: '198.18.0.0',
    last: '198.19.255.255',
    below: '198.17.255.255',
    above: '198.20.0.0',
  },
  'documentation, 198.51.100.0/24': {
    first: '198.51.100.0',
    last: '198.51.100.255',
    below: '198.51.99.255',
    above: '198.51.101.0',
  },
  'documentation, 203.0.113.0/24': {
    first: '203.0.113.0',
    last: '203.0.113.255',
    below: '203.0.112.255',
    above: '203.0.114.0',
  },
  'multicast, 224.0.0.0/4': { first: '224.0.0.0', last: '239.255.255.255', below: '223.255.255.255' },
  'reserved, 240.0.0.0/4': { first: '240.0.0.0', last: '255.255.255.254' },
  'limited broadcast, 255.255.255.255/32': { first: '255.255.255.255', last: '255.255.255.255' },
};

/** The eight groups of an address, the last one repeated. */
const filled = (start: string): string => `${start}${':ffff'.repeat(8 - start.split(':').length)}`;

/** Only 2000::/3 is assigned to the public network, so most ranges have no public neighbour. */
const ipv6: Readonly<Record<string, Range>> = {
  'unspecified, ::/128': { first: '::', last: '::' },
  'loopback, ::1/128': { first: '::1', last: '::1' },
  'IPv4-compatible, ::/96': { first: '::2', last: '::ffff:ffff' },
  'IPv4-mapped, ::ffff:0:0/96': { first: '::ffff:0:0', last: '::ffff:ffff:ffff' },
  'IPv4-translated, ::ffff:0:0:0/96': { first: '::ffff:0:0:0', last: '::ffff:0:ffff:ffff' },
  'NAT64, 64:ff9b::/96': { first: '64:ff9b::', last: '64:ff9b::ffff:ffff' },
  'local NAT64, 64:ff9b:1::/48': { first: '64:ff9b:1::', last: filled('64:ff9b:1') },
  'discard only, 100::/64': { first: '100::', last: filled('100:0:0:0') },
  'dummy prefix, 100:0:0:1::/64': { first: '100:0:0:1::', last: filled('100:0:0:1') },
  'below the assigned eighth, 1fff::/16': { first: '1fff::', last: filled('1fff'), above: '2000::' },
  'IETF protocol assignments, 2001::/23': {
    first: '2001::',
    last: filled('2001:1ff'),
    below: filled('2000'),
    above: '2001:200::',
  },
  'Teredo, 2001::/32': { first: '2001::', last: filled('2001:0') },
  'port control anycast, 2001:1::1/128': { first: '2001:1::1', last: '2001:1::1' },
  'benchmarking, 2001:2::/48': { first: '2001:2::', last: filled('2001:2:0') },
  'multicast tunnels, 2001:3::/32': { first: '2001:3::', last: filled('2001:3') },
  'AS112, 2001:4:112::/48': { first: '2001:4:112::', last: filled('2001:4:112') },
  'ORCHID, 2001:10::/28': { first: '2001:10::', last: filled('2001:1f') },
  'ORCHIDv2, 2001:20::/28': { first: '2001:20::', last: filled('2001:2f') },
  'drone identifiers, 2001:30::/28': { first: '2001:30::', last: filled('2001:3f') },
  'documentation, 2001:db8::/32': {
    first: '2001:db8::',
    last: filled('2001:db8'),
    below: filled('2001:db7'),
    above: '2001:db9::',
  },
  '6to4, 2002::/16': { first: '2002::', last: filled('2002'), below: filled('2001:ffff'), above: '2003::' },
  'direct delegation AS112, 2620:4f:8000::/48': {
    first: '2620:4f:8000::',
    last: filled('2620:4f:8000'),
    below: filled('2620:4f:7fff'),
    above: '2620:4f:8001::',
  },
  'documentation, 3fff::/20': {
    first: '3fff::',
    last: filled('3fff:fff'),
    below: filled('3ffe'),
    above: '3fff:1000::',
  },
  'above the assigned eighth, 4000::/16': { first: '4000::', last: filled('4000'), below: filled('3fff') },
  'segment routing, 5f00::/16': { first: '5f00::', last: filled('5f00') },
  'unique local, fc00::/7': { first: 'fc00::', last: filled('fdff') },
  'link local, fe80::/10': { first: 'fe80::', last: filled('febf') },
  'site local, fec0::/10': { first: 'fec0::', last: filled('feff') },
  'multicast, ff00::/8': { first: 'ff00::', last: filled('ffff') },
};

const judged = (addresses: readonly (string | undefined)[]) =>
  addresses.filter((address) => address !== undefined).map((address) => [address, isPublic(address)]);

const all = (addresses: readonly (string | undefined)[], verdict: boolean) =>
  addresses.filter((address) => address !== undefined).map((address) => [address, verdict]);

describe.each([
  ['IPv4', ipv4],
  ['IPv6', ipv6],
] as const)('special ranges of %s', (_, ranges) => {
  test.each(Object.entries(ranges))('both edges of %s are refused, public neighbours are not', (__, range) => {
    const { first, last, below, above } = range;
    expect(judged([first, last])).toEqual(all([first, last], false));
    expect(judged([below, above])).toEqual(all([below, above], true));
  });
});

test('an IPv4 address inside an IPv6 one is refused, private or public', () => {
  const forms = [
    ...['::ffff:10.0.0.1', '::ffff:8.8.8.8', '::ffff:808:808', '0:0:0:0:0:ffff:8.8.8.8'],
    ...['::10.0.0.1', '::8.8.8.8', '::ffff:0:8.8.8.8'],
    ...['64:ff9b::10.0.0.1', '64:ff9b::8.8.8.8', '64:ff9b:1::8.8.8.8', '64:ff9b:1:ffff::808:808'],
    ...['2002:a00:1::', '2002:808:808::1', '2001:0:a00:1::', '2001:0:808:808::'],
  ];
  expect(judged(forms)).toEqual(all(forms, false));
});

test('an address with a zone is refused', () => {
  const zoned = ['fe80::1%eth0', '2606:4700:4700::1111%eth0', '2606:4700:4700::1111%1'];
  expect(judged(zoned)).toEqual(all(zoned, false));
});

test('a text that is no address is refused', () => {
  const texts = ['', ' ', 'localhost', 'example.com', '8.8.8', '8.8.8.8.', '08.8.8.8', '0x8.8.8.8', '134744072'];
  const more = [
    '8.8.8.8/32',
    '8.8.8.8:80',
    '[2606:4700:4700::1111]',
    '2606:4700:4700::1111::',
    '8.8.8.256',
    '-1.1.1.1',
  ];
  expect(judged([...texts, ...more])).toEqual(all([...texts, ...more], false));
});

test('addresses of well-known public hosts are public', () => {
  const hosts = ['1.1.1.1', '8.8.8.8', '9.9.9.9', '93.184.216.34', '2606:4700:4700::1111', '2A00:1450:4001:81B::200E'];
  expect(judged(hosts)).toEqual(all(hosts, true));
});
