// The image of a record on its page, with its alternative text.
import { is } from '../../core/condition.js';
import { shapeOf } from '../../core/facade.js';
import { type Html, html } from '../html.js';
import { picture } from './components.js';
import type { PageRequest } from './page-request.js';
import type { ImageBody } from './records.js';

const width = 1024;

/** An image without an alternative text has the name of the record. */
export async function recordImage(
  request: PageRequest,
  image: ImageBody | undefined | false,
  name: string,
): Promise<Html | undefined> {
  if (!image) return undefined;
  const { model } = shapeOf(request.pageSite.native, 'media');
  const row = await request.context.store.read({ table: model, where: is('id', image.id) });
  return html`<div class="record-image">${picture(request, image, width, String(row?.alt_text || name))}</div>`;
}
