// The event model.
import { anonymous } from '../../core/actor.js';
import { all, any, begins, is } from '../../core/condition.js';
import { externalFields } from '../../core/external.js';
import type { Milestones, Model } from '../../core/model.js';
import { fold, sortKey } from '../../core/text/fold.js';
import { plainText } from '../../core/text/html.js';
import { imageReference } from '../families/image.js';
import { postDue, postFollowed, postPolicy, postTrackedColumns } from '../families/post.js';
import { eventCategories, eventOrganizers, eventTags, eventVenues } from '../links.js';
import { type EventRow, eventColumns, eventFields, nativeFields } from './columns.js';
import { eventContent } from './content.js';
import { settleEvent } from './rules.js';
import { findDate } from './series/find.js';
import { startSeries } from './series/master.js';
import { isMaster, masterListing } from './series/rows.js';
import { findByDerivedSlug } from './series/slugs.js';
import { eraseEvent, removeEvent, updateEvent } from './series/writes.js';

/** Dates of a series are published, erased and reviewed alone only if their status is their own; the others follow their
 * master. */
export const overridesStatus = any(is('series', 0), begins('own', '["status"'));

const isListed = any(is('listing', 0), all(is('listing', masterListing), is('hide_from_listings', false)));
const publicEvents = all(postPolicy.visible(anonymous, false), isListed);

const whenAndWhere = ['start_date', 'end_date', 'all_day', 'timezone', 'recurrence', 'venue'];

/** `moved`: to other times or another place. */
const milestones: Milestones = {
  published: ({ before, after }) => after?.status === 'publish' && before?.status !== 'publish',
  moved: ({ changed }) => changed.some((name) => whenAndWhere.includes(name)),
};

export const event: Model<typeof eventColumns, EventRow> = {
  name: 'event',
  noun: { one: 'event', a: 'an event', many: 'events' },
  table: 'events',
  sequence: 'post',
  columns: eventColumns,
  links: { venue: eventVenues, organizer: eventOrganizers, categories: eventCategories, tags: eventTags },
  stored: { ...eventFields, ...nativeFields, ...externalFields },
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
    'free',
    'duration_class',
    'event_status',
    'attendance',
  ],
  timeColumns: ['start_date', 'end_date', 'utc_start_date', 'utc_end_date', 'duration_class'],
  content: eventContent,
  followed: { ...postFollowed('password'), public: publicEvents },
  translated: ['title', 'slug', 'description', 'excerpt'],
  translatedKeys: ['title_key'],
  keys: ({ title }) => ({ title_key: sortKey(String(title)) }),
  searched: ['words'],
  texts: ({ title, description, excerpt }) => ({
    words: fold([title, plainText(description), plainText(excerpt)].join('\n')),
  }),
  references: imageReference,
  removal: 'trash',
  due: { publish: { ...postDue.publish, where: overridesStatus }, erase: { ...postDue.erase, where: overridesStatus } },
  overrides: { update: updateEvent, remove: removeEvent, erase: eraseEvent },
  milestones,
  afterInsert: async (context, rows) => {
    for (const row of rows as readonly EventRow[]) if (isMaster(row)) await startSeries(context, event, row);
  },
  lockedBy: ({ id, series }) => series || id,
  findByDerivedSlug: (store, slug) => findByDerivedSlug(store, event, slug),
  findPart: (context, owner, name, create) => findDate(context, event, owner, name, create),
};
