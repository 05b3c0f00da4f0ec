// The event model.
import { is } from '../../core/condition.js';
import { languageColumns } from '../../core/language.js';
import type { Model } from '../../core/model.js';
import { fold, sortKey } from '../../core/text/fold.js';
import { plainText } from '../../core/text/html.js';
import { imageColumns, imageReference } from '../families/image.js';
import { postDue, postPolicy, postTrackedColumns } from '../families/post.js';
import { eventCategories, eventOrganizers, eventTags, eventVenues } from '../links.js';
import { detachChildren, refuseParentLoop } from './children.js';
import { type EventRow, eventColumns, eventFields } from './columns.js';
import { settleEvent } from './rules.js';

export const event: Model<typeof eventColumns, EventRow> = {
  name: 'event',
  noun: { one: 'event', a: 'an event', many: 'events' },
  table: 'events',
  sequence: 'post',
  columns: eventColumns,
  links: { venue: eventVenues, organizer: eventOrganizers, categories: eventCategories, tags: eventTags },
  stored: eventFields,
  policy: { ...postPolicy, unprotected: is('password', '') },
  settle: settleEvent,
  trackedColumns: [
    ...postTrackedColumns,
    'start_date',
    'end_date',
    'utc_start_date',
    'utc_end_date',
    'listing',
    'series',
    'content_id',
    'featured',
    'parent',
    'ticketed',
    'lasting',
  ],
  content: {
    column: 'content_id',
    columns: [
      ...['title', 'title_key', 'description', 'excerpt', 'website', 'cost', 'tickets', ...Object.keys(imageColumns)],
      ...['show_map', 'show_map_link', 'sticky', ...Object.keys(languageColumns), 'modified_utc'],
    ],
    extra: { content_version: 'version', content_slug: 'slug' },
    shared: is('listing', 2),
  },
  translated: ['title', 'slug', 'description', 'excerpt'],
  translatedKeys: ['title_key'],
  keys: ({ title }) => ({ title_key: sortKey(String(title)) }),
  searched: ['words'],
  texts: ({ title, description, excerpt }) => ({
    words: fold([title, plainText(description), plainText(excerpt)].join('\n')),
  }),
  references: imageReference,
  removal: 'trash',
  due: postDue,
  overrides: { update: refuseParentLoop, erase: detachChildren },
};
