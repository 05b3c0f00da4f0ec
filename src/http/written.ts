// Writes one record inside a transaction, and the response with the record as it is then.
import type { WriteContext } from '../core/context.js';
import type { Given } from '../core/field.js';
import type { Shape } from '../core/shape.js';
import type { Row } from '../core/store.js';
import { completedRow, find } from '../operations/read.js';
import { writesOf } from '../operations/write.js';
import { urlFor } from './links.js';
import { notifyIfPending } from './pending-notice.js';
import { recordResponse } from './record.js';
import type { ApiRequest } from './request.js';
import type { ApiResponse } from './response.js';
import type { Service } from './service.js';

export async function createFrom(
  service: Service,
  context: WriteContext,
  request: ApiRequest,
  shape: Shape,
  given: Given,
): Promise<ApiResponse> {
  const written = await writesOf(shape.model).create(context, shape.model, given);
  await notifyIfPending(service, context, written);
  const { id } = written;
  const row = await completedRow(context, shape, await find(context, shape, { id }, 'read'));
  return {
    ...recordResponse(shape, row, request, 'changed', { statusCode: 201 }),
    headers: { Location: urlFor(request.call, `${shape.path}/${id}`) },
    // A record that existed already is returned as it was.
    write: { shape, written, ...(!written.after && { before: row }), after: row },
  };
}

export async function updateFrom(
  service: Service,
  context: WriteContext,
  request: ApiRequest,
  shape: Shape,
  stored: Row,
  given: Given,
): Promise<ApiResponse> {
  const written = await writesOf(shape.model).update(context, shape.model, stored, given);
  await notifyIfPending(service, context, written);
  const { effects } = written;
  // A change of several records may have removed the one that was addressed.
  const id = effects?.removed.includes(stored.id) ? written.id : stored.id;
  const row = await completedRow(context, shape, await find(context, shape, { id }, 'read'));
  return { ...recordResponse(shape, row, request, 'changed'), write: { shape, written, before: stored, after: row } };
}
