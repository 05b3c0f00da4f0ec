// Which request comes next: a class by its share, and of that class the next in turn or, skewed, a favourite.
import type { Chance } from '../calendar/chance.js';
import type { Group } from './order.js';

export interface Drawn {
  readonly group: number;
  readonly request: string;
}

/** The n-th favourite is asked for 1/n as often as the first. */
function zipf(count: number): (share: number) => number {
  const sums: number[] = [];
  for (let rank = 1; rank <= count; rank++) sums.push((sums.at(-1) ?? 0) + 1 / rank);
  const whole = sums.at(-1) ?? 1;
  return (share) => {
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < share * whole) low = middle + 1;
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

export function drawing(groups: readonly Group[], chance: Chance): () => Drawn {
  const turns = groups.map(() => chance.whole(0, 1_000_000));
  const favourites = groups.map(({ requests, skewed }) => (skewed ? zipf(requests.length) : undefined));
  const whole = groups.reduce((sum, { share }) => sum + share, 0);
  return () => {
    let left = chance.next() * whole;
    let group = 0;
    while (group < groups.length - 1 && left >= (groups[group]?.share ?? 0)) left -= groups[group++]?.share ?? 0;
    const requests = groups[group]?.requests ?? [];
    const at = favourites[group]?.(chance.next()) ?? (turns[group] as number) % requests.length;
    const turn = (turns[group] ?? 0) + 1;
    turns[group] = turn;
    const request = requests[at] as string;
    return { group, request: groups[group]?.varied ? varied(request, turn) : request };
  };
}
