// Records of a mirrored site are changed there, not here: the next sweep would report every change as a conflict. They can be
// changed again as soon as the mirror is finished.
import { all, is } from '../core/condition.js';
import type { Context } from '../core/context.js';
import { sitePrefix } from '../core/external.js';
import type { Model } from '../core/model.js';
import { Problem } from '../core/problem.js';
import type { Reader, Row } from '../core/store.js';
import { event } from '../models/event/event.js';
import { refuseUnchangeable } from '../operations/changeable.js';
import { type ImportRow, imports } from './tables.js';

/** The newest import of a source decides. */
export const newestImport = async (store: Reader, source: string): Promise<ImportRow | undefined> => {
  const where = all(is('source', source), is('kind', 'tec'));
  const [newest] = await store.list({ table: imports, where, order: [{ column: 'id', descending: true }], limit: 1 });
  return newest;
};

/** Also while a sweep runs, and after one that failed. */
export const isMirror = ({ options, state }: ImportRow): boolean =>
  options.mirror === true && state !== 'finished' && state !== 'undone';

/** For every change of a stored record, also for decisions about it and for undoing. */
export async function authorizeChange(context: Context, model: Model, stored: Row): Promise<void> {
  await refuseUnchangeable(context, model, stored);
  await refuseMirrored(context, stored);
}

/** Costs nothing for records that were not taken over from another site. */
async function refuseMirrored({ store }: Pick<Context, 'store'>, row: Row): Promise<void> {
  const source = await sourceOf(store, row);
  if (!source.startsWith(sitePrefix)) return;
  const newest = await newestImport(store, source);
  if (newest && isMirror(newest)) throw new Problem('mirrored', { names: newest.name });
}

/** Dates of a series have that of their series. */
async function sourceOf(store: Reader, { source, series }: Row): Promise<string> {
  if (typeof source === 'string' && source !== '') return source;
  if (typeof series !== 'number' || series === 0) return '';
  const master = await store.read({ table: event, where: is('id', series) });
  return typeof master?.source === 'string' ? master.source : '';
}
