// Known deviations: places where the drop-in API answers differently on purpose. Each has a precise condition, so that it
// explains no other difference.
import { decodeHTMLStrict } from 'entities';
import { cleanHtml, textOfHtml } from '../core/text/html.js';
import { abbreviation, isZone } from '../core/time/zone.js';
import {
  cleanedText,
  counterpart,
  isAuthorAccount,
  isComputedIso,
  isComputedUtc,
  isEmptyList,
  isImageFile,
  isMissing,
  isPageAddress,
  isPartOfComputedUtc,
  isSame,
  isSeriesOfDate,
  isSlugWithDay,
  isText,
  lastKey,
  object,
  oneSpaced,
  type Pair,
} from './deviation-conditions.js';
import type { Difference } from './difference.js';
import { placeholder } from './site-url.js';

interface Deviation {
  readonly id: string;
  /** Routes and places as the documentation shows them. */
  readonly where: string;
  readonly about: string;
  /** On the pattern of the pointer, or the name of the header. */
  readonly pattern: RegExp;
  readonly route?: RegExp;
  readonly holds: (difference: Difference, pair: Pair) => boolean;
}

const addOnKeys =
  /\/(is_virtual|virtual_[a-z_]+|yoast_head|yoast_head_json|acf|class_list|jetpack[-_][a-z_-]+|aioseo_[a-z_]+|rank_math_[a-z_]+)(\/|$)/;

