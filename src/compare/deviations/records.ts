// Deviations of single records: addresses, authors, times, counts, and keys of add-ons.
import type { Difference } from '../difference.js';
import { placeholder } from '../site-url.js';
import { type Deviation, isEmptyList, isMissing, isText, lastKey, object, type Pair } from './deviation.js';

/** Addresses of pages: both on their own site, with the same slug and, for a date of a series, the same day. */
function isPageAddress(difference: Difference, { sites }: Pair): boolean {
  const { old, new: now } = difference;
  if (!isText(old) || !isText(now)) return false;
  const names = [pageIn(sites.old.inText(old)), pageIn(sites.new.inText(now))];
  return names[0] !== undefined && names[0] === names[1];
}

/** Slug and day, without the number that tells several dates of that day apart. */
function pageIn(address: string): string | undefined {
  if (!address.startsWith(`${placeholder}/`)) return undefined;
  const [path = ''] = address.split(/[?#]/, 1);
  const parts = path.split('/').filter((part) => part !== '');
  const day = parts.findIndex((part) => /^\d{4}-\d\d-\d\d$/.test(part));
  return day < 0 ? parts.at(-1) : parts.slice(day - 1, day + 1).join('/');
}

/** Of authors and of terms. */
const maxRemembered = 10_000;

/** Every author of the old side is one account of the new side: another account for the same author is a fault. */
function isAuthorAccount({ old, new: now }: Difference, { sites: { authors } }: Pair): boolean {
  if (![old, now].every((id) => /^[1-9]\d*$/.test(String(id))) || typeof old !== typeof now) return false;
  const known = authors.get(String(old));
  if (known === undefined && authors.size < maxRemembered) authors.set(String(old), String(now));
  return known === undefined || known === String(now);
}

const addOnKeys =
  /\/(is_virtual|virtual_[a-z_]+|yoast_head|yoast_head_json|acf|jetpack[-_][a-z_-]+|aioseo_[a-z_]+|rank_math_[a-z_]+)(\/|$)/;

/** Every response has the same counts for a term. */
function isLowerCount({ old, new: now, parents }: Difference, { sites: { counts } }: Pair): boolean {
  if (![old, now].every((count) => Number.isSafeInteger(count)) || Number(now) < 0 || Number(now) >= Number(old))
    return false;
  const { taxonomy, id } = object(parents?.new);
  const [key, found] = [`${taxonomy} ${id}`, `${old} ${now}`];
  const known = counts.get(key);
  if (known === undefined && counts.size < maxRemembered) counts.set(key, found);
  return known === undefined || known === found;
}

const symbolOf = (currency: string): string | undefined =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value;

const currencies: ReadonlySet<unknown> = new Set(Intl.supportedValuesOf('currency'));

/** The code of the symbol that the cost has on both sides. */
function isCurrencyOfCost({ old, new: now }: Difference, pair: Pair): boolean {
  const [before, after] = [pair.old.body, pair.new.body].map((body) => object(object(body).cost_details));
  const symbol = after?.currency_symbol;
  if (!isText(symbol) || before?.currency_symbol !== symbol || !currencies.has(old) || !isText(now)) return false;
  return currencies.has(now) && symbolOf(now) === symbol;
}

const isNotPublic = (record: unknown): boolean => {
  const { status } = object(record);
  return isText(status) && status !== 'publish';
};

function isHiddenPlace({ kind, pattern, old, new: now }: Difference, pair: Pair): boolean {
  const { venue, organizer } = object(pair.old.body);
  if (pattern === '/json_ld/location') return kind === 'missing' && isNotPublic(venue);
  if (pattern === '/json_ld/organizer')
    return kind === 'missing' && Array.isArray(organizer) && organizer.length > 0 && organizer.every(isNotPublic);
  return !/json_ld/.test(pattern) && isNotPublic(old) && (kind === 'missing' || isEmptyList(now));
}

/** Both coordinates, of which the old side has none. */
function isNewCoordinate(difference: Difference): boolean {
  const { kind, new: now, parents } = difference;
  if (lastKey(difference) === 'geo') return kind === 'extra' && object(now)['@type'] === 'GeoCoordinates';
  const [before, after] = [object(parents?.old), object(parents?.new)];
  return ['geo_lat', 'geo_lng'].every((name) => before[name] === undefined && typeof after[name] === 'number');
}

export const recordDeviations: readonly Deviation[] = [
  {
    id: 'page-addresses',
    where: '`url`, `link`, `website` without a value of its own, `json_ld/url`',
    about: 'Pages have the addresses of Almanac; old addresses redirect to them.',
    pattern: /(^|\/)(url|link|website)$/,
    holds: (difference, pair) => !/\/(image|sizes)\//.test(difference.pattern) && isPageAddress(difference, pair),
  },
  {
    id: 'global-id-lineage',
    where: '`global_id_lineage`',
    about: 'The lineage of a record is its own global ID.',
    pattern: /(^|\/)global_id_lineage\/\*$/,
    holds: ({ kind, pointer }) => kind === 'missing' && !pointer.endsWith('/0'),
  },
  {
    id: 'custom-fields',
    where: 'events: `custom_fields`',
    about: 'Custom fields of add-ons are not taken over: the list is empty.',
    pattern: /(^|\/)custom_fields(\/\*)?$/,
    holds: ({ kind, new: now }) => kind === 'missing' || isEmptyList(now),
  },
  {
    id: 'hidden-places',
    where: 'events: `venue`, `organizer`, `json_ld/location`, `json_ld/organizer`',
    about: 'A venue or organizer that is not public is not shown inside events.',
    pattern: /(^|\/)(venue|organizer\/\*|json_ld\/(location|organizer))$/,
    holds: isHiddenPlace,
  },
  {
    id: 'coordinates',
    where: 'venues: `geo_lat`, `geo_lng`, `json_ld/geo`; events: `json_ld/location/geo`',
    about: 'Coordinates of venues are shown wherever the venue is, without an add-on.',
    pattern: /(^|\/)(geo_lat|geo_lng|json_ld\/(location\/)?geo)$/,
    holds: isNewCoordinate,
  },
  {
    id: 'offer-currency',
    where: 'events: `json_ld/offers/priceCurrency`',
    about: 'The currency of an offer is that of the cost of the event.',
    pattern: /^\/json_ld\/offers\/priceCurrency$/,
    holds: isCurrencyOfCost,
  },
  {
    id: 'tickets',
    where: 'events: `tickets`, `ticketed`',
    about: 'Events have the keys of tickets unless the extension is off; tickets of add-ons are not taken over.',
    pattern: /(^|\/)(tickets(\/\*)?|ticketed)$/,
    holds: ({ kind, pattern, parents, new: now }) => {
      const { tickets, ticketed, all_day: allDay } = object(parents?.new);
      // Flags of a password-protected event are null.
      const isNone = isEmptyList(tickets) && (ticketed === false || (ticketed === null && allDay === null));
      return (
        isNone && (pattern.endsWith('/*') ? kind === 'missing' : now === false || now === null || isEmptyList(now))
      );
    },
  },
  {
    id: 'add-on-keys',
    where: 'keys of other WordPress plugins, such as `yoast_head` and `is_virtual`',
    about: 'Keys that other plugins add to records are not shown.',
    pattern: addOnKeys,
    holds: isMissing,
  },
  {
    id: 'links-between-records',
    where: '`_links`',
    about: 'Records link to themselves, their list, their type, their image and their terms.',
    pattern:
      /\/_links\/(author|replies|version-history|predecessor-version|curies|wp:attachment|wp:action-[a-z-]+|self\/\*\/targetHints)(\/|$)/,
    // Terms have names for their links to records.
    holds: (difference) =>
      isMissing(difference) && !(lastKey(difference) === 'curies' && 'wp:post_type' in object(difference.parents?.old)),
  },
  {
    id: 'authors',
    where: '`author`',
    about: 'Each author has an account of Almanac with an ID of its own.',
    pattern: /(^|\/)author$/,
    holds: isAuthorAccount,
  },
  {
    id: 'later-change',
    where: '`modified`, `modified_utc`, `modified_gmt`',
    about: 'A record that was changed in Almanac after the import shows the later time.',
    pattern: /(^|\/)modified(_utc|_gmt)?$/,
    holds: ({ kind, old, new: now }) =>
      kind === 'value' &&
      [old, now].every((value) => /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d$/.test(String(value))) &&
      String(now) > String(old),
  },
  {
    id: 'term-counts',
    where: 'categories and tags: `count`',
    about: 'Terms count public events without a password, and nothing else.',
    pattern: /(^|\/)count$/,
    holds: isLowerCount,
  },
];
