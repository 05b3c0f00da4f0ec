// What counts as one client where capacity is shared out.

/**
 * The IPv4 address, or the /64 network of an IPv6 address: a household or a server has a whole network of those. `ip` is that
 * of the rate limits, so that a trusted proxy is looked through.
 */
export function clientKeyOf(ip: string): string {
  const [address = ''] = ip.slice(0, maxLength).toLowerCase().split('%', 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::', 2);
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  const network = [...first, ...(tail === undefined ? [] : zeros), ...last].slice(0, 4);
  return `${network.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}

const maxLength = 60;

/** An IPv4 address at the end counts as two groups. */
const groupsOf = (text: string): readonly string[] =>
  text === '' ? [] : text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
