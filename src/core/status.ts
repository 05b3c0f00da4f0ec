// The statuses of a record, and the rules for a requested status.
import { type Actor, may } from './actor.js';

export const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
export type Status = (typeof statuses)[number];

/** Not yet released: no slug and no fixed publication date. */
export const isUnreleased = (status: Status): boolean => status === 'draft' || status === 'pending';

export interface StatusInput {
  readonly requested: Status | undefined;
  readonly stored: Status | undefined;
  readonly actor: Actor;
  /** The publication date is in the future. */
  readonly isFuture: boolean;
}

/** Without the right to publish a record stays a draft or becomes pending, whatever is requested. */
export function settleStatus({ requested, stored, actor, isFuture }: StatusInput): Status {
  if (!may(actor, 'publish')) {
    if (requested === undefined) return stored ?? 'draft';
    return isUnreleased(requested) ? requested : 'pending';
  }
  const wanted = requested ?? stored ?? 'publish';
  return wanted === 'publish' || wanted === 'future' ? (isFuture ? 'future' : 'publish') : wanted;
}
