// Creates or updates the record with an external ID. The external ID is locked, so that concurrent requests create one
// record.
import { may } from '../core/actor.js';
import type { WriteContext } from '../core/context.js';
import { conflictParams, type ExternalKey } from '../core/external.js';
import { checkedFields, type Given, readFields } from '../core/field.js';
import { missingParams, Problem, problemWith } from '../core/problem.js';
import type { Shape } from '../core/shape.js';
import type { Row } from '../core/store.js';
import { refuseTooManyTags } from '../core/text/tag-count.js';
import { languageParam } from '../facades/language.js';
import { lookUpForModel, type Parsed, parse, refuseFaults } from '../facades/parse.js';
import { isOfOtherAuthor } from '../models/account/other-author.js';
import { externalIdTaken, findExternal } from '../operations/external.js';
import { find, hydratedRow } from '../operations/read.js';
import { refuseSource } from '../operations/source-owner.js';
import { wouldChange } from '../operations/unchanged.js';
import { authorizeWrite, prepareAndChange } from './change.js';
import { findChangeable, recordResponse } from './record.js';
import { type ApiRequest, changeInput } from './request.js';
import type { ApiResponse } from './response.js';
import type { Service } from './service.js';
import { createFrom, updateFrom } from './written.js';

interface Conflict {
  readonly on_conflict?: 'update' | 'skip' | 'fail';
  readonly restore?: boolean;
}

/** Fields that are not sent stay as they are; those that a new record requires may be missing for an existing one. */
export async function upsertRecord(
  service: Service,
  request: ApiRequest,
  shape: Shape,
  key: ExternalKey,
): Promise<ApiResponse> {
  const { call } = request;
  const all = { ...shape.fields, ...shape.writeParams };
  const fields = may(call.actor, shape.model.policy.change) ? all : checkedFields(all);
  const sent = changeInput(request, fields);
  refuseTooManyTags(sent);
  const conflict = parse(conflictParams, sent, call, true);
  const input = { ...sent, source: key.source, external_id: key.externalId };
  const { given, missing, faults } = readFields({ ...fields, ...languageParam(call.site) }, input, call, true);
  refuseFaults({ ...conflict.faults, ...faults });
  await authorizeWrite(service, request, shape.model.policy.change);
  return prepareAndChange(service, request, shape.fields, { given, faults: {} }, async (context, ready) => {
    await refuseSource(context, key.source);
    const found = await findExternal(context, shape.model, key);
    if (found) return changeFound(service, context, request, shape, { ...key, id: found.id }, ready, conflict.given);
    if (missing.length) throw missingParams(missing);
    // There is no version to match.
    if (request.headers['if-match'] !== undefined) throw new Problem('stale');
    return createFrom(service, context, request, shape, await lookUpForModel(shape.fields, ready, context));
  });
}

async function changeFound(
  service: Service,
  context: WriteContext,
  request: ApiRequest,
  shape: Shape,
  { id, ...key }: ExternalKey & Pick<Row, 'id'>,
  ready: Parsed,
  { on_conflict: onConflict = 'update', restore = false }: Conflict,
): Promise<ApiResponse> {
  const { model, fields } = shape;
  const stored = await findChangeable(context, shape, request, 'update', key);
  if (onConflict === 'fail') throw externalIdTaken(model, id);
  if (stored.status === 'trash' && !restore) throw new Problem('external-in-trash', problemWith(model));
  const changing = Object.entries(ready.given).filter(([name]) => !fields[name]?.createOnly);
  const given: Given = { ...Object.fromEntries(changing), ...restored(stored, ready.given, restore) };
  const values = {
    ...(await lookUpForModel(fields, { ...ready, given }, context)),
    // An author who may not use the source would keep the right to change what is published in its name.
    ...((await isOfOtherAuthor(context, stored)) && { author: context.call.actor.id }),
  };
  if (onConflict === 'update' && (await wouldChange(context, model, stored, values)))
    return updateFrom(service, context, request, shape, stored, values);
  const row = await hydratedRow(context, shape, await find(context, shape, { id }, 'read'));
  return {
    ...recordResponse(shape, row, request, 'changed'),
    headers: { 'X-Unchanged': '1' },
    write: { shape, written: { model, id, alsoWritten: [] }, before: row, after: row },
  };
}

/** A record leaves the trash with the status that it had last, as far as that is known. */
const restored = ({ status, was_public }: Row, given: Given, restore: boolean): Given =>
  restore && status === 'trash' && given.status === undefined ? { status: was_public ? 'publish' : 'draft' } : {};
