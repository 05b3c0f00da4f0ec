// Deviations of records in the API of WordPress.
import type { Difference } from '../difference.js';
import { type Deviation, isMissing, isText, lastKey, newRecordAt, object, type Pair, valueAt } from './deviation.js';

/** Protected on both sides, and empty on the new one. */
function isHiddenByPassword({ kind, pointer, pattern, new: now }: Difference, pair: Pair): boolean {
  const [before, after] = recordsOf(pointer, pattern, pair);
  if (![before, after].every(({ content }) => object(content).protected === true)) return false;
  return kind === 'missing'
    ? !/\/_[^/]+$/.test(pattern) || /_links/.test(pattern)
    : now === '' || now === false || now === 0;
}

/** The record in the list or in the whole body, on both sides. */
function recordsOf(pointer: string, pattern: string, pair: Pair) {
  const tokens = pattern.startsWith('/*') ? pointer.split('/').slice(1, 2) : [];
  return [object(valueAt(pair.old.body, tokens)), object(newRecordAt(pair, tokens))] as const;
}

/** The same amounts, without the currency beside them. */
function isCostWithoutCurrency({ old, new: now }: Difference): boolean {
  if (!isText(old) || !isText(now)) return false;
  const amounts = (text: string) => text.match(/\d+([.,]\d+)*/g)?.join(' ');
  const words = (text: string) => text.replace(/[\d.,\s]+/g, '').replace(/[–—]/g, '-');
  return amounts(old) !== undefined && amounts(old) === amounts(now) && words(old).includes(words(now));
}

/** Of the record, its image and its terms. */
function hasClassNames({ pointer, pattern }: Difference, pair: Pair): boolean {
  const [before, after] = recordsOf(pointer, pattern, pair);
  const { id, type, status, class_list: names } = after;
  if (!Array.isArray(names) || !Array.isArray(before.class_list)) return false;
  const own = [`post-${id}`, type, `type-${type}`, `status-${status}`, 'hentry'];
  const isKnown = (name: unknown) =>
    own.includes(name) ||
    /^(has-post-thumbnail|post-password-(required|protected)|(tag|tribe_events_cat)-.+|cat_.+)$/.test(String(name));
  // Those of a protected event are hidden.
  const isTerm = (name: unknown) =>
    object(after.content).protected !== true && /^(tag|tribe_events_cat)-/.test(String(name));
  return (
    own.every((name) => names.includes(name)) &&
    names.every(isKnown) &&
    before.class_list.filter(isTerm).every((name) => names.includes(name))
  );
}

export const wordpressDeviations: readonly Deviation[] = [
  {
    id: 'protected-events',
    where: '`wp/v2/tribe_events` with a password: terms, image, links and `meta` except dates',
    about: 'A password hides everything but the title, the addresses and the dates of an event.',
    pattern:
      /(^|\/)(tags\/\*|tribe_events_cat\/\*|featured_media|_links\/wp:(term|featuredmedia)|meta\/_(?!Event(Start|End)Date|EventTimezone)[^/]+(\/\*)?)$/,
    route: /\/wp\/v2\/tribe_events(\/|$)/,
    holds: isHiddenByPassword,
  },
  {
    id: 'wordpress-meta',
    where: '`wp/v2`: `meta/_EventCost`, and keys of `meta` for the block editor and for add-ons',
    about:
      'Costs have no currency and a long dash, values of the block editor are empty, also where the old side has none, and keys of add-ons are not shown.',
    pattern: /(^|\/)meta\/[^/]+$/,
    route: /\/wp\/v2\//,
    holds: (difference) => {
      const key = lastKey(difference);
      if (key === '_EventCost') return isCostWithoutCurrency(difference);
      if (difference.kind === 'extra') return /^_tribe_blocks_recurrence_/.test(key) && difference.new === '';
      if (isMissing(difference)) return !/^_(Event|Venue|Organizer|tribe_events_status|tribe_blocks)/.test(key);
      return /^(_tribe_blocks_[a-z_]+|footnotes)$/.test(key) && isText(difference.old) && difference.new === '';
    },
  },
  {
    id: 'map-flags',
    where: '`wp/v2/tribe_venue`: `meta/_VenueShowMap`, `meta/_VenueShowMapLink`',
    about: 'A venue for which nothing is stored shows its map, in `meta` too.',
    pattern: /(^|\/)meta\/_VenueShowMap(Link)?$/,
    route: /\/wp\/v2\/tribe_venue(\/|$)/,
    holds: ({ old, new: now }) => old === false && now === true,
  },
  {
    id: 'class-names',
    where: '`wp/v2`: `class_list`',
    about: 'Records have the class names of WordPress itself, and none of a theme. Images have none.',
    pattern: /(^|\/)class_list(\/\*)?$/,
    route: /\/wp\/v2\//,
    holds: (difference, pair) =>
      /\/media(\/|$)/.test(pair.route) ? isMissing(difference) : hasClassNames(difference, pair),
  },
];
