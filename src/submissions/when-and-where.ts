// Date and place of an event on one line, for mails: editors and senders recognize an event by them.
import type { WhenAndWhere } from '../core/mail.js';
import type { SiteSettings } from '../core/site.js';
import type { Row } from '../core/store.js';
import { whenText } from '../facades/events/feed-when.js';
import type { EventRow } from '../models/event/columns.js';

/** Names of venues only where the row was read with its links. */
export const whenAndWhere =
  (row: Row, { timeFormat }: Pick<SiteSettings, 'timeFormat'>): WhenAndWhere =>
  (language) => {
    const event = row as EventRow;
    const [venue] = (event.venue as EventRow['venue'] | undefined) ?? [];
    return [whenText(event, language, timeFormat), venue?.name].filter(Boolean).join(', ');
  };
