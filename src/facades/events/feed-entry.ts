// An event as an entry of a calendar feed. The texts and links of a protected event are left out, unless the caller may open
// it.
import type { CalendarEntry, EntryContact, EntryImage, EntryPlace } from '../../core/calendar-entry.js';
import { localized } from '../../core/language.js';
import { fileName, pictureTypes } from '../../core/picture.js';
import type { View } from '../../core/shape.js';
import { paragraphs, plainText, textWithLinks } from '../../core/text/html.js';
import { textsFor } from '../../i18n/pages/texts.js';
import type { EventRow } from '../../models/event/columns.js';
import { event } from '../../models/event/event.js';
import { shownSequence } from '../../models/event/sequence.js';
import { datesAt, ruleOfMaster } from '../../models/event/series/rows.js';
import type { OrganizerRow } from '../../models/organizer/columns.js';
import type { VenueRow } from '../../models/venue/columns.js';
import { addressText, pointOf } from '../../models/venue/location.js';
import { eventUrl } from './event-url.js';
import type { FeedRow, FeedSeries } from './feed-series.js';
import { isLocked } from './guarded.js';
import { fileUrl } from './image.js';
import { organizerPage, pageUrl, venuePage } from './outputs.js';
import { openOnlineUrl } from './status.js';

/** Calendar apps recognize an entry by its UID: derived from the id, which never changes. */
export const uidOf = ({ uid, id }: Pick<EventRow, 'uid' | 'id'>, { site }: Pick<View, 'site'>): string =>
  uid || `event-${id}@${site.uidHost}`;

function placeOf(venue: VenueRow, view: View): EntryPlace {
  const point = pointOf(venue, view);
  return {
    name: venue.name,
    address: addressText(venue),
    ...(point && { latitude: point.lat, longitude: point.lng }),
    url: pageUrl(venue, view, venuePage),
  };
}

const contactOf = (organizer: OrganizerRow, view: View): EntryContact => ({
  name: organizer.name,
  email: organizer.email,
  url: organizer.website || pageUrl(organizer, view, organizerPage),
});

const imageOf = ({ image }: EventRow, view: View): EntryImage | undefined =>
  image && {
    url: fileUrl(fileName(image), view),
    mediaType: pictureTypes[image.extension],
    bytes: image.filesize,
  };

type Details = Pick<
  CalendarEntry,
  | 'text'
  | 'html'
  | 'summary'
  | 'statusNote'
  | 'onlineUrl'
  | 'place'
  | 'contacts'
  | 'topics'
  | 'keywords'
  | 'image'
  | 'cost'
  | 'website'
>;

function details(row: EventRow, view: View): Details {
  const html = paragraphs(row.description);
  const [venue] = row.venue;
  const image = imageOf(row, view);
  return {
    text: textWithLinks(html),
    html,
    summary: plainText(row.excerpt),
    statusNote: row.event_status_note,
    onlineUrl: openOnlineUrl(row, view),
    ...(venue && { place: placeOf(venue, view) }),
    contacts: row.organizer.map((organizer) => contactOf(organizer, view)),
    topics: row.categories.map(({ name }) => name),
    keywords: row.tags.map(({ name }) => name),
    ...(image && { image }),
    cost: row.cost.text,
    website: row.website,
  };
}

/** Without anything that the password hides. */
function lockedDetails({ language }: View): Details {
  const sentence = textsFor(language).passwordRequired;
  return {
    text: sentence,
    html: `<p>${sentence}</p>`,
    summary: sentence,
    statusNote: '',
    onlineUrl: '',
    contacts: [],
    topics: [],
    keywords: [],
    cost: '',
    website: '',
  };
}

type Times = Pick<EventRow, 'start_date' | 'end_date' | 'utc_start_date' | 'utc_end_date'>;

/** The first date that the rule gives. Its start is the one of the rule, which may be in a gap of the time zone. */
function firstDates(master: EventRow): Times {
  const { start } = ruleOfMaster(master);
  return { ...datesAt({ start }, master), start_date: start };
}

function entryOf(row: EventRow, view: View, times: Times): CalendarEntry {
  return {
    ...(isLocked(row, view) ? lockedDetails(view) : details(row, view)),
    uid: uidOf(row, view),
    sequence: shownSequence(row),
    title: row.title,
    url: eventUrl(row, view),
    allDay: row.all_day,
    start: times.start_date,
    end: times.end_date,
    utcStart: times.utc_start_date,
    utcEnd: times.utc_end_date,
    timezone: row.timezone,
    created: row.date_utc,
    modified: row.modified_utc,
    published: row.date_utc,
    status: row.event_status,
    ...(view.language !== undefined && { language: view.language }),
  };
}

function seriesEntry(row: EventRow, { dates, except, changed }: FeedSeries, view: View): CalendarEntry {
  const uid = uidOf(row, view);
  return {
    ...entryOf(row, view, firstDates(row)),
    recurrence: {
      rule: ruleOfMaster(row).rule,
      dates,
      except,
      changed: changed.map((one) => {
        const date = localized(one, event, view) as EventRow;
        return { ...entryOf(date, view, date), uid, originalStart: date.original_start };
      }),
    },
  };
}

export function feedEntry(row: FeedRow, view: View): CalendarEntry {
  const shown = localized(row, event, view) as EventRow;
  return row.feedSeries ? seriesEntry(shown, row.feedSeries, view) : entryOf(shown, view, shown);
}
