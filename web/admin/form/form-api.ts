// Reads a record with the values of its form and saves what was changed, over the public API.
import { messageOf, request } from '../api/client';
import type { FieldInfo, ResourceInfo } from '../api/contract';
import type { ApiRecord } from '../api/records';
import type { Scope } from '../series/series';
import {
  byFormKey,
  changesIn,
  inputKey,
  isEmpty,
  noLanguage,
  type SaveRequest,
  saveRequests,
  type Values,
  withRecurrence,
} from './values';

export interface Stored {
  /** Undefined for a new record. */
  readonly record?: ApiRecord;
  readonly values: Values;
  readonly etag?: string | undefined;
  /** The user may edit the record. */
  readonly editable: boolean;
}

export interface Form {
  readonly resource: ResourceInfo;
  readonly fields: readonly FieldInfo[];
  readonly languages: readonly string[];
}

export const newRecord: Stored = { values: {}, editable: true };

const inLanguage = (language: string) => (language === noLanguage ? {} : { i18n_language: language });

/** A key for every field, also for those without a value. Secrets have none: clearing one is always a change. */
const emptyValues = ({ fields, languages }: Form): Values =>
  Object.fromEntries(
    fields
      .filter(({ input }) => input.widget !== 'secret')
      .flatMap((field) => languages.map((language) => [inputKey(field, language), undefined])),
  );

/** A resource with a single record has no IDs in its URL. */
const formPath = ({ path, only }: ResourceInfo, id: number | undefined): string =>
  id === undefined || only ? `/${path}` : `/${path}/${id}`;

export async function readStored(form: Form, id: number): Promise<Stored> {
  const { resource, fields, languages } = form;
  const read = (language: string) =>
    request<ApiRecord>('GET', formPath(resource, id), { query: { context: 'edit', ...inLanguage(language) } });
  const [first = noLanguage, ...others] = languages;
  // The ETag of the first response counts: if the record changes between the requests, saving fails with 412.
  const { body, etag } = await read(first);
  const rest = await Promise.all(others.map(async (language) => ({ language, body: (await read(language)).body })));
  const inputs = [...rest, { language: first, body }].map(({ language, body: { _input = {} } }) =>
    byFormKey(fields, language, _input),
  );
  return {
    record: body,
    values: Object.assign(emptyValues(form), ...inputs),
    etag,
    editable: body._input !== undefined,
  };
}

/** A save that failed in one language. `saved` is the record's id if another language was already saved. */
export class SaveError extends Error {
  constructor(
    override readonly cause: unknown,
    readonly language: string,
    readonly saved: number | undefined,
  ) {
    super(messageOf(cause));
  }
}

const filesIn = (body: Values) =>
  Object.entries(body).filter((entry): entry is [string, File] => entry[1] instanceof File);

function sendOne(
  resource: ResourceInfo,
  { language, body }: SaveRequest,
  id: number | undefined,
  ifMatch: string | undefined,
  scope: Scope | undefined,
) {
  const files = filesIn(body);
  const rest = Object.fromEntries(Object.entries(body).filter(([, value]) => !(value instanceof File)));
  return request<ApiRecord>(id === undefined ? 'POST' : 'PATCH', formPath(resource, id), {
    query: { context: 'edit', scope, ...inLanguage(language) },
    body: rest,
    ...(files.length && { file: Object.fromEntries(files) }),
    ifMatch,
  });
}

export const plan = ({ resource, fields, languages }: Form, { record, values }: Stored, entered: Values) =>
  saveRequests({
    fields,
    languages,
    changes: record ? withRecurrence(fields, values, changesIn(values, entered)) : entered,
    label: resource.label,
    isNew: !record,
  });

/** Saves the entered values with `If-Match`, one request per language; throws `SaveError`. `scope` is for dates of a series,
 * whose response may be the series. Resolves to the record in its first language. */
export async function save(form: Form, stored: Stored, entered: Values, scope?: Scope): Promise<ApiRecord> {
  let { record, etag } = stored;
  let saved: number | undefined;
  let first: ApiRecord | undefined;
  for (const part of plan(form, stored, entered)) {
    try {
      // The first request has split the series; the others change its second part.
      const next = saved !== undefined && scope === 'following' ? 'all' : scope;
      const response = await sendOne(form.resource, part, record?.id, record ? etag : undefined, next);
      record = response.body;
      etag = response.etag;
      saved = record.id;
      first ??= record;
    } catch (error) {
      throw new SaveError(error, part.language, saved);
    }
  }
  return (first ?? record) as ApiRecord;
}

/** Secrets and files are not sent while typing. A recurrence has its own preview, which creates no series. */
const withoutPreview: ReadonlySet<string> = new Set(['secret', 'file', 'recurrence']);

/** The record as the server would save it (`_preview`); undefined while required fields are empty. */
export async function previewOf(form: Form, stored: Stored, entered: Values, signal: AbortSignal) {
  const [first] = plan(form, stored, entered);
  const missing = form.fields.some(({ name, required }) => required && isEmpty(first?.body[name]));
  // Hashing a generated password takes long.
  const isCostly = form.fields.some(({ input }) => input.generated);
  if (!first || isCostly || (!stored.record && missing)) return undefined;
  const sent = form.fields.filter(({ input }) => !withoutPreview.has(input.widget));
  const names = new Set(sent.map(({ name }) => name));
  const body = Object.fromEntries(Object.entries(first.body).filter(([name]) => names.has(name)));
  const { resource } = form;
  const id = stored.record?.id;
  const response = await request<ApiRecord>(id === undefined ? 'POST' : 'PATCH', formPath(resource, id), {
    query: { context: 'edit', _preview: true, ...inLanguage(first.language) },
    body,
    signal,
  });
  const { _input: input = {}, ...record } = response.body;
  return { record, input, language: first.language };
}

export const trash = ({ path }: ResourceInfo, id: number, ifMatch?: string) =>
  request<ApiRecord>('DELETE', `/${path}/${id}`, { ifMatch });

export const erase = ({ path }: ResourceInfo, id: number) =>
  request<ApiRecord>('DELETE', `/${path}/${id}`, { query: { force: true } });

export const restore = ({ path }: ResourceInfo, id: number, status: string) =>
  request<ApiRecord>('PATCH', `/${path}/${id}`, { body: { status } });
