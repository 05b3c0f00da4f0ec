// `types`: the kinds of record that have dates, statuses and authors, under the names that the platform gives them.
import type { Call } from '../../core/call.js';
import type { Notice } from '../../core/habit.js';
import { Problem } from '../../core/problem.js';
import type { Resource } from '../../core/resource.js';
import { categoryPlace } from '../category/category.js';
import { event } from '../event/event.js';
import { page as eventPage } from '../event/present.js';
import type { TermPlace } from '../families/term-body.js';
import { organizer } from '../organizer/organizer.js';
import { page as organizerPage } from '../organizer/present.js';
import { tagPlace } from '../tag/tag.js';
import { page as venuePage } from '../venue/present.js';
import { venue } from '../venue/venue.js';

interface RecordType {
  readonly resource: Resource;
  readonly slug: string;
  readonly name: string;
  readonly terms: readonly TermPlace[];
}

const types: readonly RecordType[] = [
  { resource: event, slug: eventPage.type, name: 'Events', terms: [tagPlace, categoryPlace] },
  { resource: venue, slug: venuePage.type, name: 'Venues', terms: [] },
  { resource: organizer, slug: organizerPage.type, name: 'Organizers', terms: [] },
];

/** The word for each type in the names of the platform's rights. */
export const typeWords = types.map(({ resource }) => `tribe_${resource.path}`);

/** The records themselves are not here but in the calendar's namespace. */
const namespace = 'tribe/events/v1';

const tellOne = ({ resource, slug, name, terms }: RecordType, { site, profile }: Call) => ({
  description: resource.about,
  hierarchical: false,
  has_archive: true,
  name,
  slug,
  taxonomies: terms.map(({ taxonomy }) => taxonomy),
  rest_base: resource.path,
  rest_namespace: namespace,
  _links: {
    collection: [{ href: `${site.baseUrl}${profile.prefix}/types` }],
    'wp:items': [{ href: `${site.baseUrl}${profile.index}${namespace}/${resource.path}` }],
  },
});

export const recordTypes: Notice = {
  path: 'types',
  parts: true,
  tell: (call, { part }) => {
    if (part === undefined) return Object.fromEntries(types.map((type) => [type.slug, tellOne(type, call)]));
    const type = types.find(({ slug }) => slug === part);
    if (!type) throw new Problem('no-type');
    return tellOne(type, call);
  },
};
