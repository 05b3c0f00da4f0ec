// All differences between the responses of both sides to one request, each with its known deviation. Pure.
import type { Pair, Sites } from './deviation-conditions.js';
import { deviationOf } from './deviations.js';
import { type Difference, differencesOf } from './difference.js';
import { normalized } from './normalize.js';
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

/** One response of a hostile or broken side may differ everywhere. */
const maxDifferences = 200;

export function compareResponses(
  path: string,
  responses: { readonly old: SideResponse; readonly new: SideResponse },
  sites: Sites,
): readonly Named[] {
  const route = routeOf(path);
  const pair: Pair = { ...responses, route, path, sites };
  const named: Named[] = [];
  for (const difference of allOf(pair)) {
    const deviation = deviationOf(difference, pair);
    const { parents: _, ...shown } = difference;
    named.push({ ...shown, route, path, ...(deviation && { deviation }) });
    if (named.length === maxDifferences) break;
  }
  return named;
}

const whole = { pointer: '', pattern: '' };

function* allOf(pair: Pair): Generator<Difference> {
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
    old: (value, key) => normalized(value, key, sites.old),
    new: (value, key) => normalized(value, key, sites.new),
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
