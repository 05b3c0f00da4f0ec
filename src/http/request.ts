// One request, read: which mount and record, who asks, and the parameters of query and body.
import type { FastifyRequest } from 'fastify';
import type { Identity } from '../auth/identify.js';
import { secretsFor } from '../auth/secrets.js';
import { type Actor, anonymous } from '../core/actor.js';
import type { Call } from '../core/call.js';
import type { Context } from '../core/context.js';
import type { Endpoint, Facade, Method } from '../core/facade.js';
import type { Fields, Given } from '../core/field.js';
import { Upload } from '../core/picture.js';
import { Problem } from '../core/problem.js';
import type { Shape } from '../core/shape.js';
import type { Reader } from '../core/store.js';
import { languageAsked } from '../facades/language.js';
import type { Address } from '../operations/read.js';
import { readForm, readJson, readParts } from './input.js';
import { type Service, siteOf } from './service.js';

export interface ApiRequest {
  readonly method: Method | 'OPTIONS';
  readonly call: Call;
  readonly context: Context;
  readonly query: Given;
  readonly body: Given;
  readonly address: Address | undefined;
  /** The named parts of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly identity: Identity;
  readonly headers: FastifyRequest['headers'];
  readonly raw: { readonly path: string; readonly body: Buffer };
  /** The answer may be kept for others who ask the same. */
  readonly kept: boolean;
}

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);
export const isSafe = (method: string): boolean => safe.has(method);

export const queryText = (url: string): string => {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
};

/** Whether the query gives a secret, such as the password of a protected record: its response is for this caller only. */
export const givesSecret = ({ readParams }: Pick<Shape, 'readParams'>, query: Given): boolean =>
  Object.entries(readParams).some(([name, { kind }]) => kind.input?.widget === 'secret' && Object.hasOwn(query, name));

/** With a reader of one's own the answer is to be kept. */
export async function readRequest(
  service: Service,
  facade: Facade,
  endpoint: Endpoint,
  request: FastifyRequest,
  query: Given,
  reader?: Reader,
): Promise<ApiRequest> {
  const identity = request.identity as Identity;
  // A script tag carries the reader's cookies wherever it stands, so its answer is the public one.
  const actor = facade.jsonp && query._jsonp !== undefined ? anonymous : identity.actor;
  const body = isSafe(request.method) ? {} : await readBody(request, endpoint.shape?.upload);
  const site = siteOf(service, request);
  const call: Call = {
    actor,
    facade,
    site,
    now: service.now(),
    ...(facade.console && query.context === 'edit' && { form: true }),
    ...languageAsked(site, { ...query, ...body }),
  };
  const store = reader ?? readerFor(service, actor, request.method);
  return {
    method: methodOf(request, query, identity),
    call,
    context: {
      store,
      call,
      registry: service.registry,
      secrets: secretsFor(service.signInLimiter, request.ip),
      pictures: service.pictures,
    },
    query,
    body,
    address: addressOf(request.params as { id?: string; slug?: string }),
    params: request.params as Record<string, string>,
    identity,
    headers: request.headers,
    raw: { path: request.url, body: bytesOf(request) },
    kept: reader !== undefined,
  };
}

/** Who has signed in sees every write at once; the public may be a moment behind. */
export const readerFor = ({ store }: Service, { role }: Actor, method: string): Reader =>
  role === 'anonymous' && isSafe(method) ? store.maybeStale : store;

const bytesOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** A body of no other kind is the file that an upload is about. */
async function readBody(request: FastifyRequest, upload: string | undefined): Promise<Given> {
  const written = request.headers['content-type'] ?? '';
  const type = written.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const bytes = bytesOf(request);
  if (type === 'application/json' || type.endsWith('+json')) return readJson(bytes.toString('utf8'));
  if (type === 'application/x-www-form-urlencoded') return readForm(bytes.toString('utf8'));
  if (type === 'multipart/form-data') return readParts(bytes, written);
  if (upload === undefined || bytes.length === 0) return {};
  return { [upload]: new Upload(bytes, nameOf(request.headers['content-disposition'])) };
}

/** `attachment; filename="fair.jpg"`, or with `filename*=UTF-8''…`. */
function nameOf(disposition = ''): string {
  const [, encoded] = /filename\*=UTF-8''([^;\s]{1,600})/i.exec(disposition) ?? [];
  const [, quoted, word = ''] = /filename="([^"]{0,200})"|filename=([^;\s"]{1,200})/i.exec(disposition) ?? [];
  try {
    return encoded ? decodeURIComponent(encoded) : (quoted ?? word);
  } catch {
    return '';
  }
}

/** Only POST may stand for another method, and never with a cookie. */
function methodOf(request: FastifyRequest, query: Given, { by }: Identity): ApiRequest['method'] {
  const { method } = request;
  const wanted = request.headers['x-http-method-override'] ?? query._method;
  if (method === 'POST' && typeof wanted === 'string' && wanted !== '') {
    if (by === 'cookie') throw new Problem('forbidden');
    return wanted.toUpperCase() as ApiRequest['method'];
  }
  return (method === 'HEAD' ? 'GET' : method) as ApiRequest['method'];
}

function addressOf({ id, slug }: { id?: string; slug?: string }): Address | undefined {
  if (id !== undefined) return { id: Number(id) <= 2 ** 31 - 1 ? Number(id) : 0 };
  return slug === undefined ? undefined : { slug };
}

/** Parameters of a change may stand in the query as well; the body wins, and some names count only there. */
export function changeInput({ query, body }: ApiRequest, fields: Fields): Given {
  const fromQuery = Object.entries(query).filter(([name]) => !fields[name]?.bodyOnly);
  return { ...Object.fromEntries(fromQuery), ...body };
}
