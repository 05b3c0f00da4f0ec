// Indexes the texts for new languages of the site, in batches. The site uses the new languages when all texts are indexed.
import { after, all, type Condition, is, not, since } from '../core/condition.js';
import { jobProgress, writeProgress } from '../core/job-progress.js';
import { localizedIndexOf } from '../core/localized-index.js';
import { languagesLock } from '../core/locks.js';
import type { Model } from '../core/model.js';
import type { Writer } from '../core/store.js';
import { type Instant, lastInstant, plusSeconds } from '../core/time/clock.js';
import { settingsId, settingsTable } from '../models/settings/columns.js';
import { languagesKey } from '../operations/languages.js';
import type { Job, JobContext } from './job.js';

export const languagesProgress = 'languages';
const batchSize = 200;

/** Requests that began with the former languages have ended after this time. */
const overlapSeconds = 60;

const isTranslatedRow = not(is('translations', {}));

export const languagesJob: Job = {
  name: 'languages',
  intervalSeconds: 5,
  run: async (context) => {
    const { locked } = context.call().site;
    if ('languages' in locked) return lastInstant;
    const settings = await context.store.read({ table: settingsTable, where: is('id', settingsId) });
    if (!settings) return lastInstant;
    const { languages, active_languages } = settings;
    if (languages.join() === active_languages.join()) return indexLate(context, languages);
    await switchLanguages(context, languages);
    return undefined;
  },
};

const translatable = ({ registry }: JobContext): readonly Model[] =>
  registry.models.filter(({ translatedKeys }) => translatedKeys.length > 0);

async function switchLanguages(context: JobContext, languages: readonly string[]): Promise<void> {
  const { store, call, signal } = context;
  const started_utc = call().now;
  const models = languages.length ? translatable(context) : [];
  const counts = await Promise.all(models.map((table) => store.count({ table, where: isTranslatedRow })));
  const total = counts.reduce((sum, count) => sum + count, 0);
  await store.transact((writer) =>
    writeProgress(writer, languagesProgress, { done: 0, total, started_utc, ended_utc: '' }),
  );
  let done = 0;
  const indexInBatches = (model: Model, where: Condition) =>
    eachBatch((from) =>
      store.transact(async (writer) => {
        signal.throwIfAborted();
        await writer.lock(languagesLock);
        const batch = await indexBatch(writer, model, languages, all(after('id', from), where));
        done += batch.count;
        await writeProgress(writer, languagesProgress, { done: Math.min(done, total) });
        return batch;
      }),
    );
  for (const model of models) await indexInBatches(model, isTranslatedRow);
  // What was changed meanwhile, so that little is left for the transaction that switches.
  const again_utc = call().now;
  for (const model of models) await indexInBatches(model, all(isTranslatedRow, since('modified_utc', started_utc)));
  await store.transact(async (writer) => {
    await writer.lock(languagesLock);
    const current = await writer.read({ table: settingsTable, where: is('id', settingsId) });
    // Changed again meanwhile: the next run starts over.
    if (!current || current.languages.join() !== languages.join()) return;
    await indexSince(writer, models, languages, again_utc);
    await writer.setMeta(languagesKey, languages.join(','));
    // Not a new version: someone who has opened the settings must be able to save them.
    await writer.update(settingsTable, settingsId, { active_languages: languages });
    await writeProgress(writer, languagesProgress, { done: total, total, ended_utc: call().now });
  });
}

interface Batch {
  readonly count: number;
  readonly last: number;
}

/** Calls `index` with the last id of the batch before, until a batch is not full. */
async function eachBatch(index: (from: number) => Promise<Batch>): Promise<void> {
  for (let batch = await index(0); batch.count === batchSize; ) batch = await index(batch.last);
}

/** The first records of a condition in order of id. */
async function indexBatch(
  writer: Writer,
  model: Model,
  languages: readonly string[],
  where: Condition,
): Promise<Batch> {
  const rows = await writer.list({ table: model, where, order: [{ column: 'id' }], limit: batchSize });
  for (const row of rows) await writer.indexLocalized(model, row.id, localizedIndexOf(model, row, languages));
  return { count: rows.length, last: rows.at(-1)?.id ?? 0 };
}

/** Records that were changed meanwhile were indexed for the former languages. */
async function indexSince(
  writer: Writer,
  models: readonly Model[],
  languages: readonly string[],
  instant: string,
): Promise<void> {
  for (const model of models) {
    const where = all(isTranslatedRow, since('modified_utc', instant));
    await eachBatch((from) => indexBatch(writer, model, languages, all(after('id', from), where)));
  }
}

/** Once, a minute after a switch: a change that began before it may have been committed after it. */
async function indexLate(context: JobContext, languages: readonly string[]): Promise<Instant | undefined> {
  const { store, call } = context;
  const progress = await store.read({ table: jobProgress, where: is('name', languagesProgress) });
  if (!progress?.ended_utc || progress.started_utc === '') return lastInstant;
  const due = plusSeconds(progress.ended_utc, overlapSeconds);
  if (due > call().now) return due;
  await store.transact(async (writer) => {
    await writer.lock(languagesLock);
    await indexSince(writer, languages.length ? translatable(context) : [], languages, progress.started_utc);
    await writeProgress(writer, languagesProgress, { started_utc: '' });
  });
  return lastInstant;
}
