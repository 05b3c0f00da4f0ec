// Writes one record inside a transaction, and the response with the record as it is then.
import type { WriteContext } from '../core/context.js';
import type { Given } from '../core/field.js';
import type { Locked } from '../core/locked.js';
import type { Written } from '../core/model.js';
import type { Shape } from '../core/shape.js';
import type { Row } from '../core/store.js';
import { find, findEach, hydratedRow } from '../operations/read.js';
import { createEach, writesOf } from '../operations/write.js';
import { notifyIfPending } from '../submissions/pending-notice.js';
import { urlFor } from './links.js';
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
  const row = await hydratedRow(context, shape, await find(context, shape, { id: written.id }, 'read'));
  return createdResponse(request, shape, written, row);
}

/** Several new records in few statements. Each response has the state after the last of them. */
export async function createEachFrom(
  service: Service,
  context: WriteContext,
  requests: readonly ApiRequest[],
  shape: Shape,
  givens: readonly Given[],
): Promise<readonly ApiResponse[]> {
  const written = await createEach(context, shape.model, givens);
  for (const one of written) await notifyIfPending(service, context, one);
  const rows = await findEach(
    context,
    shape,
    written.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const responses: ApiResponse[] = [];
  for (const [at, request] of requests.entries()) {
    const one = written[at];
    const row = one && byId.get(one.id);
    if (!row) throw new TypeError('a new record was not found');
    responses.push(createdResponse(request, shape, one, await hydratedRow(context, shape, row)));
  }
  return responses;
}

function createdResponse(request: ApiRequest, shape: Shape, written: Written, row: Row): ApiResponse {
  return {
    ...recordResponse(shape, row, request, 'changed', { statusCode: 201 }),
    headers: { Location: urlFor(request.call, `${shape.path}/${written.id}`) },
    // A record that existed already is returned as it was.
    write: { shape, written, ...(!written.after && { before: row }), after: row },
  };
}

export async function updateFrom(
  service: Service,
  context: WriteContext,
  request: ApiRequest,
  shape: Shape,
  stored: Locked,
  given: Given,
): Promise<ApiResponse> {
  const written = await writesOf(shape.model).update(context, shape.model, stored, given);
  await notifyIfPending(service, context, written);
  const { effects } = written;
  // A change of several records may have removed the one that was addressed.
  const id = effects?.removed.includes(stored.id) ? written.id : stored.id;
  const row = await hydratedRow(context, shape, await find(context, shape, { id }, 'read'));
  return { ...recordResponse(shape, row, request, 'changed'), write: { shape, written, before: stored, after: row } };
}
