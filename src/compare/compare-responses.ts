// All differences between the responses of both sides to one request, each with its known deviation. Pure.
import type { Pair, Sites } from './deviations/deviation.js';
import { deviationOf } from './deviations.js';
import { type Difference, differencesOf } from './difference.js';
import { isSameValue } from './normalize.js';
import { routeOf } from './path.js';
import type { SideResponse } from './response.js';
import { apiUrl } from './site-url.js';

export interface Named extends Omit<Difference, 'parents'> {
  readonly route: string;
  readonly path: string;
  /** Id of the known deviation that explains it. */
  readonly deviation?: string;
}

const comparedHeaders = ['x-tec-total', 'x-tec-totalpages', 'x-wp-total', 'x-wp-totalpages', 'content-type'] as const;

export interface Compared {
  readonly route: string;
  readonly differences: readonly Named[];
  /** How many pairs of values were compared, by the pattern of their pointer. */
  readonly values: ReadonlyMap<string, number>;
}

/** One response of a hostile or broken side may differ everywhere. */
const maxUnexplained = 200;
/** Known deviations have a limit of their own, so that they leave no room in which a fault is hidden. */
const maxDifferences = 20_000;

export function compareResponses(
  path: string,
  responses: { readonly old: SideResponse; readonly new: SideResponse },
  sites: Sites,
): Compared {
  const route = routeOf(path);
  const pair: Pair = { ...responses, route, path, sites };
  const values = new Map<string, number>();
  const differences: Named[] = [];
  let unexplained = 0;
  for (const difference of allOf(pair, (pattern) => values.set(pattern, (values.get(pattern) ?? 0) + 1))) {
    if (differences.length === maxDifferences) {
      differences.push({ kind: 'too-many', ...whole, route, path });
      break;
    }
    const deviation = deviationOf(difference, pair);
    const { parents: _, ...shown } = difference;
    differences.push({ ...shown, route, path, ...(deviation && { deviation }) });
    if (deviation === undefined && ++unexplained === maxUnexplained) break;
  }
  return { route, differences, values };
}

const whole = { pointer: '', pattern: '' };

function* allOf(pair: Pair, onValue: (pattern: string) => void): Generator<Difference> {
  const { old, new: now, sites } = pair;
  yield* redirectsOf(pair);
  if (old.status !== now.status && old.status !== 0 && now.status !== 0) {
    yield { kind: 'status', pointer: 'status', pattern: 'status', old: old.status, new: now.status };
    // An error in place of a record differs everywhere; its message is part of the report.
    return;
  }
  if (old.fault || now.fault) {
    // A fault of both sides is reported too: nothing was compared.
    const { kind } = now.fault ?? old.fault ?? { kind: 'unreadable' };
    yield { kind, ...whole, old: old.fault?.text ?? 'JSON', new: now.fault?.text ?? 'JSON' };
    return;
  }
  for (const name of comparedHeaders) {
    const [before, after] = [headerValue(old, name), headerValue(now, name)];
    if (before !== after) yield { kind: 'header', pointer: name, pattern: name, old: before, new: after };
  }
  yield* differencesOf(old.body, now.body, {
    isSame: (values, key) => isSameValue(values, key, sites),
    onValue,
  });
}

/** Redirects to the same address on both sides, such as to the path with a slash, are no difference. */
function* redirectsOf({ old, new: now, sites }: Pair): Generator<Difference> {
  const [from, to] = [
    old.redirectedTo && apiUrl(sites.old.inText(old.redirectedTo)),
    now.redirectedTo && apiUrl(sites.new.inText(now.redirectedTo)),
  ];
  if (from !== to) yield { kind: 'redirect', ...whole, old: old.redirectedTo, new: now.redirectedTo };
}

/** Names of types and character sets ignore case and spaces. */
function headerValue({ headers }: SideResponse, name: string): string | undefined {
  const value = headers[name]?.trim();
  return name === 'content-type' ? value?.toLowerCase().replace(/\s+/g, '') : value;
}
