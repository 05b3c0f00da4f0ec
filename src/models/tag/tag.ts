// Event tags.
import { everything } from '../../core/condition.js';
import { optional } from '../../core/field.js';
import { Problem } from '../../core/problem.js';
import type { Resource } from '../../core/resource.js';
import { fold } from '../../core/text/fold.js';
import { invalidAddress } from '../families/place.js';
import {
  answerTerms,
  refuseTwins,
  settleTerm,
  type TermRow,
  termColumns,
  termFields,
  termFilters,
  termListed,
  termOrder,
  termPolicy,
  termTexts,
} from '../families/term.js';
import { type TermPlace, termBody } from '../families/term-body.js';
import { eventTags } from '../links.js';
import { knownTerm } from '../lookup.js';

/** Clients of trees learn that tags have none. */
const noParent = optional<undefined>(
  {
    declared: {},
    schema: {},
    read: () => {
      throw new Problem('flat-taxonomy');
    },
  },
  'Tags have no parent',
  { silent: true },
);

export const tagPlace: TermPlace = {
  path: 'tags',
  taxonomy: 'post_tag',
  tree: false,
  page: (row, { site }) => `${site.baseUrl}/tag/${(row as TermRow).slug}/`,
};

export const tag: Resource = {
  name: 'tag',
  path: 'tags',
  schema: 'Tag',
  about: 'Words that events are marked with.',
  noun: { one: 'tag', a: 'a tag', many: 'tags' },
  table: 'tags',
  sequence: 'term',
  addressedBy: ['id'],
  columns: termColumns,
  links: {},
  fields: {
    name: { ...termFields.name, example: 'Free' },
    description: { ...termFields.description, example: 'No ticket needed' },
    slug: { ...termFields.slug, example: 'free' },
    parent: noParent,
  },
  readParams: {},
  filters: termFilters(() => tag, eventTags),
  listed: termListed,
  order: termOrder(),
  address: () => [],
  term: true,
  policy: termPolicy('label'),
  settle: (question) => {
    const { values, slug, slugOrNone } = settleTerm(question);
    return { values, slugs: [slug], slugOrNone };
  },
  ...termTexts,
  searched: ['name', 'slug'],
  texts: (row) => ({ name: fold((row as TermRow).name), slug: (row as TermRow).slug }),
  known: knownTerm(() => tag),
  removal: 'erase',
  unknown: invalidAddress,
  body: termBody(tagPlace),
  answerList: answerTerms('tags'),
  wrap: { create: refuseTwins(() => everything) },
  refusals: { create: ['term-exists'] },
};
