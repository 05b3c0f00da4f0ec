// What pictures that are older than migration 14 lack and SQL cannot work out: slugs from their titles, and searched texts
// without the name that the file once had, which readers do not see.
import type { Cell } from '../../core/column.js';
import { fold } from '../../core/text/fold.js';
import { slugify, withSuffix } from '../../core/text/slug.js';
import type { Connection, Dialect } from '../engine.js';

export async function fillMedia(connection: Connection, { placeholder }: Dialect): Promise<void> {
  const update = (table: string, column: string, value: string, id: Cell) => {
    const sql = `update ${table} set ${column} = ${placeholder(1)} where id = ${placeholder(2)}`;
    return connection.run({ sql, values: [value, id] });
  };
  const rows = await connection.all({ sql: 'select id, title, alt_text from media order by id', values: [] });
  const slugOf = openSlugs();
  for (const [id = null, title, alt] of rows) {
    await update('media', 'slug', slugOf(slugify(String(title)) || String(id)), id);
    await update('media_search', 'words', fold([title, alt].join('\n')), id);
  }
}

/** Each slug once: the wanted one, or the first with a free number. */
function openSlugs(): (wanted: string) => string {
  const taken = new Set<string>();
  const nextNumber = new Map<string, number>();
  return (wanted) => {
    let slug = wanted;
    let number = nextNumber.get(wanted) ?? 2;
    while (taken.has(slug)) slug = withSuffix(wanted, number++);
    nextNumber.set(wanted, number);
    taken.add(slug);
    return slug;
  };
}
