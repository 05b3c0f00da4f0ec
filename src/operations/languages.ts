// Updates the search index and the localized index after a write, and when the languages of the site change.
import { is, not } from '../core/condition.js';
import type { WriteContext } from '../core/context.js';
import { eachRow } from '../core/each-row.js';
import { isTranslated, otherSlugs } from '../core/language.js';
import { localizedIndexOf, plainTexts } from '../core/localized-index.js';
import { languagesLock } from '../core/locks.js';
import type { Model, Registry } from '../core/model.js';
import type { Row, Store } from '../core/store.js';

/** New records have one language, so they need no localized index. */
export async function indexNew({ store }: WriteContext, model: Model, rows: readonly Row[]): Promise<void> {
  if (model.searched.length === 0) return;
  await store.index(
    model,
    rows.map((row) => ({ id: row.id, texts: plainTexts(model, row) })),
  );
}

export async function indexRecord(context: WriteContext, model: Model, row: Row, stored: Row): Promise<void> {
  const { store, call } = context;
  await indexNew(context, model, [row]);
  if (!isTranslated(row) && !isTranslated(stored)) return;
  await store.setExtraSlugs(model, row.id, otherSlugs(row));
  await store.indexLocalized(model, row.id, localizedIndexOf(model, row, call.site.languages));
}

/** Name of the metadata with the languages that texts are indexed for. */
export const languagesKey = 'languages';

/** The localized index depends on the site's languages. It is rebuilt when they differ from those of the last start. */
export const reindexOnLanguageChange = (
  store: Store,
  registry: Registry,
  languages: readonly string[],
): Promise<void> =>
  store.transact(async (writer) => {
    await writer.lock(languagesLock);
    if (((await writer.getMeta(languagesKey)) ?? '') === languages.join(',')) return;
    const translatable = registry.models.filter(({ translatedKeys }) => translatedKeys.length > 0);
    for (const model of languages.length ? translatable : []) {
      await eachRow(writer, model, not(is('translations', {})), (row) =>
        writer.indexLocalized(model, row.id, localizedIndexOf(model, row, languages)),
      );
    }
    await writer.setMeta(languagesKey, languages.join(','));
  });
