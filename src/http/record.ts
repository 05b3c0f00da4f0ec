// Steps of every request for one record: finding it for a change, and its response.
import type { WriteContext } from '../core/context.js';
import type { Given } from '../core/field.js';
import { formOf, mayChange } from '../core/form.js';
import { localized } from '../core/language.js';
import type { Locked } from '../core/locked.js';
import { present, recordView } from '../core/present.js';
import type { Shape, View } from '../core/shape.js';
import type { Row } from '../core/store.js';
import { authorizeChange } from '../imports/mirrored.js';
import { readLocked } from '../operations/lock.js';
import { find } from '../operations/read.js';
import { versionOf } from '../operations/version.js';
import { type ApiRequest, recordKeyOf } from './request.js';
import { type ApiResponse, refuseStale } from './response.js';

/** With `context=edit` a record also carries `_input`: its values as a form sends them back. */
export const isForm = ({ call }: ApiRequest): boolean => call.form === true;

export function recordBody(shape: Shape, row: Row, request: ApiRequest, view: View): unknown {
  const body = present(shape.body, localized(row, shape.model, request.call), view);
  const editable = isForm(request) && view.occasion !== 'removed' && mayChange(shape.model, row, request.call);
  return editable
    ? { ...body, ...itemVersion(shape, row, request, view), _input: formOf(shape, row, request.call) }
    : body;
}

/** A list has no ETag for each of its records: `_versions` adds their versions, for `If-Match` of a later change. */
const itemVersion = ({ model }: Shape, row: Row, { query }: ApiRequest, { occasion }: View) =>
  occasion === 'item' && query._versions !== undefined && { _version: `"${versionOf(row, model)}-list"` };

export function recordResponse(
  shape: Shape,
  row: Row,
  request: ApiRequest,
  occasion: Exclude<View['occasion'], 'item'>,
  { statusCode = 200, found = {} }: { readonly statusCode?: number; readonly found?: Given } = {},
): ApiResponse {
  const view = recordView(row, request.call, occasion, found);
  return { statusCode, headers: {}, body: recordBody(shape, row, request, view), version: versionOf(row, shape.model) };
}

/** The record under its lock, if the caller may change it and has seen its current version. */
export async function findChangeable(
  context: WriteContext,
  shape: Shape,
  request: ApiRequest,
  to: 'update' | 'remove',
  key = recordKeyOf(request),
): Promise<Locked> {
  const id = 'id' in key ? key.id : (await find(context, shape, key, to, context)).id;
  const stored = await readLocked(context.store, shape.model, id, () => find(context, shape, { id }, to));
  await authorizeChange(context, shape.model, stored);
  refuseStale(request.headers['if-match'], versionOf(stored, shape.model));
  return stored;
}
