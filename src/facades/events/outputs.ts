// Parts of bodies that several shapes share, with their schemas.
import { type Schema, text } from '../../core/schema.js';
import type { Body, Output, View } from '../../core/shape.js';
import { isUnreleased } from '../../core/status.js';
import type { Row } from '../../core/store.js';
import { toWall } from '../../core/time/zone.js';
import type { PostRow } from '../../models/families/post.js';

export const out = <R extends Row = Row>(schema: Schema, of: (row: R, view: View) => unknown): Output<R> => ({
  schema,
  of,
});

export { address, flagSchema, integer, text } from '../../core/schema.js';

export const number: Schema = { type: 'number' };
export const clock: Schema = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' };

const zeroDate = '0000-00-00 00:00:00';

/** Host and path of the site without the port, and the ID: the same on every mount. */
export const globalId = (id: number, { site }: View): string => `${hostAndPathOf(site.baseUrl)}?id=${id}`;

let lastSite = { baseUrl: '', hostAndPath: '' };

/** Caches the last base URL: it is parsed twice per record of a response and rarely changes. */
function hostAndPathOf(baseUrl: string): string {
  if (lastSite.baseUrl !== baseUrl) {
    const { hostname, pathname } = new URL(baseUrl);
    lastSite = { baseUrl, hostAndPath: `${hostname}${pathname === '/' ? '' : pathname}` };
  }
  return lastSite.hostAndPath;
}

export interface PageOf {
  /** Path segment of the public page, and the post type in the URL of records without a public page. */
  readonly segment: string;
  readonly type: string;
  /** Path below the segment and slug of a row; both are its slug by default. */
  readonly path?: ((row: Row) => string) | undefined;
  readonly slug?: (row: Row) => string;
}

export const venuePage: PageOf = { segment: 'venue', type: 'tribe_venue' };
export const organizerPage: PageOf = { segment: 'organizer', type: 'tribe_organizer' };

/** Only published and private records have a URL with their slug; drafts, pending, scheduled and trashed ones do not. */
export function pageUrl(row: PostRow, { site }: View, { segment, type, path }: PageOf): string {
  return row.status === 'publish' || row.status === 'private'
    ? `${site.baseUrl}/${segment}/${path?.(row) ?? row.slug}/`
    : `${site.baseUrl}/?post_type=${type}&p=${row.id}`;
}

export const restUrl = ({ site, facade }: View, path: string): string => `${site.baseUrl}${facade.prefix}/${path}`;

export const stamps: Body = {
  status: out<PostRow>(text, (row) => row.status),
  date: out<PostRow>(clock, (row, { site }) => toWall(row.date_utc, site.zone)),
  date_utc: out<PostRow>(clock, (row) => (isUnreleased(row.status) ? zeroDate : row.date_utc)),
  modified: out<PostRow>(clock, (row, { site }) => toWall(row.modified_utc, site.zone)),
  modified_utc: out<PostRow>(clock, (row) => row.modified_utc),
};

export const globals: Body = {
  global_id: out(text, (row, view) => globalId(row.id, view)),
  global_id_lineage: out({ type: 'array', items: text }, (row, view) => [globalId(row.id, view)]),
};

/** Omits empty values, as venues and organizers do. */
export const unlessEmpty = ({ schema, of }: Output): Output => ({
  schema,
  of: (row, view) => {
    const value = of(row, view);
    return value === '' || value === '0' ? undefined : value;
  },
});
