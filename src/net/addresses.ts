// Which IP addresses are public. The fetch guard never connects to any other (SSRF protection).
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only allocated global unicast range; the tunnels and translations inside it lead to IPv4 and are excluded below. */
const globalUnicast6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Special-purpose ranges that ipaddr.js reports as unicast. */
const reserved4 = ['192.0.0.0/24', '192.88.99.0/24', '198.18.0.0/15', '240.0.0.0/4'].map((text) =>
  ipaddr.IPv4.parseCIDR(text),
);
const reserved6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((text) => ipaddr.IPv6.parseCIDR(text));

export function isPublic(address: string): boolean {
  // ipaddr.js also parses forms that node:net does not, such as `127.1`.
  if (!isIP(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv4) return !reserved4.some((range) => parsed.match(range));
  return !parsed.zoneId && parsed.match(globalUnicast6) && !reserved6.some((range) => parsed.match(range));
}
