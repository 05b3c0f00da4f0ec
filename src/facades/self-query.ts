// The query of a list's self URL (`rest_url`): the page, then each filter with its effective value, so that requesting it returns
// the same list.
import type { Filters } from '../core/filter.js';
import type { ListShape } from '../core/shape.js';
import { languageName } from './language.js';

/** `first` come in this order, because clients know it; the other filters follow. */
export const selfQuery =
  (filters: Filters = {}, first: readonly string[] = []): ListShape['selfQuery'] =>
  (query, call) => {
    const { per_page: _, [languageName]: __, ...text } = query.text;
    const names = new Set([...first, ...Object.keys(filters), ...Object.keys(text)]);
    const pairs = [...names].flatMap((name) => {
      const { inUrl } = filters[name] ?? {};
      const value = inUrl ? inUrl(query, call) : text[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    return [['page', String(query.page)], ['per_page', String(query.perPage)], ...pairs];
  };
