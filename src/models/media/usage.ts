// Conditions on the records that use an image, for its visibility and for filters.
import type { Actor } from '../../core/actor.js';
import { all, any, type Condition, everything, is, not, oneOf, referenced } from '../../core/condition.js';
import { postPolicy } from '../families/post.js';

/** Models with an image, each with the condition under which readers of the record may also see the image. */
const imageOwners: readonly (readonly [string, Condition])[] = [
  ['event', is('password', '')],
  ['venue', everything],
  ['organizer', everything],
];

const usedBy = (which: Condition): Condition =>
  any(...imageOwners.map(([resource, shown]) => referenced(resource, 'image_id', all(which, shown))));

const isUsed: Condition = any(...imageOwners.map(([resource]) => referenced(resource, 'image_id', everything)));

/** At least one published record without a password uses the picture, or no record at all, of any status. */
export const isPublicImage: Condition = any(usedBy(is('status', 'publish')), not(isUsed));

/** A record that the actor may read uses the picture: one of these ids, or any. */
export const usedByReadable = (actor: Actor, ids?: readonly number[]): Condition =>
  usedBy(all(postPolicy.visible(actor, false), ids ? oneOf('id', ids) : everything));
