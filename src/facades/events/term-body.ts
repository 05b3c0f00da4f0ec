// The bodies of terms: as records, and embedded in an event.
import { reference, type Schema } from '../../core/schema.js';
import type { Body, View } from '../../core/shape.js';
import type { Row } from '../../core/store.js';
import type { TermRow } from '../../models/families/term.js';
import { address, integer, out, restUrl, text } from './outputs.js';
import { termLinks, type WordPressTaxonomy } from './term-links.js';

export interface TermTaxonomy extends WordPressTaxonomy {
  readonly path: string;
  /** True if terms have a parent. */
  readonly tree: boolean;
  page(row: Row, view: View): string;
}

/** Hierarchical terms have a parent, 0 for none. */
type ShownTerm = TermRow & { readonly parent?: number };

const urls = (path: string) => (row: ShownTerm, view: View) => ({
  self: restUrl(view, `${path}/${row.id}`),
  collection: restUrl(view, path),
  ...(row.parent ? { up: restUrl(view, `${path}/${row.parent}`) } : {}),
});

export function termBody(taxonomy: TermTaxonomy): Body {
  const { path, name, tree, page } = taxonomy;
  return {
    id: out(integer, (row) => row.id),
    count: out<ShownTerm>(integer, (row) => row.count),
    description: out<ShownTerm>(text, (row) => row.description),
    name: out<ShownTerm>(text, (row) => row.name),
    slug: out<ShownTerm>(text, (row) => row.slug),
    taxonomy: out({ type: 'string', const: name }, () => name),
    ...(tree && { parent: out<ShownTerm>(integer, (row) => row.parent ?? 0) }),
    meta: out({ type: 'array', items: text, maxItems: 0 }, () => []),
    url: out(address, page),
    urls: out(reference('TermUrls'), urls(path)),
    _links: out<ShownTerm>({ type: 'object' }, (row, view) => {
      if (view.occasion !== 'read' && view.occasion !== 'changed') return undefined;
      return view.facade.console ? ownLinks(path, row, view) : termLinks(taxonomy, row, view);
    }),
  };
}

function ownLinks(path: string, row: ShownTerm, view: View) {
  const { self, collection, up } = urls(path)(row, view);
  return { self: [{ href: self }], collection: [{ href: collection }], ...(up && { up: [{ href: up }] }) };
}

export const embeddedTerm = ({ path, name }: Pick<TermTaxonomy, 'path' | 'name'>): Body => ({
  name: out<ShownTerm>(text, (row) => row.name),
  slug: out<ShownTerm>(text, (row) => row.slug),
  term_group: out(integer, () => 0),
  term_taxonomy_id: out(integer, (row) => row.id),
  taxonomy: out(text, () => name),
  description: out<ShownTerm>(text, (row) => row.description),
  parent: out<ShownTerm>(integer, (row) => row.parent ?? 0),
  count: out<ShownTerm>(integer, (row) => row.count),
  filter: out({ type: 'string', const: 'raw' }, () => 'raw'),
  id: out(integer, (row) => row.id),
  urls: out(reference('TermUrls'), urls(path)),
});

export const termUrlsSchema: Schema = {
  type: 'object',
  description: 'URLs of the term, of the list of terms and of its parent.',
  required: ['self', 'collection'],
  properties: { self: address, collection: address, up: address },
};

const shown = embeddedTerm({ path: '', name: '' });

/** An embedded term always has these keys. */
export const termSchema: Schema = {
  type: 'object',
  description: 'A category or tag of an event.',
  required: Object.keys(shown),
  properties: Object.fromEntries(Object.entries(shown).map(([name, { schema }]) => [name, schema])),
};

/** With the keys that only terms of one kind have. */
export const termSchemaWith = (body: Body): Schema => ({
  ...termSchema,
  properties: {
    ...termSchema.properties,
    ...Object.fromEntries(Object.entries(body).map(([name, { schema }]) => [name, schema])),
  },
});
