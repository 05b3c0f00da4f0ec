// The statuses of a record, and what becomes of the one that was asked for.
import { type Actor, may } from './actor.js';

export const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
export type Status = (typeof statuses)[number];

/** Not yet released: without a public address and without a fixed publication date. */
export const isUnreleased = (status: Status): boolean => status === 'draft' || status === 'pending';

export interface StatusInput {
  readonly requested: Status | undefined;
  readonly stored: Status | undefined;
  readonly actor: Actor;
  /** The publication date lies after now. */
  readonly isFuture: boolean;
}

/** Those who may not publish get a draft, or a place in the queue for review, whatever they ask. */
export function settleStatus({ requested, stored, actor, isFuture }: StatusInput): Status {
  if (!may(actor, 'publish')) {
    if (requested === undefined) return stored ?? 'draft';
    return isUnreleased(requested) ? requested : 'pending';
  }
  const wanted = requested ?? stored ?? 'publish';
  return wanted === 'publish' || wanted === 'future' ? (isFuture ? 'future' : 'publish') : wanted;
}
