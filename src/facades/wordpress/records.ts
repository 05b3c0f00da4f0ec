// The post types of WordPress that the calendar has: their names, shapes and terms.
import type { Shape } from '../../core/shape.js';
import type { Link } from '../../core/store.js';
import { eventCategories, eventTags } from '../../models/links.js';
import { categoryTaxonomy } from '../events/category.js';
import { eventShape } from '../events/event.js';
import { eventPage } from '../events/event-url.js';
import { organizerShape } from '../events/organizer.js';
import type { PageOf } from '../events/outputs.js';
import { organizerPage, venuePage } from '../events/outputs.js';
import { tagTaxonomy } from '../events/tag.js';
import type { TermTaxonomy } from '../events/term-body.js';
import { venueShape } from '../events/venue.js';

export interface RecordTerms {
  readonly taxonomy: TermTaxonomy;
  /** Key in the body, name of the filter and URL segment. */
  readonly base: string;
  /** Name of the link field of a row that holds the terms. */
  readonly field: string;
  readonly link: Link;
}

export interface RecordType {
  readonly shape: Shape;
  readonly page: PageOf;
  readonly name: string;
  readonly title: 'title' | 'name';
  readonly titleKey: string;
  readonly terms: readonly RecordTerms[];
}

const tags: RecordTerms = { taxonomy: tagTaxonomy, base: tagTaxonomy.path, field: 'tags', link: eventTags };
const categories: RecordTerms = {
  taxonomy: categoryTaxonomy,
  base: categoryTaxonomy.name,
  field: 'categories',
  link: eventCategories,
};

export const recordTypes: readonly RecordType[] = [
  {
    shape: eventShape,
    page: eventPage,
    name: 'Events',
    title: 'title',
    titleKey: 'title_key',
    terms: [tags, categories],
  },
  { shape: venueShape, page: venuePage, name: 'Venues', title: 'name', titleKey: 'name_key', terms: [] },
  { shape: organizerShape, page: organizerPage, name: 'Organizers', title: 'name', titleKey: 'name_key', terms: [] },
];
