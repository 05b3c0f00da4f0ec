// Redirects from the paths that imported records had on another site. A record that visitors may not read is answered like an
// unknown path, so that no redirect reveals it. Targets are paths of our own records, so none leads to another site.

import { is, oneOf } from '../../core/condition.js';
import { shapeOf } from '../../core/facade.js';
import { oldUrlKey, oldUrls } from '../../core/old-urls.js';
import { fileName, type Picture, picturePath } from '../../core/picture.js';
import type { Row } from '../../core/store.js';
import { find, isVisible } from '../../operations/read.js';
import { recordHref } from '../calendar/links.js';
import type { PageRequest } from '../calendar/page-request.js';
import { urlOf } from '../calendar/queries.js';

/** Undefined if there is no such address, or none that visitors may know. */
export async function storedTarget(request: PageRequest, path: string): Promise<string | undefined> {
  const { pageSite } = request;
  const keys = [pageSite.path + path, path].map(oldUrlKey).filter((key) => key !== undefined);
  const target = (await targetOf(request, keys)) ?? (await variantTarget(request, keys));
  // A redirect to the same path would be repeated without end.
  return target === undefined || keys.includes(oldUrlKey(target.split('?', 1)[0] ?? '') ?? '') ? undefined : target;
}

/** The first key that is known counts. */
async function targetOf(request: PageRequest, keys: readonly string[], minWidth?: number): Promise<string | undefined> {
  const { context } = request;
  const where = oneOf('path', keys);
  const found = await context.store.list({ table: oldUrls, where, order: [{ column: 'id' }], limit: keys.length });
  const address = keys.map((key) => found.find(({ path }) => path === key)).find(Boolean);
  if (!address) return undefined;
  const model = context.registry.named(address.resource);
  const row = await context.store.read({ table: model, where: is('id', address.record_id) });
  if (!row || !(await isVisible(context, model, row))) return undefined;
  return isPicture(row) ? fileHref(request, row, minWidth) : pageHref(request, address.resource, row.id);
}

/** The row is read again with its links: a URL may depend on them. */
async function pageHref(request: PageRequest, resource: string, id: number): Promise<string> {
  const { context, call, events } = request;
  const shape = resource === events.model.name ? events : shapeOf(call.facade, resource);
  return recordHref(request, urlOf(request, shape, await find(context, shape, { id }, 'read')));
}

const isPicture = (row: Row): row is Row & Picture => 'hash' in row && 'sizes' in row;

/** The smallest file that is wide enough. */
function fileHref({ pageSite }: PageRequest, picture: Picture, minWidth = picture.width): string {
  const sizes = Object.values(picture.sizes).filter(({ width }) => width >= minWidth);
  const [size] = sizes.sort((a, b) => a.width - b.width);
  return `${pageSite.path}${picturePath}${fileName(picture, minWidth < picture.width ? size : undefined)}`;
}

const variantPattern = /^(?=.*\/wp-content\/uploads\/)(.*)-(\d{1,5})x\d{1,5}(\.\w+)$/;

/** Smaller files are named after the uploaded one: `fair-300x200.jpg`. Of a large upload `fair-scaled.jpg` is the address. */
async function variantTarget(request: PageRequest, keys: readonly string[]): Promise<string | undefined> {
  const bases = keys.flatMap((key) => {
    const [, stem, , extension] = variantPattern.exec(key) ?? [];
    return stem === undefined ? [] : [`${stem}${extension}`, `${stem}-scaled${extension}`];
  });
  const width = Number(variantPattern.exec(keys[0] ?? '')?.[2]);
  return bases.length === 0 ? undefined : targetOf(request, bases, width);
}
