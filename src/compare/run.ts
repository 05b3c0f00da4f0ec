// Sends each path to both sides at the same time, at a limited rate, and compares the responses.
import { setTimeout as sleep } from 'node:timers/promises';
import { compareResponses, type Named } from './compare-responses.js';
import type { Sites } from './deviations/deviation.js';
import { responseOf, type Side, type SideResponse } from './response.js';
import { siteUrls } from './site-url.js';
import type { PathSource } from './sources.js';
import { newTally, type Summary } from './tally.js';
import { newTotals } from './totals.js';

export interface Comparison {
  readonly old: Side;
  readonly new: Side;
  readonly paths: PathSource;
  /** Pause between the beginnings of two requests to the same side. */
  readonly pauseMs: number;
  /** Waits until the differences of one path are written. */
  readonly report: (found: readonly Named[]) => Promise<void>;
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal;
}

const maxAttempts = 4;
const maxWaitSeconds = 60;

export async function compareSites({
  paths,
  pauseMs,
  report,
  onProgress,
  signal,
  ...sides
}: Comparison): Promise<Summary> {
  const tally = newTally();
  const totals = newTotals();
  const sites: Sites = {
    old: await urlsOf(sides.old, signal),
    new: await urlsOf(sides.new, signal),
    authors: new Map(),
    counts: new Map(),
  };
  const wait = pacer(pauseMs, signal);
  for (let done = 1; ; done++) {
    const path = await paths.next();
    if (path === undefined) return { ...tally.summary(), totals: totals.all() };
    await wait();
    const [old, now] = await Promise.all([
      requestWithRetry(sides.old, path, signal),
      requestWithRetry(sides.new, path, signal),
    ]);
    const compared = compareResponses(path, { old, new: now }, sites);
    tally.add(compared);
    totals.add(compared.route, path, { old, new: now });
    await report(compared.differences);
    paths.read?.(path, old.body, old.headers);
    onProgress?.(done);
  }
}

function pacer(pauseMs: number, signal: AbortSignal | undefined): () => Promise<void> {
  let free = 0;
  return async () => {
    const now = performance.now();
    const start = Math.max(now, free);
    free = start + pauseMs;
    if (start > now) await sleep(start - now, undefined, signal && { signal });
    signal?.throwIfAborted();
  };
}

/** Repeats a request that the server asks to send later. */
async function requestWithRetry(side: Side, path: string, signal: AbortSignal | undefined): Promise<SideResponse> {
  for (let attempt = 1; ; attempt++) {
    const response = await responseOf(side, path, signal);
    const seconds = Number(response.headers['retry-after'] ?? Number.NaN);
    const isBusy = (response.status === 429 || response.status === 503) && seconds >= 0;
    if (!isBusy || attempt === maxAttempts) return response;
    await sleep(Math.min(seconds, maxWaitSeconds) * 1_000, undefined, signal && { signal });
  }
}

/**
 * The addresses of a site in its responses. Behind a proxy or before the switch, the site calls itself otherwise than the
 * URL that requests go to. Learned once, so that a wrong host in a later response is found.
 */
async function urlsOf(side: Side, signal: AbortSignal | undefined) {
  for (const list of ['events', 'venues', 'organizers']) {
    const { body } = await requestWithRetry(side, `/wp-json/tribe/events/v1/${list}?per_page=1`, signal);
    const shown = siteIn(body);
    if (shown !== undefined) return siteUrls([side.base, shown]);
  }
  return siteUrls([side.base]);
}

function siteIn(body: unknown): string | undefined {
  const url = typeof body === 'object' && body !== null && 'rest_url' in body ? body.rest_url : undefined;
  return typeof url === 'string'
    ? /^(https?:\/\/.+?)\/(wp-json\/|(index\.php)?\?rest_route=)/.exec(url)?.[1]
    : undefined;
}
