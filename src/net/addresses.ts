// Decides which IP addresses belong to the public internet; the fetch guard connects to no others. The special ranges are
// those of ipaddr.js, and the test beside this file has all of them written out.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only IPv6 range that IANA assigns to the public internet. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

export function isPublic(address: string): boolean {
  // ipaddr.js also parses spellings that the system does not take as an address, such as `8.8.8`.
  if (!isIP(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || (!parsed.zoneId && parsed.match(globalUnicast));
}
