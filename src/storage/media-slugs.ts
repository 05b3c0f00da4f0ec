// The slugs of pictures that are older than migration 14: made from their titles, which SQL cannot do.
import { slugify, withSuffix } from '../core/text/slug.js';
import type { Connection, Dialect } from './dialect.js';

export async function fillMediaSlugs(connection: Connection, { placeholder }: Dialect): Promise<void> {
  const rows = await connection.all({ sql: 'select id, title from media order by id', values: [] });
  const taken = new Set<string>();
  const nextNumber = new Map<string, number>();
  for (const [id = null, title] of rows) {
    const wanted = slugify(String(title)) || String(id);
    let slug = wanted;
    let number = nextNumber.get(wanted) ?? 2;
    while (taken.has(slug)) slug = withSuffix(wanted, number++);
    nextNumber.set(wanted, number);
    taken.add(slug);
    const sql = `update media set slug = ${placeholder(1)} where id = ${placeholder(2)}`;
    await connection.run({ sql, values: [slug, id] });
  }
}
