// The kinds of record that the platform calls posts: under which name, and what of our resources they show.
import type { Resource } from '../../core/resource.js';
import type { Link } from '../../core/store.js';
import { categoryPlace } from '../../models/category/category.js';
import { event } from '../../models/event/event.js';
import { page as eventPage } from '../../models/event/present.js';
import type { PageOf } from '../../models/families/present.js';
import type { TermPlace } from '../../models/families/term-body.js';
import { eventCategories, eventTags } from '../../models/links.js';
import { organizer } from '../../models/organizer/organizer.js';
import { page as organizerPage } from '../../models/organizer/present.js';
import { tagPlace } from '../../models/tag/tag.js';
import { page as venuePage } from '../../models/venue/present.js';
import { venue } from '../../models/venue/venue.js';

export interface RecordTerms {
  readonly place: TermPlace;
  /** Its key in the body, the name of its filter, and its address. */
  readonly base: string;
  /** Under which field the linked terms of a row are found. */
  readonly field: string;
  readonly link: Link;
}

export interface RecordType {
  readonly resource: Resource;
  readonly page: PageOf;
  readonly name: string;
  readonly title: 'title' | 'name';
  readonly titleKey: string;
  readonly terms: readonly RecordTerms[];
}

const tags: RecordTerms = { place: tagPlace, base: tagPlace.path, field: 'tags', link: eventTags };
const categories: RecordTerms = {
  place: categoryPlace,
  base: categoryPlace.taxonomy,
  field: 'categories',
  link: eventCategories,
};

export const recordTypes: readonly RecordType[] = [
  {
    resource: event,
    page: eventPage,
    name: 'Events',
    title: 'title',
    titleKey: 'title_key',
    terms: [tags, categories],
  },
  { resource: venue, page: venuePage, name: 'Venues', title: 'name', titleKey: 'name_key', terms: [] },
  { resource: organizer, page: organizerPage, name: 'Organizers', title: 'name', titleKey: 'name_key', terms: [] },
];
