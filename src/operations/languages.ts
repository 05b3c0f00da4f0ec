// Keeps what records are found and sorted by in step with their texts and with the languages of the site.
import { is, not } from '../core/condition.js';
import type { WritingDesk } from '../core/context.js';
import { isTranslated, otherSlugs } from '../core/language.js';
import { languagesLock } from '../core/locks.js';
import type { Model, Registry } from '../core/model.js';
import { plainTexts, readingsOf } from '../core/reading.js';
import type { Row, Store } from '../core/store.js';
import { walk } from '../core/walk.js';

/** New records are in one language. */
export async function indexNew({ store }: WritingDesk, model: Model, rows: readonly Row[]): Promise<void> {
  if (model.searched.length === 0) return;
  await store.index(
    model,
    rows.map((row) => ({ id: row.id, texts: plainTexts(model, row) })),
  );
}

export async function indexRecord(desk: WritingDesk, model: Model, row: Row, stored: Row): Promise<void> {
  const { store, call } = desk;
  await indexNew(desk, model, [row]);
  if (!isTranslated(row) && !isTranslated(stored)) return;
  await store.alsoCall(model, row.id, otherSlugs(row));
  await store.translate(model, row.id, readingsOf(model, row, call.site.languages));
}

const noted = 'languages';

/** How records read depends on the languages of the site: when these have changed, it is worked out anew. */
export const followLanguages = (store: Store, registry: Registry, languages: readonly string[]): Promise<void> =>
  store.transact(async (writer) => {
    await writer.claim(languagesLock);
    if (((await writer.recall(noted)) ?? '') === languages.join(',')) return;
    const spoken = registry.models.filter(({ spokenKeys }) => spokenKeys.length > 0);
    for (const model of languages.length ? spoken : []) {
      await walk(writer, model, not(is('translations', {})), (row) =>
        writer.translate(model, row.id, readingsOf(model, row, languages)),
      );
    }
    await writer.note(noted, languages.join(','));
  });
