// Feed keys: a secret in the URL of a feed, for calendar apps that cannot send credentials. A key reads feeds as its user,
// in the user's present role, and is accepted nowhere else.
import type { Actor } from '../core/actor.js';
import { all, is } from '../core/condition.js';
import { isUnavailable, Problem } from '../core/problem.js';
import type { Reader, Store, Writer } from '../core/store.js';
import type { Throttle } from '../core/throttle.js';
import { plusSeconds } from '../core/time/clock.js';
import { type FeedKeyRow, feedKeys, users } from '../models/account/account.js';
import { actorOf } from './identify.js';
import { countFailure, digestToken, feedKeyLength, makeFeedKey } from './secrets.js';

export const maxFeedKeys = 20;

interface AddedKey {
  readonly row: FeedKeyRow;
  /** Only its digest is stored. */
  readonly key: string;
}

export async function addFeedKey(writer: Writer, user: number, label: string, now: string): Promise<AddedKey> {
  const key = makeFeedKey();
  const values = { user_id: user, label, digest: digestToken(key), created_utc: now, last_used_utc: '' };
  return { row: { ...values, id: await writer.insert(feedKeys, values) }, key };
}

export const feedKeysOf = (store: Reader, user: number): Promise<readonly FeedKeyRow[]> =>
  store.list({ table: feedKeys, where: is('user_id', user), order: [{ column: 'id' }], limit: maxFeedKeys });

/** False if the user has no such key. */
export const revokeFeedKey = async (writer: Writer, user: number, id: number): Promise<boolean> =>
  (await writer.remove(feedKeys, all(is('id', id), is('user_id', user)))) > 0;

/**
 * The user of the `key` parameter of a feed; undefined without the parameter. An invalid key throws, so that a feed with a
 * revoked key never becomes the public one.
 *
 * Failures are rate limited, valid keys are not: services such as Google Calendar read the feeds of many people from one
 * IP, and a key of this length cannot be guessed.
 */
export async function actorOfFeedKey(
  store: Store,
  limiter: Throttle,
  key: unknown,
  ip: string,
  now: string,
): Promise<Actor | undefined> {
  if (key === undefined) return undefined;
  const found = typeof key === 'string' && syntax.test(key) ? await findKey(store, key) : undefined;
  const user = found && (await store.read({ table: users, where: is('id', found.user_id) }));
  if (!user) {
    await countFailure({ limiter, ip, subject: 'feed/key' });
    throw new Problem('wrong-feed-key');
  }
  await recordUse(store, found, now);
  return actorOf(user, '');
}

const syntax = new RegExp(`^[A-Za-z0-9]{${feedKeyLength}}$`);

/** The lookup is by digest, so that neither the database nor the time of a comparison reveals a key. */
const findKey = (store: Reader, key: string): Promise<FeedKeyRow | undefined> =>
  store.read({ table: feedKeys, where: is('digest', digestToken(key)) });

/** Seconds between two writes of `last_used_utc`: calendar apps read a feed every few minutes. */
const useSeconds = 3_600;

async function recordUse(store: Store, { id, last_used_utc }: FeedKeyRow, now: string): Promise<void> {
  if (last_used_utc > plusSeconds(now, -useSeconds)) return;
  try {
    await store.transact((writer) => writer.update(feedKeys, id, { last_used_utc: now }));
  } catch (error) {
    // A feed is readable while the disk is full.
    if (!isUnavailable(error)) throw error;
  }
}
