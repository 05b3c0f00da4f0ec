// A tree of categories, three levels deep, and many tags. Their counts are set after all events are generated.
import type { Call } from '../../src/core/call.js';
import { settleRecord } from '../../src/core/settle.js';
import type { Row } from '../../src/core/store.js';
import { category } from '../../src/models/category/category.js';
import { tag } from '../../src/models/tag/tag.js';
import { settled } from './places.js';
import type { Random } from './random.js';
import { subjects, themes, towns } from './words.js';

/** One category in twelve is at the top level, a quarter of all below those, the rest on the third level. */
export function categoriesOf(random: Random, call: Call, count: number, firstId: number): readonly Row[] {
  const [tops, middles] = [Math.ceil(count / 12), Math.ceil(count / 3)];
  const rows: Row[] = [];
  for (let place = 0; place < count; place++) {
    const above = place < tops ? [] : place < middles ? rows.slice(0, tops) : rows.slice(tops, middles);
    const parent = above.length ? random.pick(above) : undefined;
    const name = `${themes[place % themes.length]} ${subjects[Math.floor(place / themes.length) % subjects.length]}`;
    const { values, slugs } = settleRecord(category, { given: { name }, stored: undefined, call });
    const slug = String(slugs?.[0]);
    const path = parent ? `${parent.path}/${slug}` : slug;
    rows.push({ ...settled(category, values), slug, parent: parent?.id ?? 0, path, id: firstId + place });
  }
  return rows;
}

export function tagsOf(call: Call, count: number, firstId: number): readonly Row[] {
  return Array.from({ length: count }, (_, place) => {
    const name = `${towns[place % towns.length]} ${themes[Math.floor(place / towns.length) % themes.length]}`;
    const { values, slugs } = settleRecord(tag, { given: { name }, stored: undefined, call });
    return { ...settled(tag, values), slug: String(slugs?.[0]), id: firstId + place };
  });
}

/** A category with two children, for flagged events. */
export function flaggedCategories(call: Call, firstId: number): readonly Row[] {
  const names = ['Marked', 'Marked first', 'Marked second'];
  return names.map((name, place) => {
    const { values, slugs } = settleRecord(category, { given: { name }, stored: undefined, call });
    const slug = String(slugs?.[0]);
    const path = place === 0 ? slug : `marked/${slug}`;
    return { ...settled(category, values), slug, parent: place === 0 ? 0 : firstId, path, id: firstId + place };
  });
}
