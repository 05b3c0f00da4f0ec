// Which addresses are out in the public network. Everything else is ours or nobody's, and never connected to.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Range = ReturnType<typeof ipaddr.parseCIDR>;
const ranges = (...texts: readonly string[]): readonly Range[] => texts.map((text) => ipaddr.parseCIDR(text));

/** The only part of IPv6 that is given out; tunnels and translations inside it lead to IPv4 and are left out below. */
const [given] = ranges('2000::/3') as [Range];

/** What the library counts as ordinary and is not. */
const special = ranges(
  '192.0.0.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '240.0.0.0/4',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
);

export function isPublic(address: string): boolean {
  // The library also reads what is no address to the system, such as three numbers for four.
  if (!isIP(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && (parsed.zoneId || !parsed.match(given as [ipaddr.IPv6, number]))) return false;
  if (parsed.range() !== 'unicast') return false;
  return !special.some(([net, bits]) => net.kind() === parsed.kind() && parsed.match(net as never, bits));
}
