// JSON-RPC messages of the Model Context Protocol, in both of its eras: the stateless revision 2026-07-28, where every request
// carries its version, and the earlier ones, which begin with `initialize`. HTTP headers repeat parts of a stateless request.
import type { IncomingHttpHeaders } from 'node:http';
import type { Given } from '../core/field.js';
import { isObject } from '../core/is-object.js';

export const statelessVersion = '2026-07-28';
/** Newest first. */
export const sessionVersions: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
export const supportedVersions: readonly string[] = [statelessVersion, ...sessionVersions];

const metaPrefix = 'io.modelcontextprotocol/';
export const metaName = (name: string): string => `${metaPrefix}${name}`;

export const codes = {
  parse: -32_700,
  invalidRequest: -32_600,
  unknownMethod: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
  refused: -32_000,
} as const;

/** An error of the protocol; `statusCode` is that of stateless responses over HTTP. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly statusCode = 200,
    readonly data?: Given,
  ) {
    super(message);
  }
}

export interface RpcRequest {
  readonly id: string | number;
  readonly method: string;
  readonly params: Given;
  readonly isStateless: boolean;
}

/** What is sent back; a notification has no body. */
export interface RpcResponse {
  readonly statusCode: number;
  readonly body?: Given;
}

type Id = string | number | null;

export const errorResponse = (
  id: Id,
  { code, message, data }: Pick<RpcError, 'code' | 'message' | 'data'>,
  statusCode: number,
): RpcResponse => ({
  statusCode,
  body: { jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } },
});

/** Null if the message has none. */
export const messageId = (message: unknown): Id => {
  const { id } = isObject(message) ? message : {};
  return typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id)) ? id : null;
};

/** A value of any type as part of an error message. `String()` would call what an object has as `toString`. */
export const shown = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')).slice(0, 200);

/** `version` is what a client sent, of any type. */
export const isVersionOf = (versions: readonly unknown[], version: unknown): boolean => versions.includes(version);

/** `headers` are those of HTTP; absent on stdio, which has none. */
export async function answer(
  message: unknown,
  headers: IncomingHttpHeaders | undefined,
  run: (request: RpcRequest) => Promise<Given>,
): Promise<RpcResponse> {
  const version = headers?.['mcp-protocol-version'];
  let usesStatus = true;
  try {
    if (isNotice(message)) return { statusCode: 202 };
    const request = readMessage(message, version);
    usesStatus = request.isStateless;
    if (request.isStateless) checkStateless(request, headers);
    else refuseUnknownVersion(version);
    return { statusCode: 200, body: { jsonrpc: '2.0', id: request.id, result: await run(request) } };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    // Earlier revisions report errors of requests with 200.
    const isRequest = error.code !== codes.invalidRequest && error.code !== codes.unsupportedVersion;
    return errorResponse(messageId(message), error, usesStatus || !isRequest ? error.statusCode : 200);
  }
}

/** Notifications, and responses to requests that this server never sends. */
const isNotice = (message: unknown): boolean =>
  isObject(message) &&
  message.jsonrpc === '2.0' &&
  ((typeof message.method === 'string' && message.id === undefined) ||
    (message.method === undefined && ('result' in message || 'error' in message)));

/** `version`: that of the header. */
function readMessage(message: unknown, version: unknown): RpcRequest {
  if (Array.isArray(message))
    throw new RpcError(codes.invalidRequest, 'Batches are not supported. Send one request.', 400);
  const id = messageId(message);
  if (!isObject(message) || message.jsonrpc !== '2.0' || typeof message.method !== 'string' || id === null)
    throw new RpcError(codes.invalidRequest, 'Not a JSON-RPC 2.0 request with id and method.', 400);
  const { method, params = {} } = message;
  if (!isObject(params)) throw new RpcError(codes.invalidParams, 'params must be an object.', 400);
  return { id, method, params, isStateless: isStateless(method, versionIn(params), version) };
}

/** Requests of earlier revisions have no version in `_meta`, and the first one has none in the header. */
function isStateless(method: string, version: unknown, header: unknown): boolean {
  if (version !== undefined) return !isVersionOf(sessionVersions, version);
  return method === 'server/discover' || (header === statelessVersion && method !== 'initialize');
}

const metaOf = ({ _meta: meta }: Given): Given => (isObject(meta) ? meta : {});
const versionIn = (params: Given): unknown => metaOf(params)[metaName('protocolVersion')];

function refuseUnknownVersion(version: unknown): void {
  if (version === undefined || isVersionOf(supportedVersions, version)) return;
  const message = `Unsupported protocol version ${shown(version)}. Supported: ${supportedVersions.join(', ')}.`;
  throw new RpcError(codes.unsupportedVersion, message, 400, {
    supported: supportedVersions,
    requested: shown(version),
  });
}

const mismatch = (message: string): RpcError => new RpcError(codes.headerMismatch, `Header mismatch: ${message}`, 400);

/** The parameter that `Mcp-Name` repeats. */
const namedBy: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['resources/read', 'uri'],
  ['prompts/get', 'name'],
]);

function checkStateless({ method, params }: RpcRequest, headers: IncomingHttpHeaders | undefined): void {
  const version = versionIn(params);
  if (headers) checkHeaders(method, params, headers);
  if (version === undefined || !isObject(metaOf(params)[metaName('clientCapabilities')])) {
    const names = `${metaName('protocolVersion')} and ${metaName('clientCapabilities')}`;
    throw new RpcError(codes.invalidParams, `params._meta needs ${names}.`, 400);
  }
  refuseUnknownVersion(version);
}

function checkHeaders(method: string, params: Given, headers: IncomingHttpHeaders): void {
  const version = versionIn(params);
  const compare = (name: string, expected: unknown) => {
    const value = headers[name];
    if (typeof value !== 'string') throw mismatch(`${name} is missing.`);
    const decoded = decodedHeader(value);
    if (decoded === undefined || decoded !== expected) throw mismatch(`${name} is not ${shown(expected)}.`);
  };
  if (version !== undefined) compare('mcp-protocol-version', version);
  compare('mcp-method', method);
  const source = namedBy.get(method);
  if (source !== undefined) compare('mcp-name', params[source]);
}

/** Values that a header cannot hold are sent as `=?base64?…?=`. Undefined if that is not valid, which decoding ignores. */
function decodedHeader(value: string): string | undefined {
  const [, encoded] = /^=\?base64\?(.*)\?=$/.exec(value) ?? [];
  if (encoded === undefined) return value;
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.toString('base64') === encoded ? bytes.toString('utf8') : undefined;
}
