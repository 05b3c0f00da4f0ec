// The shape of tags.
import { optional } from '../../core/field.js';
import { Problem } from '../../core/problem.js';
import type { TermRow } from '../../models/families/term.js';
import { eventTags } from '../../models/links.js';
import { tag } from '../../models/tag/tag.js';
import { withExternalIds } from './external.js';
import { termShape } from './term.js';
import type { TermTaxonomy } from './term-body.js';

/** Rejects `parent` with its own error code, for clients that treat tags like categories. */
const noParent = optional<undefined>(
  {
    declared: {},
    schema: {},
    read: () => {
      throw new Problem('flat-taxonomy');
    },
  },
  'Tags cannot have a parent.',
  { undocumented: true },
);

export const tagTaxonomy: TermTaxonomy = {
  path: 'tags',
  name: 'post_tag',
  base: 'tags',
  recordPaths: ['posts', 'tribe_events'],
  tree: false,
  page: ({ slug }: TermRow, { site }) => `${site.baseUrl}/tag/${slug}/`,
};

export const tagShape = withExternalIds(
  termShape(tag, eventTags, tagTaxonomy, {
    schema: 'Tag',
    about: 'Event tags.',
    examples: { name: 'Free', description: 'No ticket needed', slug: 'free' },
    fields: { parent: noParent },
  }),
);
