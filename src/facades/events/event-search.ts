// Full-text search of events; with `searchesLinks` also in the names of linked records.
import type { Call } from '../../core/call.js';
import {
  all,
  type Condition,
  type LinkedTexts,
  matching,
  mentioning,
  mentioningAny,
  not,
} from '../../core/condition.js';
import type { Model } from '../../core/model.js';
import type { Link } from '../../core/store.js';
import { searchWords } from '../../core/text/words.js';
import { category } from '../../models/category/category.js';
import { eventCategories, eventOrganizers, eventTags, eventVenues } from '../../models/links.js';
import { organizer } from '../../models/organizer/organizer.js';
import { tag } from '../../models/tag/tag.js';
import { venue } from '../../models/venue/venue.js';

const places: readonly (readonly [Link, Model, readonly string[]])[] = [
  [eventVenues, venue, ['name', 'city']],
  [eventOrganizers, organizer, ['name']],
  [eventCategories, category, ['name']],
  [eventTags, tag, ['name']],
];

/** Only linked records that the caller may read can match. */
const readableNames = ({ actor }: Call): readonly LinkedTexts[] =>
  places.map(([{ table }, { policy }, texts]) => ({ link: table, texts, other: policy.visible(actor, false) }));

export function searchedEvents(text: string, call: Call): Condition {
  const { wanted, unwanted } = searchWords(text);
  if (!call.facade.searchesLinks) return matching(wanted, unwanted);
  const names = readableNames(call);
  return all(mentioning(wanted, names), ...(unwanted.length > 0 ? [not(mentioningAny(unwanted, names))] : []));
}
