// Finds records by the names that people use.
import type { Given } from '../../core/field.js';
import { closestTo } from '../../core/text/edit-distance.js';
import { fold } from '../../core/text/fold.js';
import { type ToolContext, ToolError } from '../tool.js';

const maxFound = 50;
const maxNamed = 5;

const isId = (value: unknown): boolean => typeof value === 'number' || /^\d+$/.test(String(value));

async function search(path: string, query: Given, { request }: ToolContext): Promise<readonly Given[]> {
  const { body } = await request({ method: 'GET', path: `/${path}`, query: { ...query, per_page: String(maxFound) } });
  const { [path]: found } = Object(body) as Given;
  return Array.isArray(found) ? found : [];
}

function unknown(argument: string, value: string, tool: string, names: readonly string[]): ToolError {
  const nearest = closestTo(value, names);
  const known = nearest ? [nearest] : names.slice(0, maxNamed);
  const hint = known.length > 0 ? ` Similar: ${known.join(', ')}.` : '';
  return new ToolError(`${argument}: nothing is called ${JSON.stringify(value.slice(0, 100))}.${hint} See ${tool}.`);
}

type Linked = 'venue' | 'organizer';

/** The ids of venues or organizers with an id or a name, comma-separated. Exact names come before names that contain it. */
export async function recordIds(kind: Linked, value: unknown, context: ToolContext): Promise<string> {
  if (isId(value)) return String(value);
  const name = String(value).trim();
  const path = `${kind}s`;
  const rows = name === '' ? [] : await search(path, { search: name }, context);
  const named = (test: (folded: string) => boolean) => rows.filter((row) => test(fold(String(row[kind]))));
  const wanted = fold(name);
  const exact = named((one) => one === wanted);
  const matching = exact.length > 0 ? exact : named((one) => one.includes(wanted));
  if (matching.length > 0) return matching.map(({ id }) => id).join(',');
  const some = await search(path, {}, context);
  throw unknown(
    kind,
    name,
    `list_${path}`,
    some.map((row) => String(row[kind])),
  );
}

/** The one record with an id or a name. */
export async function recordId(kind: Linked, value: unknown, context: ToolContext): Promise<number> {
  const ids = (await recordIds(kind, value, context)).split(',');
  if (ids.length > 1)
    throw new ToolError(
      `${kind}: ${ids.length} records match ${JSON.stringify(value)}. Send one id: ${ids.join(', ')}.`,
    );
  return Number(ids[0]);
}

/** The ids of categories with these ids, slugs or names, comma-separated. */
export async function categoryIds(value: unknown, argument: string, context: ToolContext): Promise<string> {
  const wanted = [value].flat();
  if (wanted.every(isId)) return wanted.join(',');
  const ids: unknown[] = [];
  for (const one of wanted) {
    if (isId(one)) ids.push(one);
    else ids.push(...(await categoriesNamed(String(one).trim(), argument, context)));
  }
  return ids.join(',');
}

async function categoriesNamed(name: string, argument: string, context: ToolContext): Promise<readonly unknown[]> {
  const rows = name === '' ? [] : await search('categories', { search: name, hide_empty: 'false' }, context);
  const wanted = fold(name);
  const matching = rows.filter((row) => fold(String(row.name)) === wanted || row.slug === name);
  if (matching.length > 0) return matching.map(({ id }) => id);
  const some = await search('categories', { hide_empty: 'false' }, context);
  throw unknown(
    argument,
    name,
    'list_categories',
    some.map((row) => String(row.name)),
  );
}
