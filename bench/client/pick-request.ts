// Picks the next request: a group by its share, then the next request of that group or, if skewed, one by a Zipf
// distribution.
import type { Random } from '../calendar/random.js';
import type { Group } from './load-job.js';

export interface PickedRequest {
  readonly group: number;
  readonly request: string;
}

/** The n-th item is picked 1/n as often as the first. Binary search in the cumulative weights. */
function zipf(count: number): (share: number) => number {
  const sums: number[] = [];
  for (let rank = 1; rank <= count; rank++) sums.push((sums.at(-1) ?? 0) + 1 / rank);
  const total = sums.at(-1) ?? 1;
  return (share) => {
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < share * total) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** The same request with the headers that a proxy and tracing add, different for each number. */
function varied(request: string, number: number): string {
  const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  const trace = hex(number, 32);
  const added = `X-Forwarded-For: ${address}\r\nX-Request-Id: ${trace}\r\ntraceparent: 00-${trace}-${hex(number, 16)}-01\r\n`;
  const firstLine = request.indexOf('\n') + 1;
  return request.slice(0, firstLine) + added + request.slice(firstLine);
}

export function requestPicker(groups: readonly Group[], random: Random): () => PickedRequest {
  const counters = groups.map(() => random.integer(0, 1_000_000));
  const zipfOf = groups.map(({ requests, skewed }) => (skewed ? zipf(requests.length) : undefined));
  const total = groups.reduce((sum, { share }) => sum + share, 0);
  return () => {
    let left = random.next() * total;
    let group = 0;
    while (group < groups.length - 1 && left >= (groups[group]?.share ?? 0)) left -= groups[group++]?.share ?? 0;
    const requests = groups[group]?.requests ?? [];
    const at = zipfOf[group]?.(random.next()) ?? (counters[group] as number) % requests.length;
    const counter = (counters[group] ?? 0) + 1;
    counters[group] = counter;
    const request = requests[at] as string;
    return { group, request: groups[group]?.varied ? varied(request, counter) : request };
  };
}