const deviations: readonly Deviation[] = [
  {
    id: 'totals-in-headers',
    where: 'lists: `X-TEC-Total`, `X-TEC-TotalPages`, `X-WP-Total`, `X-WP-TotalPages`',
    about: 'Every list has its totals in both pairs of headers.',
    pattern: /^x-(tec|wp)-total(pages)?$/,
    holds: ({ pattern, old, new: now }, pair) =>
      old === undefined && now !== undefined && pair.old.headers[counterpart[pattern] ?? ''] === now,
  },
  {
    id: 'error-messages',
    where: 'errors: `/message`, `/data/params/*`',
    about: 'Messages of errors are Almanac’s own; status and code are the same.',
    pattern: /^\/(message|data\/params\/[^/]+)$/,
    holds: ({ kind, old, new: now }, pair) =>
      kind === 'value' &&
      pair.old.status >= 400 &&
      isText(old) &&
      isText(now) &&
      isText(object(pair.old.body).code) &&
      object(pair.old.body).code === object(pair.new.body).code,
  },
  {
    id: 'error-details',
    where: 'errors: `/data/details`',
    about: 'Errors name the parameters at fault in `data.params` and have no `data.details`.',
    pattern: /^\/data\/details$/,
    holds: (difference, pair) => isMissing(difference) && pair.old.status >= 400,
  },
  {
    id: 'image-files',
    where: '`image/url`, `image/filesize`, `image/sizes`, `json_ld/image`',
    about: 'Images are encoded again: they have their own file names, sizes in bytes and variants.',
    pattern: /(^|\/)image(\/(url|filesize|extension|sizes(\/.+)?))?$/,
    holds: (difference, pair) => {
      const isWholeImage = /\/image$/.test(difference.pattern);
      return (!isWholeImage || /\/json_ld\//.test(difference.pattern)) && isImageFile(difference, pair);
    },
  },
  {
    id: 'wordpress-image-files',
    where: '`wp/v2/media`: `guid`, `source_url`, `media_details`',
    about: 'The files of images in the library have their own names, sizes in bytes and variants.',
    pattern: /^(\/\*)?\/(guid\/rendered|source_url|media_details\/(file|filesize|image_meta|sizes)(\/.+)?)$/,
    route: /\/wp\/v2\/media(\/|$)/,
    holds: (difference, pair) =>
      /\/image_meta$/.test(difference.pattern)
        ? isMissing(difference)
        : /\/media_details\/file$/.test(difference.pattern)
          ? isText(difference.new)
          : isImageFile(difference, pair),
  },
  {
    id: 'wordpress-image-record',
    where: '`wp/v2/media`: `post`, `link`, `description`',
    about: 'Images belong to no single record: `post` is null, `link` is the plain address and `description` is empty.',
    pattern: /^(\/\*)?\/(post|link|description\/rendered)$/,
    route: /\/wp\/v2\/media(\/|$)/,
    holds: (difference, { sites }) => {
      const { new: now, parents } = difference;
      const key = lastKey(difference);
      if (key === 'post') return now === null;
      if (key === 'rendered') return now === '';
      return isText(now) && sites.new.inText(now) === `${placeholder}/?attachment_id=${object(parents?.new).id}`;
    },
  },
  {
    id: 'utc-from-local-time',
    where:
      'events: `utc_start_date`, `utc_end_date`, their details, `start`, `end`, `json_ld/startDate`, `json_ld/endDate`',
    about: 'UTC times and offsets are computed from the local time and the time zone of the event.',
    pattern: /(^|\/)(utc_(start|end)_date(_details\/[a-z]+)?|start|end|json_ld\/(start|end)Date)$/,
    holds: (difference, pair) => {
      const key = lastKey(difference);
      // In the body of one event, which has the local time.
      if (/^(start|end)Date$/.test(key)) {
        const parents = { old: pair.old.body, new: pair.new.body };
        return isComputedIso({ ...difference, parents }, key.replace('Date', ''));
      }
      if (/^(start|end)$/.test(key)) return isComputedIso(difference, key);
      if (/^utc_/.test(key)) {
        return difference.parents !== undefined && isComputedUtc(difference.parents, key, difference.new);
      }
      return isPartOfComputedUtc(difference, pair);
    },
  },
  {
    id: 'series-slugs',
    where: 'dates of a series: `slug`',
    about: 'Each date of a series has its day in the slug.',
    pattern: /(^|\/)slug$/,
    holds: isSlugWithDay,
  },
  {
    id: 'series-by-slug',
    where: '`events/by-slug` with the slug of a series: `id`, `global_id`, `global_id_lineage`, `rest_url`',
    about: 'The slug of a series finds the series, which has an ID of its own.',
    pattern: /^\/(id|global_id|global_id_lineage\/\*|rest_url)$/,
    route: /\/events\/by-slug\/\{slug\}$/,
    holds: isSeriesOfDate,
  },
  {
    id: 'time-zone-abbreviation',
    where: 'events: `timezone_abbr`',
    about: 'The abbreviation of a time zone is that of the start of the event.',
    pattern: /(^|\/)timezone_abbr$/,
    holds: (difference) => {
      const { timezone, utc_start_date: start } = object(difference.parents?.new);
      if (!isSame(difference, 'timezone') || !isText(timezone) || !isText(start) || !isZone(timezone)) return false;
      return abbreviation(start, timezone) === difference.new;
    },
  },
  {
    id: 'cleaned-texts',
    where: '`description`, `excerpt`, `content/rendered`, `excerpt/rendered`',
    about: 'Texts keep allowed HTML only, and links that they had to the old address.',
    pattern: /(^|\/)(description|excerpt|(content|excerpt|caption|title)\/rendered)$/,
    holds: (difference, pair) => {
      const { old, new: now, pattern } = difference;
      return !/json_ld/.test(pattern) && isText(old) && isText(now) && cleanedText(old, now, lastKey(difference), pair);
    },
  },
  {
    id: 'json-ld-description',
    where: '`json_ld`: `description`',
    about: 'Descriptions in JSON-LD are plain text.',
    pattern: /\/json_ld\/(.+\/)?description$/,
    holds: ({ old, new: now }) =>
      typeof old === 'string' &&
      typeof now === 'string' &&
      textOfHtml(cleanHtml(decodeHTMLStrict(old)).replace(/</g, ' <')).replace(/\s+/g, '') === now.replace(/\s+/g, ''),
  },
  {
    id: 'plain-names',
    where: 'titles and names',
    about: 'Titles and names are plain text without tags.',
    pattern: /(^|\/)(title|venue|organizer|name)$/,
    holds: ({ old, new: now }) =>
      isText(old) && isText(now) && /<[a-z/]/i.test(old) && oneSpaced(textOfHtml(old)) === oneSpaced(now),
  },
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
    id: 'tickets',
    where: 'events: `tickets`, `ticketed`',
    about: 'Events have the keys of tickets unless the extension is off; tickets of add-ons are not taken over.',
    pattern: /(^|\/)(tickets(\/\*)?|ticketed)$/,
    holds: ({ kind, pattern, parents, new: now }) => {
      const { tickets, ticketed } = object(parents?.new);
      const isNone = isEmptyList(tickets) && ticketed === false;
      return isNone && (pattern.endsWith('/*') ? kind === 'missing' : now === false || isEmptyList(now));
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
      /\/_links\/(author|replies|version-history|predecessor-version|curies|wp:attachment|wp:post_type|wp:action-[a-z-]+|self\/\*\/targetHints)(\/|$)/,
    holds: isMissing,
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
    holds: ({ old, new: now }) =>
      Number.isSafeInteger(old) && Number.isSafeInteger(now) && Number(now) >= 0 && Number(now) < Number(old),
  },
  {
    id: 'other-content',
    where: '`wp/v2`: `posts`, `pages`, `categories`, `comments`, `users`',
    about: 'Almanac has no posts, pages and comments, and shows no usernames: these lists are empty.',
    pattern: /^(\/\*|x-wp-total(pages)?)$/,
    route: /\/wp\/v2\/(posts|pages|categories|comments|users)$/,
    holds: (_, pair) => isEmptyList(pair.new.body),
  },
  {
    id: 'documentation',
    where: '`/doc`',
    about: 'The documentation of the API is an OpenAPI 3.1 document.',
    pattern: /^\/.+/,
    route: /\/events\/v1\/doc$/,
    holds: (_, pair) => /^3\.1\./.test(String(object(pair.new.body).openapi)),
  },
  {
    id: 'index',
    where: 'the index of routes',
    about: 'The index describes the routes and parameters of Almanac.',
    pattern: /^\/(routes|_links)(\/|$)/,
    route: /\/(tribe\/events\/v1|wp\/v2)$/,
    holds: (_, pair) => {
      const [before, after] = [object(pair.old.body), object(pair.new.body)];
      return isText(after.namespace) && after.namespace === before.namespace;
    },
  },
];

export function deviationOf(difference: Difference, pair: Pair): string | undefined {
  const name = difference.pattern;
  return deviations.find(
    ({ pattern, route, holds }) => pattern.test(name) && (!route || route.test(pair.route)) && holds(difference, pair),
  )?.id;
}

/** As the command line and the documentation show them. */
export const knownDeviations: readonly Pick<Deviation, 'id' | 'where' | 'about'>[] = deviations.map(
  ({ id, where, about }) => ({ id, where, about }),
);
