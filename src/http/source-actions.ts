// Reads a subscription at the request of an editor, and takes decisions about its vanished events.
import { is } from '../core/condition.js';
import { shapeOf } from '../core/facade.js';
import { Problem } from '../core/problem.js';
import { confirmRemoval, keepEvents } from '../imports/removal.js';
import { readReserved, reserve } from '../imports/subscription.js';
import type { CustomHandlers, Handler } from './handler.js';
import { spendWriteToken } from './limits.js';
import { recordResponse } from './record.js';
import { idOf } from './request.js';

const run: Handler = async (service, request) => {
  const { call, context, params } = request;
  await spendWriteToken(service, call.actor);
  const { store } = service;
  const shape = shapeOf(call.facade, 'source');
  const id = idOf(params.id ?? '');
  const read = () => store.read({ table: shape.model, where: is('id', id) });
  if (!(await read())) throw new Problem('not-found', { resource: shape.model.name });
  const parts = { context: { ...context, store }, store, request: service.request, now: service.now };
  const work = async (signal: AbortSignal) => {
    const reserved = await reserve(store, id, service.now(), false);
    if (reserved) await readReserved(reserved, { ...parts, signal });
    return true;
  };
  const { finished } = await service.background.answer(`reading subscription ${id}`, work, service.timeouts.answerMs);
  const row = await read();
  if (!row) throw new Problem('not-found', { resource: shape.model.name });
  const response = await recordResponse(shape, row, request, 'read');
  return finished ? response : { ...response, statusCode: 202 };
};

const decide =
  (decision: typeof confirmRemoval): Handler =>
  async (service, request) => {
    const { call, context, params } = request;
    await spendWriteToken(service, call.actor);
    const { store } = service;
    const shape = shapeOf(call.facade, 'source');
    const id = idOf(params.id ?? '');
    await decision({ ...context, store }, store, id);
    const row = await store.read({ table: shape.model, where: is('id', id) });
    if (!row) throw new Problem('not-found', { resource: shape.model.name });
    return recordResponse(shape, row, request, 'read');
  };

export const sourceHandlers: CustomHandlers = {
  'run-source': { POST: run },
  'confirm-removal': { POST: decide(confirmRemoval) },
  'keep-events': { POST: decide(keepEvents) },
};
