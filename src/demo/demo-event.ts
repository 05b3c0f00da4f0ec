// A demo event, and its conversion to the input of a POST request.
import type { Call } from '../core/call.js';
import type { Given } from '../core/field.js';
import { DAY, plusSeconds, type Wall } from '../core/time/clock.js';
import type { PictureName } from './pictures.js';
import type { DemoVenue } from './venues.js';
import { type Dates, datesOf, type When } from './when.js';

/** Paragraphs, and bullet lists between them. */
export type Story = readonly (string | readonly string[])[];

export interface DemoEvent {
  readonly title: string;
  readonly picture?: PictureName;
  readonly when: When;
  readonly repeats?: {
    readonly rule: string;
    /** In weeks after the start. */
    readonly skippedWeek?: number;
    readonly moved?: { readonly week: number; readonly days: number };
  };
  /** An event without a venue is online and has a `zone`. */
  readonly at?: DemoVenue;
  readonly zone?: string;
  readonly by: readonly Given[];
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly cost?: string | readonly string[];
  readonly tickets?: readonly Given[];
  readonly excerpt: string;
  readonly story: Story;
  /** Title of the parent event. */
  readonly partOf?: string;
  readonly also?: {
    readonly featured?: true;
    readonly sticky?: true;
    readonly status?: 'draft';
    readonly password?: string;
    readonly website?: string;
  };
}

/** The translated texts of an event. */
export type EventTexts = Pick<DemoEvent, 'title' | 'excerpt' | 'story'>;

/** By the English title. */
export type FrenchEvents = Readonly<Record<string, EventTexts>>;

const htmlOf = (story: Story): string =>
  story
    .map((part) =>
      typeof part === 'string' ? `<p>${part}</p>` : `<ul>${part.map((point) => `<li>${point}</li>`).join('')}</ul>`,
    )
    .join('\n');

export const textsOf = ({ title, excerpt, story }: EventTexts): Given => ({
  title,
  excerpt,
  description: htmlOf(story),
});

interface References {
  readonly parent: number | undefined;
  readonly image: number | undefined;
}

/** The date so many weeks after the first one, or some days later. */
export function datesInWeek(
  { when }: DemoEvent,
  now: Wall,
  week: number,
  days = 0,
): Pick<Dates, 'start_date' | 'end_date'> {
  const { start_date, end_date } = datesOf(when, now);
  const later = (wall: Wall) => plusSeconds(wall, (7 * week + days) * DAY);
  return { start_date: later(start_date), end_date: later(end_date) };
}

function recurrenceOf(event: DemoEvent, now: Wall): Given {
  const { rule, skippedWeek } = event.repeats ?? {};
  if (rule === undefined) return {};
  const except = skippedWeek === undefined ? [] : [datesInWeek(event, now, skippedWeek).start_date.slice(0, 10)];
  return { recurrence: { rule, except } };
}

/** Leaves out the fields of extensions that are switched off. */
export const draftOf = (event: DemoEvent, { now, site }: Call, { parent, image }: References): Given => ({
  ...textsOf(event),
  ...datesOf(event.when, now),
  timezone: event.at?.zone ?? event.zone ?? '',
  ...(event.at && {
    venue: { ...event.at.record, ...(site.geolocation && event.at.coordinates) },
    show_map: true,
    show_map_link: true,
  }),
  organizer: event.by,
  categories: event.categories,
  tags: event.tags,
  ...(event.cost !== undefined && { cost: event.cost }),
  ...(site.tickets && event.tickets && { tickets: event.tickets }),
  ...(site.recurrence && recurrenceOf(event, now)),
  ...(parent !== undefined && { parent }),
  ...(image !== undefined && { image }),
  ...event.also,
});
