// `_links` of terms as WordPress writes them: they lead to its API, in the drop-in API too.
import type { View } from '../../core/shape.js';
import type { TermRow } from '../../models/families/term.js';

/** Prefix of the WordPress API, which is mounted with the drop-in API. */
export const wordpressPrefix = '/wp-json/wp/v2';

export interface WordPressTaxonomy {
  readonly name: string;
  /** Path of its terms in the WordPress API, and name of the filter of records by these terms. */
  readonly base: string;
  /** Paths of the records that have these terms. */
  readonly recordPaths: readonly string[];
}

type LinkedTerm = TermRow & { readonly parent?: number };

export function termLinks({ name, base, recordPaths }: WordPressTaxonomy, row: LinkedTerm, { site }: View) {
  const to = (path: string) => ({ href: `${site.baseUrl}${wordpressPrefix}/${path}` });
  return {
    self: [to(`${base}/${row.id}`)],
    collection: [to(base)],
    about: [to(`taxonomies/${name}`)],
    ...(row.parent && { up: [{ embeddable: true, ...to(`${base}/${row.parent}`) }] }),
    'wp:post_type': recordPaths.map((path) => to(`${path}?${base}=${row.id}`)),
    curies: [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }],
  };
}
