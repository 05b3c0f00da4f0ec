// Handlers of the actions that change one record: parse, authorize, run in a transaction, present.
import { isDeepStrictEqual } from 'node:util';
import { may } from '../core/actor.js';
import type { RequestContext } from '../core/context.js';
import { type ExternalKey, externalKeyOf } from '../core/external.js';
import type { RecordAction } from '../core/facade.js';
import { checkedFields, type Given, readFields } from '../core/field.js';
import { formOf } from '../core/form.js';
import { Problem } from '../core/problem.js';
import type { Shape } from '../core/shape.js';
import type { Row } from '../core/store.js';
import { refuseTooManyTags } from '../core/text/tag-count.js';
import { lookUp, lookUpForModel, type Parsed, parse, refuseFaults, removeParamsOf } from '../facades/parse.js';
import { find } from '../operations/read.js';
import { writesOf } from '../operations/write.js';
import { authorizeWrite, change, prepareAndChange } from './change.js';
import { findChangeable, isForm, recordResponse } from './record.js';
import { type ApiRequest, changeInput } from './request.js';
import type { ApiResponse } from './response.js';
import type { Service } from './service.js';
import { upsertRecord } from './upsert.js';
import { createFrom, updateFrom } from './written.js';

export type RecordHandler = (service: Service, request: ApiRequest, shape: Shape) => Promise<ApiResponse>;

const createRecord: RecordHandler = async (service, request, shape) => {
  const key = externalKeyIn(request, shape);
  if (key) return upsertRecord(service, request, shape, key);
  const parsed = await readChange(service, request, shape, true);
  const oneTimeSecrets = generatedFields(shape, parsed.given, request.context);
  const withSecrets = { ...parsed, given: { ...parsed.given, ...oneTimeSecrets } };
  return prepareAndChange(service, request, shape.fields, withSecrets, async (context, given) => {
    const resolved = await lookUpForModel(shape.fields, given, context);
    const response = await createFrom(service, context, request, shape, resolved);
    return { ...response, ...(oneTimeSecrets && { oneTimeSecrets }) };
  });
};

/** The external ID that a new record is to get; faults of its fields are reported with the others. */
function externalKeyIn(request: ApiRequest, { fields }: Shape): ExternalKey | undefined {
  const { source, external_id } = fields;
  if (!source || !external_id) return undefined;
  const { given, faults } = readFields({ source, external_id }, changeInput(request, fields), request.call, false);
  return Object.keys(faults).length ? undefined : externalKeyOf(given, request.call);
}

const upsertByKey: RecordHandler = async (service, request, shape) => {
  const { recordKey } = request;
  if (!recordKey || !('source' in recordKey)) throw new Problem('no-route');
  return upsertRecord(service, request, shape, recordKey);
};

/** Values that are generated when they are not given, such as a password. */
function generatedFields({ fields }: Shape, given: Given, context: RequestContext): Given | undefined {
  const generated = Object.entries(fields).flatMap(([name, field]) =>
    field.generate && given[name] === undefined ? [[name, field.generate(context)]] : [],
  );
  return generated.length ? Object.fromEntries(generated) : undefined;
}

const updateRecord: RecordHandler = async (service, request, shape) => {
  const parsed = await readChange(service, request, shape, false);
  return prepareAndChange(service, request, shape.fields, parsed, async (context, given) => {
    // Only edited fields of a form are looked up, so the stored record is needed first.
    const edited = isForm(request) ? await findChangeable(context, shape, request, 'update') : undefined;
    const resolved = await lookUpForModel(
      shape.fields,
      edited ? editedFields(given, shape, edited, request) : given,
      context,
    );
    const stored = edited ?? (await findChangeable(context, shape, request, 'update'));
    return updateFrom(service, context, request, shape, stored, resolved);
  });
};

/** Drops the values that a form sent back unchanged: a price as text, or a reference that could not be created again. */
function editedFields(parsed: Parsed, shape: Shape, stored: Row, request: ApiRequest): Parsed {
  const [form, input] = [formOf(shape, stored, request.call), changeInput(request, shape.fields)];
  const given = Object.entries(parsed.given).filter(([name]) => !isDeepStrictEqual(input[name], form[name]));
  return { ...parsed, given: Object.fromEntries(given) };
}

const removeRecord: RecordHandler = async (service, request, shape) => {
  const params = removeParamsOf(shape, request.call.facade);
  const parsed = parse(params, changeInput(request, {}), request.call, true);
  refuseFaults(parsed.faults);
  await authorizeWrite(service, request, shape.model.policy.change);
  return change(service, request, async (context) => {
    const given = await lookUp(params, parsed, context);
    const stored = await findChangeable(context, shape, request, 'remove');
    shape.authorizeRemove?.(given);
    const written = await writesOf(shape.model).remove(context, shape.model, stored, given);
    const remaining = written.after && (await find(context, shape, { id: stored.id }, 'read'));
    return {
      ...recordResponse(shape, remaining ?? stored, request, 'removed'),
      write: { shape, written, before: stored, ...(remaining && { after: remaining }) },
    };
  });
};

/** Validation errors come before missing rights, as far as they are found at once; callers with the right also get those of
 * references at once. */
export async function readChange(service: Service, request: ApiRequest, shape: Shape, isCreate: boolean) {
  const { model, writeParams } = shape;
  const fields = { ...shape.fields, ...writeParams };
  const input = changeInput(request, fields);
  refuseTooManyTags(input);
  const mayChange = may(request.call.actor, model.policy.change);
  const parsed = parse(mayChange ? fields : checkedFields(fields), input, request.call, isCreate);
  if (Object.keys(parsed.faults).length) {
    if (mayChange) await lookUp(fields, parsed, request.context);
    refuseFaults(parsed.faults);
  }
  await authorizeWrite(service, request, model.policy.change);
  return parsed;
}

export const recordWrites = {
  create: createRecord,
  update: updateRecord,
  upsert: upsertByKey,
  remove: removeRecord,
} as const satisfies Readonly<Record<Exclude<RecordAction, 'list' | 'read'>, RecordHandler>>;
