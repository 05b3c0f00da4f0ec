// The post types of WordPress that the calendar has: their names, shapes and terms.
import { any, type Condition, hasSlug, refers } from '../../core/condition.js';
import type { Shape, View } from '../../core/shape.js';
import type { Link, Row } from '../../core/store.js';
import type { EventRow } from '../../models/event/columns.js';
import { eventCategories, eventTags } from '../../models/links.js';
import type { OrganizerRow } from '../../models/organizer/columns.js';
import type { VenueRow } from '../../models/venue/columns.js';
import { categoryTaxonomy } from '../events/category.js';
import { eventShape } from '../events/event.js';
import { eventPage } from '../events/event-url.js';
import { organizerShape } from '../events/organizer.js';
import type { PageOf } from '../events/outputs.js';
import { organizerPage, venuePage } from '../events/outputs.js';
import { tagTaxonomy } from '../events/tag.js';
import type { TermTaxonomy } from '../events/term-body.js';
import { venueShape } from '../events/venue.js';
import { eventMeta, type Meta, organizerMeta, venueMeta } from './meta.js';

export interface RecordTerms {
  /** Its `base` is the key in the body, the name of the filter and the URL segment. */
  readonly taxonomy: TermTaxonomy;
  /** Name of the link field of a row that holds the terms. */
  readonly field: string;
  readonly link: Link;
  /** Prefixes of the slug in `class_list`. */
  readonly classPrefixes: readonly string[];
}

export interface RecordType {
  readonly shape: Shape;
  readonly page: PageOf;
  readonly name: string;
  readonly title: 'title' | 'name';
  readonly titleKey: string;
  readonly terms: readonly RecordTerms[];
  /** Further links that `meta` shows. */
  readonly linked?: readonly string[];
  readonly meta: (row: Row, view: View, isHidden: boolean) => Meta;
  /** Records with one of these slugs, as `slug` shows them; `hasSlug` by default. */
  readonly withSlug?: (slugs: readonly string[]) => Condition;
}

const tags: RecordTerms = { taxonomy: tagTaxonomy, field: 'tags', link: eventTags, classPrefixes: ['tag-'] };
const categories: RecordTerms = {
  taxonomy: categoryTaxonomy,
  field: 'categories',
  link: eventCategories,
  classPrefixes: ['tribe_events_cat-', 'cat_'],
};

export const recordTypes: readonly RecordType[] = [
  {
    shape: eventShape,
    page: eventPage,
    name: 'Events',
    title: 'title',
    titleKey: 'title_key',
    terms: [tags, categories],
    linked: ['venue', 'organizer'],
    meta: (row, view, isHidden) => eventMeta(row as EventRow, view, isHidden),
    withSlug: (slugs) => any(hasSlug(slugs), refers('series', eventShape.model.name, hasSlug(slugs))),
  },
  {
    ...{ shape: venueShape, page: venuePage, name: 'Venues', title: 'name', titleKey: 'name_key', terms: [] },
    meta: (row, view) => venueMeta(row as VenueRow, view),
  },
  {
    ...{
      shape: organizerShape,
      page: organizerPage,
      name: 'Organizers',
      title: 'name',
      titleKey: 'name_key',
      terms: [],
    },
    meta: (row) => organizerMeta(row as OrganizerRow),
  },
];
