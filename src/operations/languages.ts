// Keeps what records are found and sorted by in step with their texts and with the languages of the site.
import { is, not } from '../core/condition.js';
import { isTranslated, otherSlugs } from '../core/language.js';
import { languagesLock } from '../core/locks.js';
import { plainTexts, readingsOf } from '../core/reading.js';
import type { Registry, Resource } from '../core/resource.js';
import type { Row, Store, WritingDesk } from '../core/store.js';
import { walk } from '../core/walk.js';

/** New records are in one language. */
export async function indexNew({ store }: WritingDesk, resource: Resource, rows: readonly Row[]): Promise<void> {
  if (resource.searched.length === 0) return;
  await store.index(
    resource,
    rows.map((row) => ({ id: row.id, texts: plainTexts(resource, row) })),
  );
}

export async function indexRecord(desk: WritingDesk, resource: Resource, row: Row, stored: Row): Promise<void> {
  const { store, call } = desk;
  await indexNew(desk, resource, [row]);
  if (!isTranslated(row) && !isTranslated(stored)) return;
  await store.alsoCall(resource, row.id, otherSlugs(row));
  await store.translate(resource, row.id, readingsOf(resource, row, call.site.languages));
}

const noted = 'languages';

/** How records read depends on the languages of the site: when these have changed, it is worked out anew. */
export const followLanguages = (store: Store, registry: Registry, languages: readonly string[]): Promise<void> =>
  store.transact(async (writer) => {
    await writer.claim(languagesLock);
    if (((await writer.recall(noted)) ?? '') === languages.join(',')) return;
    const spoken = registry.resources.filter(({ spokenKeys }) => spokenKeys.length > 0);
    for (const resource of languages.length ? spoken : []) {
      await walk(writer, resource, not(is('translations', {})), (row) =>
        writer.translate(resource, row.id, readingsOf(resource, row, languages)),
      );
    }
    await writer.note(noted, languages.join(','));
  });
