// What live sites have and the generated records of the old site do not: events with a status, online ones, a protected venue,
// an event without dates, an order in menus.
import type { OldEvent, OldVenue } from './records.js';
import type { OldSite } from './server.js';

export interface Oddities {
  readonly cancelled: OldEvent;
  readonly postponed: OldEvent;
  readonly past: OldEvent;
  readonly draft: OldEvent;
  /** A date of a cancelled series. */
  readonly date: OldEvent | undefined;
  readonly online: OldEvent;
  readonly ordered: OldEvent;
  readonly dateless: OldEvent;
  readonly venue: OldVenue;
  /** Of a series that is a draft; none without the paid edition. */
  readonly draftDates: readonly OldEvent[];
}

export function addOddities({ data }: OldSite, now: string): Oddities {
  const open = data.events.filter((one) => one.date === undefined && one.password === '' && !one.hidden);
  const published = open.filter(({ status }) => status === 'publish');
  const upcoming = published.filter(({ utcEnd }) => utcEnd > now);
  const [cancelled, postponed, online, dateless] = upcoming;
  const [past, ordered] = published.filter(({ utcEnd }) => utcEnd <= now);
  const draft =
    open.find(({ status, utcEnd }) => status === 'draft' && utcEnd <= now) ??
    open.find(({ status }) => status === 'draft');
  const venue =
    data.venues.find(({ id, status }) => status === 'publish' && online?.venues.includes(id)) ?? data.venues[0];
  if (!cancelled || !postponed || !online || !dateless || !past || !ordered || !draft || !venue)
    throw new Error('the site has too few events');
  Object.assign(cancelled, { eventStatus: 'canceled', statusReason: 'Ill & sorry' });
  for (const one of [postponed, past, draft]) one.eventStatus = 'postponed';
  const date = data.events.find((one) => one.date !== undefined);
  for (const one of data.events)
    if (date && one.date !== undefined && one.slug === date.slug) one.eventStatus = 'canceled';
  const [, series] = data.series;
  const draftDates = data.events.filter((one) => one.date !== undefined && one.slug === series?.slug);
  for (const one of draftDates) Object.assign(one, { status: 'draft', slug: '' });
  if (series) data.series.splice(1, 1, { ...series, slug: '' });
  Object.assign(online, { isVirtual: true, virtualUrl: 'https://stream.example/?a=1&b=2' });
  ordered.menuOrder = 3;
  dateless.isDateless = true;
  Object.assign(venue, { password: 'open sesame', title: 'Café Müller &amp; Co' });
  return { cancelled, postponed, past, draft, date, online, ordered, dateless, venue, draftDates };
}
