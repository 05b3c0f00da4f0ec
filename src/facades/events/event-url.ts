// The page of an event.
import type { View } from '../../core/shape.js';
import type { EventRow } from '../../models/event/columns.js';
import { sharedSlug } from '../../models/event/series/slugs.js';
import { type PageOf, pageUrl } from './outputs.js';
import { eventPath } from './series-body.js';

export const eventPage: PageOf = {
  segment: 'event',
  type: 'tribe_events',
  path: (row) => eventPath(row as EventRow),
  slug: (row) => sharedSlug(row as EventRow),
};

export const eventUrl = (row: EventRow, view: View): string => pageUrl(row, view, eventPage);
