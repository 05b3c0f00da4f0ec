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

/** Whether an address is in one of these networks, such as `10.1.0.0/16`. An IPv4 address in IPv6 notation is not. */
export function inNetworks(networks: readonly string[]): (address: string) => boolean {
  const ranges = networks.map((network) => ipaddr.parseCIDR(network));
  return (address) => {
    if (!isIP(address)) return false;
    const parsed = ipaddr.parse(address);
    return ranges.some((range) => parsed.kind() === range[0].kind() && parsed.match(range));
  };
}
