// The options of taking over a site of The Events Calendar. The command line fills them in; an import stores them without
// the credentials.
import { sitePrefix } from '../../core/external.js';

export const idModes = ['keep', 'new'] as const;
export const imageModes = ['fetch', 'none'] as const;
/** `dates`: a series with exactly the dates of the site. `rules`: with the rule that gives them, if there is one, which goes on
 * where the site's does. */
export const seriesModes = ['dates', 'rules'] as const;
export const takenResources = ['tag', 'category', 'venue', 'organizer', 'media', 'event'] as const;
export type TakenResource = (typeof takenResources)[number];

export interface TecOptions {
  /** Base URL of the site, without `/wp-json`. */
  readonly site: string;
  readonly user?: string;
  /** An application password. */
  readonly password?: string;
  readonly ids: (typeof idModes)[number];
  /** Only events that start on or after this day: `2026-01-01`. */
  readonly since?: string;
  /** All if absent. */
  readonly only?: readonly TakenResource[];
  readonly images: (typeof imageModes)[number];
  /** Maximum number of events, for a trial. */
  readonly limit?: number;
  readonly series: (typeof seriesModes)[number];
  /** Requests per second. */
  readonly rate: number;
  /** Requests at the same time. */
  readonly concurrency: number;
  /** Allows addresses of private networks. */
  readonly allowPrivate: boolean;
}

export const defaultTecOptions: Omit<TecOptions, 'site'> = {
  ids: 'keep',
  images: 'fetch',
  series: 'dates',
  rate: 5,
  concurrency: 2,
  allowPrivate: false,
};

/** The name of the site as the source of an import: the same for every spelling of its address. */
export function sourceOf(site: URL): string {
  const path = site.pathname.replace(/(?<!\/)\/+$/, '');
  return `${sitePrefix}${site.protocol}//${site.host}${path}`;
}
