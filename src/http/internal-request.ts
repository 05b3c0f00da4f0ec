// A request to the native API from inside the process. It runs the handlers of the endpoint with the rights, rules, limits and
// history of a request over HTTP.
import type { Identity } from '../auth/identify.js';
import type { Call } from '../core/call.js';
import { clientKeyOf } from '../core/client-key.js';
import { endpointsOf, type Method } from '../core/facade.js';
import type { Given } from '../core/field.js';
import { Problem } from '../core/problem.js';
import type { Site } from '../core/site.js';
import { requestedLanguage } from '../facades/language.js';
import { dispatch, endpointAt } from './dispatch.js';
import { type ApiRequest, readPath, requestOf } from './request.js';
import type { ApiResponse } from './response.js';
import type { Service } from './service.js';

/** The caller of internal requests. */
export interface InternalCaller extends Pick<ApiRequest, 'ip' | 'problemOf'> {
  readonly identity: Identity;
  readonly site: Site;
}

/** The outer request ends by itself. */
const never = new AbortController().signal;

export interface InternalRequest {
  readonly method: Method;
  /** Below the prefix of the API, with no query. */
  readonly path: string;
  readonly query?: Given;
  readonly body?: Given;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The call that internal requests of the caller make, for presenting their responses. */
export const internalCall = (service: Service, { identity, site }: InternalCaller): Call => ({
  actor: identity.actor,
  facade: service.facades[0],
  site,
  now: service.now(),
  ...requestedLanguage(site, {}),
});

/** Throws the problem that the response over HTTP would report. */
export async function requestInternally(
  service: Service,
  { identity, site, ip, problemOf }: InternalCaller,
  { method, path, query = {}, body = {}, headers = {} }: InternalRequest,
): Promise<ApiResponse> {
  const facade = service.facades[0];
  const { endpoint, params } = endpointAt(endpointsOf(facade, site), path);
  const request = requestOf(service, facade, endpoint, {
    method,
    actor: identity.actor,
    site,
    query,
    body,
    params: readPath(params),
    identity,
    headers,
    ip,
    client: { client: clientKeyOf(ip), signal: never },
    // For `Idempotency-Key`: the same call has the same bytes.
    raw: { path: facade.prefix + path, body: Buffer.from(JSON.stringify({ query, body })) },
    problemOf,
  });
  return dispatch(service, endpoint, request).catch((error: unknown) => {
    throw error instanceof Problem ? error : problemOf(error);
  });
}
