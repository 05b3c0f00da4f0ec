// An event as an entry of a calendar feed. The texts and links of a protected event are left out, unless the caller may open
// it.
import { LRUCache } from 'lru-cache';
import type { CalendarEntry, EntryContact, EntryImage, EntryPlace } from '../../core/calendar-entry.js';
import { localized } from '../../core/language.js';
import { fileName, pictureTypes } from '../../core/picture.js';
import type { View } from '../../core/shape.js';
import { plainText, textWithLinks, withParagraphs } from '../../core/text/html.js';
import { textsFor } from '../../i18n/texts.js';
import type { EventRow } from '../../models/event/columns.js';
import { event } from '../../models/event/event.js';
import { shownSequence } from '../../models/event/sequence.js';
import { datesAt, isOccurrence, ruleOfMaster } from '../../models/event/series/rows.js';
import type { OrganizerRow } from '../../models/organizer/columns.js';
import type { VenueRow } from '../../models/venue/columns.js';
import { addressText, pointOf } from '../../models/venue/location.js';
import { eventUrl } from './event-url.js';
import type { FeedRow, FeedSeries } from './feed-series.js';
import { whenText } from './feed-when.js';
import { isLocked } from './guarded.js';
import { fileUrl } from './image.js';
import { organizerPage, pageUrl, venuePage } from './outputs.js';
import { openOnlineUrl } from './status.js';

/** Calendar apps recognize an entry by its UID: derived from the id, which never changes. */
export const uidOf = ({ uid, id }: Pick<EventRow, 'uid' | 'id'>, { site }: Pick<View, 'site'>): string =>
  uid || `event-${id}@${site.uidHost}`;

/** Events of a feed share their linked rows: each is presented once for a view. */
function shared<R extends object, Part>(present: (row: R, view: View) => Part): typeof present {
  const parts = new WeakMap<R, { readonly view: View; readonly part: Part }>();
  return (row, view) => {
    const known = parts.get(row);
    if (known?.view === view) return known.part;
    const part = present(row, view);
    parts.set(row, { view, part });
    return part;
  };
}

const placeOf = shared((venue: VenueRow, view): EntryPlace => {
  const point = pointOf(venue, view);
  return {
    name: venue.name,
    address: addressText(venue),
    ...(point && { latitude: point.lat, longitude: point.lng }),
    url: pageUrl(venue, view, venuePage),
  };
});

const contactOf = shared(
  (organizer: OrganizerRow, view): EntryContact => ({
    name: organizer.name,
    email: organizer.email,
    url: organizer.website || pageUrl(organizer, view, organizerPage),
  }),
);

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

const nameOf = ({ name }: { readonly name: string }): string => name;

interface Description {
  readonly text: string;
  readonly html: string;
}

function described(description: string): Description {
  const html = withParagraphs(description);
  return { text: textWithLinks(html), html };
}

const descriptions = new LRUCache<string, Description>({ maxSize: 1_000_000 });

/** Dates of a series have the same description. */
function sharedDescription(description: string): Description {
  const known = descriptions.get(description);
  if (known) return known;
  const found = described(description);
  descriptions.set(description, found, { size: 1 + description.length + found.html.length + found.text.length });
  return found;
}

function details(row: EventRow, view: View): Details {
  const { text, html } = isOccurrence(row) ? sharedDescription(row.description) : described(row.description);
  const [venue] = row.venue;
  return {
    text,
    html,
    summary: plainText(row.excerpt),
    statusNote: row.event_status_note,
    onlineUrl: openOnlineUrl(row, view),
    place: venue && placeOf(venue, view),
    contacts: row.organizer.map((organizer) => contactOf(organizer, view)),
    topics: row.categories.map(nameOf),
    keywords: row.tags.map(nameOf),
    image: imageOf(row, view),
    cost: row.cost.text,
    website: row.website,
  };
}

/** Without anything that the password hides. */
function lockedDetails({ language }: View): Details {
  const sentence = textsFor(language).pages.passwordRequired;
  return {
    text: sentence,
    html: `<p>${sentence}</p>`,
    summary: sentence,
    statusNote: '',
    onlineUrl: '',
    place: undefined,
    contacts: [],
    topics: [],
    keywords: [],
    image: undefined,
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

/** One literal with the same keys for every row: feeds have many entries, and copied objects are slow to create. */
function entryOf(row: EventRow, view: View, times: Times): CalendarEntry {
  const shown = isLocked(row, view) ? lockedDetails(view) : details(row, view);
  return {
    uid: uidOf(row, view),
    sequence: shownSequence(row),
    title: row.title,
    text: shown.text,
    html: shown.html,
    summary: shown.summary,
    url: eventUrl(row, view),
    allDay: row.all_day,
    start: times.start_date,
    end: times.end_date,
    utcStart: times.utc_start_date,
    utcEnd: times.utc_end_date,
    timezone: row.timezone,
    when: () => whenText({ ...times, all_day: row.all_day }, view.language, view.site.timeFormat),
    created: row.date_utc,
    modified: row.modified_utc,
    published: row.date_utc,
    status: row.event_status,
    statusLabel: row.event_status === 'scheduled' ? '' : textsFor(view.language).pages.eventStatuses[row.event_status],
    statusNote: shown.statusNote,
    onlineUrl: shown.onlineUrl,
    place: shown.place,
    contacts: shown.contacts,
    topics: shown.topics,
    keywords: shown.keywords,
    image: shown.image,
    cost: shown.cost,
    website: shown.website,
    language: view.language,
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

/** The row is localized already. */
export const feedEntry = (row: FeedRow, view: View): CalendarEntry =>
  row.feedSeries ? seriesEntry(row, row.feedSeries, view) : entryOf(row, view, row);
