// Runs the action that an endpoint has for the method of a request, and finds the endpoint of a request from inside.
import { type Endpoint, patternOf } from '../core/facade.js';
import { Problem } from '../core/problem.js';
import { describeEndpoint } from '../facades/describe.js';
import { runAction } from './actions.js';
import type { ApiRequest, PathParams } from './request.js';
import type { ApiResponse } from './response.js';
import type { Service } from './service.js';

export async function dispatch(service: Service, endpoint: Endpoint, apiRequest: ApiRequest): Promise<ApiResponse> {
  if (apiRequest.method === 'OPTIONS') {
    return { statusCode: 200, headers: {}, body: describeEndpoint(endpoint, apiRequest.call) };
  }
  const action = endpoint.actions[apiRequest.method];
  if (action) return runAction(service, apiRequest, action, endpoint);
  if (!apiRequest.call.facade.reportsWrongMethod) throw new Problem('no-route');
  throw new Problem('wrong-method', { headers: { Allow: Object.keys(endpoint.actions).join(', ') } });
}

const patterns = new WeakMap<Endpoint, RegExp>();

function syntaxOf(endpoint: Endpoint): RegExp {
  const pattern = patterns.get(endpoint) ?? new RegExp(`^${patternOf(endpoint).replaceAll('(?P<', '(?<')}$`);
  patterns.set(endpoint, pattern);
  return pattern;
}

/** The endpoint at a path below the prefix, without its query, and the variable parts of the path as they were sent. */
export function endpointAt(
  endpoints: readonly Endpoint[],
  path: string,
): { readonly endpoint: Endpoint; readonly params: PathParams } {
  for (const endpoint of endpoints) {
    const found = syntaxOf(endpoint).exec(path);
    if (found) return { endpoint, params: found.groups ?? {} };
  }
  throw new Problem('no-route');
}
