// Counts of responses, values and differences by route and place, with bounded memory.
import type { Compared, Named } from './compare-responses.js';
import { type Coverage, newCoverage } from './coverage.js';
import type { Total } from './totals.js';

export interface Group {
  readonly route: string;
  readonly pattern: string;
  readonly kind: string;
  readonly deviation?: string;
  readonly count: number;
  /** Path and pointer of the first one. */
  readonly example: { readonly path: string; readonly pointer: string; readonly old?: string; readonly new?: string };
}

export interface Summary {
  /** Requests that were sent to both sides. */
  readonly requests: number;
  /** Differences that no known deviation explains. */
  readonly differences: number;
  /** Differences that known deviations explain. */
  readonly known: number;
  readonly groups: readonly Group[];
  readonly routes: readonly Coverage[];
  readonly totals: readonly Total[];
}

export interface Tally {
  readonly add: (compared: Compared) => void;
  readonly summary: () => Omit<Summary, 'totals'>;
}

/** Keys of responses are part of a group, and a broken side could send new ones forever. */
const maxGroups = 1_000;
const maxTextLength = 200;

/** A value on one line, for tables and files. */
export function shortText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const text = JSON.stringify(value);
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
}

export function newTally(): Tally {
  const groups = new Map<string, Group>();
  const counts = { requests: 0, differences: 0, known: 0 };
  const add = (one: Named): void => {
    counts[one.deviation === undefined ? 'differences' : 'known'] += 1;
    const { route, pattern, kind, deviation } = one;
    const key = JSON.stringify([route, pattern, kind, deviation]);
    const group = groups.get(key);
    if (group) groups.set(key, { ...group, count: group.count + 1 });
    else if (groups.size < maxGroups) groups.set(key, firstOf(one));
  };
  const routes = newCoverage();
  return {
    add: (compared) => {
      counts.requests += 1;
      compared.differences.forEach(add);
      routes.add(compared);
    },
    summary: () => ({
      ...counts,
      routes: routes.all(),
      groups: [...groups.values()].sort(
        (a, b) => Number(a.deviation !== undefined) - Number(b.deviation !== undefined) || b.count - a.count,
      ),
    }),
  };
}

function firstOf({ route, pattern, kind, deviation, path, pointer, ...values }: Named): Group {
  const [old, now] = [shortText(values.old), shortText(values.new)];
  return {
    route,
    pattern,
    kind,
    ...(deviation !== undefined && { deviation }),
    count: 1,
    example: { path, pointer, ...(old !== undefined && { old }), ...(now !== undefined && { new: now }) },
  };
}
