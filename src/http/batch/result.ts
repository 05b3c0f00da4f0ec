// The results of a batch and their summary.
import type { Call } from '../../core/call.js';
import type { Column } from '../../core/column.js';
import type { Endpoint } from '../../core/facade.js';
import type { Written } from '../../core/model.js';
import { pickerOf } from '../../core/pick.js';
import type { Problem } from '../../core/problem.js';
import type { Operation } from '../../facades/batch-operations.js';
import { json } from '../../formats/json.js';
import { asDryRun, fieldChanges, type NewIds } from '../dry-run.js';
import { problemResponse } from '../problem.js';
import type { ApiRequest } from '../request.js';
import { type ApiResponse, etagOf, render } from '../response.js';
import type { Routed } from './route.js';

export type Outcome = 'created' | 'updated' | 'unchanged' | 'deleted' | 'failed';

export interface Result {
  readonly status: number;
  readonly id?: number | null;
  readonly headers?: { readonly etag?: string };
  readonly body?: unknown;
  readonly error?: unknown;
  readonly changed?: readonly string[];
}

/** The result with what only the batch needs. */
export interface Finished {
  readonly result: Result;
  readonly outcome: Outcome;
  /** For references of later operations. */
  readonly id?: number;
}

export interface Presenting {
  /** For a dry run: the new records so far. */
  readonly newIds?: NewIds;
  /** `_fields` of the batch. */
  readonly fields: string | undefined;
}

export interface Batch {
  readonly request: ApiRequest;
  readonly operations: readonly Operation[];
  /** Those that operations may use. */
  readonly endpoints: readonly Endpoint[];
  readonly presenting: Presenting;
}

/** A dry run has the status code and the fields of the real run, but no ids of new records. */
export function finishedOf(response: ApiResponse, { request, action }: Routed, given: Presenting): Finished {
  const { write, statusCode } = response;
  if (!write) throw new TypeError('the response reports no change');
  const { call } = request;
  const { written, after, before } = write;
  const changed = Object.keys(fieldChanges(write, call));
  const id = after?.id ?? before?.id ?? written.id;
  const isNew = !written.before && written.after !== undefined;
  const { newIds } = given;
  const shown = newIds ? asDryRun(response, call, newIds) : response;
  const { body, etag } = picked(shown, given);
  const isSame = !isNew && changed.length === 0 && !changesSecret(written);
  return {
    result: {
      status: statusCode,
      id: newIds?.get(written.model.name)?.has(id) ? null : id,
      headers: etag !== undefined && !newIds ? { etag } : {},
      body,
      changed,
    },
    outcome: action === 'remove' ? 'deleted' : isNew ? 'created' : isSame ? 'unchanged' : 'updated',
    id,
  };
}

/** The body as a single request returns it, with the same ETag. */
function picked(response: ApiResponse, { fields }: Presenting) {
  const rendered = render(response, { switches: fields === undefined ? {} : { _fields: fields }, format: json });
  return { body: pickerOf(fields)(response.body), etag: etagOf(rendered) };
}

function changesSecret({ model, before, after }: Written): boolean {
  if (!before || !after) return false;
  return Object.entries<Column<unknown>>(model.columns).some(
    ([name, { secret, encode }]) => secret && encode(before[name]) !== encode(after[name]),
  );
}

export function failedOf(problem: Problem, { facade, consoleLanguage, language }: Call): Finished {
  const { statusCode, body } = problemResponse(problem, facade, consoleLanguage ?? language);
  return { result: { status: statusCode, error: body }, outcome: 'failed' };
}

export function okResponse(finished: readonly Finished[], headers: ApiResponse['headers'] = {}): ApiResponse {
  const summary: Record<Outcome, number> = { created: 0, updated: 0, unchanged: 0, deleted: 0, failed: 0 };
  for (const { outcome } of finished) summary[outcome]++;
  return { statusCode: 200, headers, body: { results: finished.map(({ result }) => result), summary } };
}
