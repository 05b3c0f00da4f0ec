// The colour of an event: that of its category, as on the website.
import { contract } from '../api/contract';
import type { ApiRecord } from '../api/records';

interface Term {
  readonly id: number;
  readonly color?: string;
}

/** Hues of categories without a colour, as in the styles of the website. */
const hues = [12, 34, 48, 84, 132, 164, 188, 208, 230, 262, 300, 336];

const isTerm = (value: unknown): value is Term =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number';

/** Undefined without a category. The first category with its own colour counts, otherwise that with the lowest ID. */
export function colorOf(record: ApiRecord): string | undefined {
  const terms = [new Map<string, unknown>(Object.entries(record)).get('categories')].flat().filter(isTerm);
  const [first] = terms.toSorted((one, other) => Number(!one.color) - Number(!other.color) || one.id - other.id);
  if (!first) return undefined;
  const { category_colors: ofSite } = contract.site;
  return first.color || ofSite[first.id % ofSite.length] || `hsl(${hues[(first.id * 5) % hues.length]} 55% 50%)`;
}
