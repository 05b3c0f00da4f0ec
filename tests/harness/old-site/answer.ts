// Responses of the old site as data.

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export const json = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=UTF-8', ...headers },
  body: JSON.stringify(body),
});

export const failure = (status: number, code: string, message: string, extra: object = {}): Answer =>
  json({ code, message, data: { status, ...extra } }, status);

export const invalid = (name: string, message: string): Answer =>
  failure(400, 'rest_invalid_param', `Invalid parameter(s): ${name}`, { params: { [name]: message }, details: [] });

export const noRoute = (): Answer =>
  failure(404, 'rest_no_route', 'No route was found matching the URL and request method.');

/** A list of items; `_fields` selects their keys. */
export function jsonItems(items: readonly object[], query: URLSearchParams, total: number, pages: number): Answer {
  const fields = query.get('_fields')?.split(',');
  const pick = (item: object) => (fields ? picked(item, fields) : item);
  return json(items.map(pick), 200, { 'X-WP-Total': String(total), 'X-WP-TotalPages': String(pages) });
}

/** `meta.key` is a key of an object. */
function picked(item: object, fields: readonly string[]): object {
  const kept = Object.entries(item).flatMap(([name, value]) => {
    if (fields.includes(name)) return [[name, value]];
    const nested = fields.flatMap((field) => (field.startsWith(`${name}.`) ? [field.slice(name.length + 1)] : []));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return nested.length && isObject ? [[name, picked(value, nested)]] : [];
  });
  return Object.fromEntries(kept);
}

interface Paging {
  readonly page: number;
  readonly perPage: number;
}

/** Undefined for numbers below 1. A larger page size than allowed is reduced. */
export function pagingOf(query: URLSearchParams, usual: number, most: number): Paging | undefined {
  const read = (name: string, fallback: number) => (query.has(name) ? Number(query.get(name)) : fallback);
  const [page, perPage] = [read('page', 1), read('per_page', usual)];
  const isNumber = (value: number) => Number.isInteger(value) && value > 0;
  return isNumber(page) && isNumber(perPage) ? { page, perPage: Math.min(perPage, most) } : undefined;
}

export const totals = (total: number, pages: number): Readonly<Record<string, string>> => ({
  'X-TEC-Total': String(total),
  'X-TEC-TotalPages': String(pages),
  'X-WP-Total': String(total),
  'X-WP-TotalPages': String(pages),
});
