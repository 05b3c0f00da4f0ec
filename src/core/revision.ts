// Revisions: who changed which fields of a record, and when. A revision has the changed fields only, each with its value
// before and after, so that an earlier state is found by undoing the newer revisions from the current record backwards.
import type { Actor } from './actor.js';
import { type Column, choiceColumn, integerColumn, jsonColumn, textColumn, type ValuesOf } from './column.js';
import { is } from './condition.js';
import type { LinkChange, Model, Written } from './model.js';
import { plainTable, type Row, type RowIn, type Values, type Writer } from './store.js';
import { isActive, messageOf, type NewMessage, webhookMessages, webhooks } from './webhook.js';

export const revisionActions = ['created', 'updated', 'trashed', 'restored', 'erased'] as const;
export type RevisionAction = (typeof revisionActions)[number];

export interface FieldChange {
  /** Name of the column or of the link. */
  readonly field: string;
  /** For a text in another language than the main one of the record. */
  readonly language?: string;
  /** Absent if there was no value. */
  readonly before?: unknown;
  readonly after?: unknown;
  /** The values are not recorded. */
  readonly secret?: true;
}

const columns = {
  at_utc: textColumn,
  /** Name of the model. */
  resource: textColumn,
  record_id: integerColumn,
  action: choiceColumn(revisionActions, 'updated'),
  /** 0 for jobs and the command line. */
  user_id: integerColumn,
  user_name: textColumn,
  /** Name of the application password or of the job, `console` for a session; empty if unknown. */
  via: textColumn,
  /** Title or name of the record after the change; before it for an erased record. */
  title: textColumn,
  changes: jsonColumn<readonly FieldChange[]>([]),
};

/** Not tracked: responses with revisions are not cached. */
export const revisions = { ...plainTable('revisions', columns), name: 'revision', sequence: 'revision' };
export type RevisionRow = RowIn<typeof columns>;

/** The written records, those created with them first. A write that found everything as it should be has neither state. */
const flattened = (written: readonly Written[]): readonly Written[] =>
  written.flatMap((one) => [...flattened(one.alsoWritten), ...(one.before || one.after ? [one] : [])]);

/** Records the writes in their transaction, and makes messages for active webhooks. An update that changes no field writes nothing. */
export async function recordRevisions(
  store: Writer,
  { actor, now }: { readonly actor: Actor; readonly now: string },
  written: readonly Written[],
): Promise<void> {
  const rows: ValuesOf<typeof columns>[] = [];
  const messages: NewMessage[] = [];
  for (const one of flattened(written)) {
    const { model, id, before } = one;
    // A change of several records may have written the record once more.
    const after = one.effects && one.after ? await store.read({ table: model, where: is('id', id) }) : one.after;
    const action = actionOf(before, after);
    const changes = before && after ? changesOf(model, before, after, one.linked) : [];
    if (action === 'updated' && changes.length === 0) continue;
    rows.push({
      at_utc: now,
      resource: model.name,
      record_id: id,
      action,
      user_id: actor.id,
      user_name: actor.name,
      via: actor.via ?? '',
      title: titleOf(model, after ?? before ?? { id }),
      changes,
    });
    const changed = changes.map(({ field }) => field);
    const seen = action === 'erased' ? 'removed' : action;
    const derived = before && after ? derivedChanges(model, before, after) : [];
    if (model.followed) messages.push(messageOf(model, id, seen, { before, after, changed, derived }, now));
  }
  if (rows.length > 0) await store.append(revisions, rows);
  if (messages.length > 0) await store.append(webhookMessages, messages, { table: webhooks, where: isActive });
}

function actionOf(before: Row | undefined, after: Row | undefined): RevisionAction {
  if (!before) return 'created';
  if (!after) return 'erased';
  const [was, now] = [before.status === 'trash', after.status === 'trash'];
  return was === now ? 'updated' : now ? 'trashed' : 'restored';
}

const maxTitleLength = 200;

/** The first translated column is the title or the name. */
function titleOf({ translated }: Model, row: Row): string {
  const letters = [...String(row[translated[0] ?? 'name'] ?? '')];
  return letters.length > maxTitleLength ? `${letters.slice(0, maxTitleLength - 1).join('')}…` : letters.join('');
}

export const isRecorded = ({ concealed, derived }: Column<unknown>): boolean => !concealed && !derived;

const isSame = (column: Column<unknown>, before: unknown, after: unknown): boolean =>
  before === after || column.encode(before) === column.encode(after);

/** Names of the columns that no one sets, as far as lists depend on them. */
const derivedChanges = ({ columns, trackedColumns = [] }: Model, before: Row, after: Row): readonly string[] =>
  trackedColumns.filter((name) => {
    const column: Column<unknown> | undefined = columns[name];
    return column?.derived && name in before && name in after && !isSame(column, before[name], after[name]);
  });

function changesOf(
  { columns, links }: Model,
  before: Row,
  after: Row,
  linked: Readonly<Record<string, LinkChange>> = {},
): readonly FieldChange[] {
  const changes: FieldChange[] = [];
  for (const [field, column] of Object.entries<Column<unknown>>(columns)) {
    if (!isRecorded(column) || !(field in before) || !(field in after)) continue;
    if (isSame(column, before[field], after[field])) continue;
    if (column.secret) changes.push({ field, secret: true });
    else if (field === 'translations') changes.push(...translationChanges(before, after));
    else changes.push({ field, before: before[field], after: after[field] });
  }
  for (const [field, change] of Object.entries(linked)) {
    // Links that are sorted by the target have no order of their own.
    const inOrder = (ids: readonly number[]) => (links[field]?.sortedBy ? [...ids].sort((a, b) => a - b) : ids).join();
    if (inOrder(change.before) !== inOrder(change.after)) changes.push({ field, ...change });
  }
  return changes;
}

/** One change per language and text: a record may have long texts in many languages. */
function translationChanges(before: Values, after: Values): readonly FieldChange[] {
  const [old, now] = [before.translations ?? {}, after.translations ?? {}];
  const languages = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...languages].flatMap((language) => {
    const [was, is] = [old[language] ?? {}, now[language] ?? {}];
    const fields = new Set([...Object.keys(was), ...Object.keys(is)]);
    return [...fields]
      .filter((field) => was[field] !== is[field])
      .map((field) => ({ field, language, before: was[field], after: is[field] }));
  });
}

/** The record before these changes, as far as they are recorded. Links have only the ids of their targets. */
export function undone(model: Model, row: Row, changes: readonly FieldChange[]): Row {
  const values: Record<string, unknown> = {};
  let translations = row.translations;
  for (const { field, language, before, secret } of changes) {
    if (secret) continue;
    if (language !== undefined) translations = withText(translations ?? {}, language, field, before);
    else if (field in model.links) values[field] = Array.isArray(before) ? before.map((id) => ({ id })) : [];
    // A column that a later version removed is ignored.
    else if (field in model.columns) values[field] = before;
  }
  return { ...row, ...values, ...(translations && { translations }) } as Row;
}

function withText(
  translations: NonNullable<Values['translations']>,
  language: string,
  field: string,
  text: unknown,
): NonNullable<Values['translations']> {
  const { [field]: _, ...others } = translations[language] ?? {};
  const texts = text === undefined ? others : { ...others, [field]: String(text) };
  const { [language]: __, ...rest } = translations;
  return Object.keys(texts).length ? { ...rest, [language]: texts } : rest;
}
