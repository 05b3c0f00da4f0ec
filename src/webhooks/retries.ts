// When a delivery is tried again, and what its tries mean for the webhook.
import { DAY, plusSeconds } from '../core/time/clock.js';
import type { WebhookRow } from '../core/webhook.js';
import { disabledFor, untroubled } from '../models/webhook/webhook.js';

/** Seconds between two tries, as Standard Webhooks recommends: ten tries in about three days. */
const delays = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
export const maxAttempts = delays.length + 1;
/** Up to a fifth more, so that deliveries that failed together are not tried together. */
const jitter = 0.2;
const maxRetryAfter = DAY;

/** Undefined after the last try. */
export function nextDelay(attempts: number, retryAfter = 0, random = Math.random()): number | undefined {
  const delay = delays[attempts - 1];
  if (delay === undefined) return undefined;
  return Math.max(Math.ceil(delay * (1 + jitter * random)), Math.min(retryAfter, maxRetryAfter));
}

/** Seconds of a `Retry-After` header, which is a number or a date; 0 for none. */
export function retryAfterOf(header: string | undefined, nowSeconds: number): number {
  if (header === undefined) return 0;
  const text = header.trim();
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Math.ceil(Date.parse(text) / 1_000 - nowSeconds);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), maxRetryAfter) : 0;
}

export interface TryResult {
  /** 0 without a response. */
  readonly statusCode: number;
  /** Empty if the message was accepted. */
  readonly error: string;
  readonly durationMs: number;
  /** The beginning of the body. */
  readonly response: string;
  /** Seconds. */
  readonly retryAfter: number;
}

export const isAccepted = ({ error }: TryResult): boolean => error === '';
/** Other messages would fail, too: there is no response, or the endpoint asks to wait. */
export const isDown = ({ statusCode, error }: TryResult): boolean =>
  error !== '' && [0, 429, 502, 503, 504].includes(statusCode);

const failedMessagesUntilFailing = 3;
const secondsUntilFailing = 3_600;
const secondsUntilDisabled = 5 * DAY;
const maxUnreachable = 5;
const pauseSeconds = 60;

type State = Pick<
  WebhookRow,
  | 'state'
  | 'reason'
  | 'failing_since'
  | 'failed_messages'
  | 'unreachable'
  | 'paused_until'
  | 'last_success'
  | 'last_failure'
>;

/** The end of the pause of a host that cannot be reached, for all its webhooks. A pause that one of them was asked for is its own. */
export const hostPause = ({ unreachable }: State, now: string): string | undefined =>
  unreachable >= maxUnreachable ? plusSeconds(now, pauseSeconds) : undefined;

/** The state of a webhook after a try. `attempts` includes it. */
export function stateAfter(before: State, result: TryResult, attempts: number, now: string): State {
  if (isAccepted(result)) return { ...untroubled, last_success: now, last_failure: before.last_failure };
  const { last_success, failing_since } = before;
  const seen = { last_success, last_failure: now };
  if (result.statusCode === 410) return { ...disabledFor('gone'), ...seen };
  const since = failing_since || now;
  const failed_messages = before.failed_messages + (attempts === 1 ? 1 : 0);
  const isFailing = failed_messages >= failedMessagesUntilFailing || since <= plusSeconds(now, -secondsUntilFailing);
  if (before.state === 'failing' && since <= plusSeconds(now, -secondsUntilDisabled))
    return { ...disabledFor('failing'), ...seen };
  const unreachable = result.statusCode === 0 ? before.unreachable + 1 : 0;
  const pause = Math.max(result.retryAfter, unreachable >= maxUnreachable ? pauseSeconds : 0);
  return {
    ...before,
    ...seen,
    state: before.state === 'disabled' ? 'disabled' : isFailing ? 'failing' : before.state,
    failing_since: since,
    failed_messages,
    unreachable,
    paused_until: isDown(result) && pause > 0 ? plusSeconds(now, pause) : before.paused_until,
  };
}
