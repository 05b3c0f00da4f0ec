// Deviations of lists: totals, links between pages, and which events a list has.
import { isDefaultWindow } from './default-window.js';
import type { Deviation } from './deviation.js';
import { isFullerLink } from './page-links.js';
import { isProtectedLeftOut } from './protected-events.js';
import { isWordPressEventList } from './wordpress-events.js';

const counterpart: Readonly<Record<string, string>> = {
  'x-tec-total': 'x-wp-total',
  'x-tec-totalpages': 'x-wp-totalpages',
  'x-wp-total': 'x-tec-total',
  'x-wp-totalpages': 'x-tec-totalpages',
};

export const listDeviations: readonly Deviation[] = [
  {
    id: 'totals-in-headers',
    where: 'lists: `X-TEC-Total`, `X-TEC-TotalPages`, `X-WP-Total`, `X-WP-TotalPages`',
    about: 'Every list has its totals in both pairs of headers.',
    pattern: /^x-(tec|wp)-total(pages)?$/,
    holds: ({ pattern, old, new: now }, pair) =>
      old === undefined && now !== undefined && pair.old.headers[counterpart[pattern] ?? ''] === now,
  },
  {
    id: 'links-between-pages',
    where: 'lists: `rest_url`, `next_rest_url`, `previous_rest_url`',
    about: 'Links to pages have all parameters of the request.',
    pattern: /^\/((next|previous)_)?rest_url$/,
    holds: (difference, pair) => isFullerLink(difference, pair),
  },
  {
    id: 'default-window',
    where: '`events` without dates: events, totals and links of the first page',
    about: 'A list without dates begins today in the time zone of the site, and not yesterday.',
    pattern: /^(\/events\/\*|\/total|\/total_pages|\/(next_)?rest_url|x-(tec|wp)-total(pages)?)$/,
    route: /\/tribe\/events\/v1\/events$/,
    holds: isDefaultWindow,
  },
  {
    id: 'protected-in-filters',
    where: '`events` with a filter by term, place, words or flag: events with a password, and totals',
    about: 'A filter by what a password hides does not find the event.',
    pattern: /^(\/events\/\*|\/total|\/total_pages|x-(tec|wp)-total(pages)?)$/,
    route: /\/tribe\/events\/v1\/events$/,
    holds: isProtectedLeftOut,
  },
  {
    id: 'wordpress-events',
    where: '`wp/v2/tribe_events`: events, their order and totals',
    about: 'The list has past events too, and begins with the newest publication.',
    pattern: /^(\/\*|x-(tec|wp)-total(pages)?|)$/,
    route: /\/wp\/v2\/tribe_events$/,
    holds: isWordPressEventList,
  },
];
