// The sync token of a list: the changes after it, with the same filters, are those that the list does not show yet.
import type { Given } from '../../core/field.js';
import { isUnavailable } from '../../core/problem.js';
import type { Shape } from '../../core/shape.js';
import type { ApiRequest } from '../request.js';
import type { Service } from '../service.js';
import { filtersIn } from './page.js';
import { scopeOf } from './tokens.js';

/** Taken before the list is read, so that at worst a change is returned again. A replica may lag behind the position, so
 * that its lists have none. */
export async function syncTokenHeader(
  service: Service,
  { call }: ApiRequest,
  { path, list }: Shape,
  given: Given,
): Promise<Readonly<Record<string, string>>> {
  const { listPosition, syncTokens, readsReplicas } = service;
  const follows = call.facade.endpoints.find((endpoint) => endpoint.follows)?.follows;
  const shape = follows?.find((one) => one.path === path);
  if (!follows || !shape || (readsReplicas && call.actor.role === 'anonymous')) return {};
  try {
    const position = await listPosition();
    const scope = scopeOf(call, [path], filtersIn(shape, given, list.filters));
    return { 'X-Sync-Token': await syncTokens.make(position, scope) };
  } catch (error) {
    // The first token stores a secret, which fails on a full disk; the list is readable all the same.
    if (!isUnavailable(error)) throw error;
    return {};
  }
}
