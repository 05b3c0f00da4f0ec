// The methods of the MCP server. Tools run requests of the caller to the native API.
import { type Identity, identify } from '../auth/identify.js';
import type { Actor } from '../core/actor.js';
import type { Given } from '../core/field.js';
import { isObject } from '../core/is-object.js';
import { Problem } from '../core/problem.js';
import type { Site } from '../core/site.js';
import { depthOf, maxDepth } from '../http/input.js';
import { type InternalCaller, internalCall, requestInternally } from '../http/internal-request.js';
import type { Service } from '../http/service.js';
import { textOfProblem } from './errors.js';
import { instructions, prompts } from './guide.js';
import {
  codes,
  isVersionOf,
  metaName,
  RpcError,
  type RpcRequest,
  sessionVersions,
  shown,
  supportedVersions,
} from './messages.js';
import { listResources, readResource, resourceTemplates } from './resources.js';
import { checkArguments, describeTool, mayUse, refusalOf, type ToolContext, ToolError } from './tool.js';
import { toolsOf } from './tools.js';

/** Undefined if it is not JSON, or nested too deeply. */
export function parseMessage(text: string): unknown {
  try {
    return depthOf(text) > maxDepth ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Cookies never count, so that no page can act for the user of a browser. */
export const identifyCaller = (service: Service, authorization: string | undefined, ip: string): Promise<Identity> =>
  identify(service.store, service.signInLimiter, {
    authorization,
    cookie: undefined,
    csrf: undefined,
    ip,
    unsafe: false,
    now: service.now(),
  });

interface Parts {
  readonly caller: InternalCaller;
  readonly context: ToolContext;
}

/** A client may keep a response so long. */
const listTtlMs = 300_000;

/** Lists depend on the rights of the caller. */
const cacheable = ({ id }: Actor, ttlMs = listTtlMs): Given => ({ ttlMs, cacheScope: id === 0 ? 'public' : 'private' });

const capabilities = { tools: {}, resources: {}, prompts: {} };

const serverInfo = ({ name, version, baseUrl }: Site): Given => ({
  name: 'almanac',
  title: name,
  version,
  ...(baseUrl !== '' && { websiteUrl: baseUrl }),
});

type Method = (params: Given, parts: Parts) => Promise<Given> | Given;

/** Methods of the stateless revision; the earlier ones have two more. */
const methods: Readonly<Record<string, Method>> = {
  'server/discover': (_, { caller: { site, identity } }) => ({
    supportedVersions,
    capabilities,
    instructions: instructions(site),
    ...cacheable(identity.actor),
  }),
  'tools/list': (_, { caller: { site, identity } }) => ({
    tools: toolsOf(site)
      .filter((tool) => mayUse(tool, identity.actor, site))
      .map((tool) => describeTool(tool, site)),
    ...cacheable(identity.actor),
  }),
  'tools/call': callTool,
  'resources/list': (_, { caller: { identity } }) => ({ resources: listResources, ...cacheable(identity.actor) }),
  'resources/templates/list': (_, { caller: { identity } }) => ({
    resourceTemplates,
    ...cacheable(identity.actor),
  }),
  'resources/read': async ({ uri }, { context, caller: { identity } }) => ({
    contents: [await readResource(uri, context)],
    ...cacheable(identity.actor, 0),
  }),
  'prompts/list': (_, { caller: { identity } }) => ({
    prompts: prompts.map(({ text: _text, ...prompt }) => prompt),
    ...cacheable(identity.actor),
  }),
  'prompts/get': ({ name, arguments: args }, { caller: { site } }) => {
    const prompt = prompts.find((one) => one.name === name);
    if (!prompt) throw new RpcError(codes.invalidParams, `Unknown prompt: ${shown(name)}.`, 400);
    const text = prompt.text(isObject(args) ? args : {}, site);
    return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
  },
};

const sessionMethods: Readonly<Record<string, Method>> = {
  initialize: ({ protocolVersion }, { caller: { site } }) => ({
    protocolVersion: isVersionOf(sessionVersions, protocolVersion) ? protocolVersion : sessionVersions[0],
    capabilities,
    serverInfo: serverInfo(site),
    instructions: instructions(site),
  }),
  ping: () => ({}),
};

const methodOf = (name: string, table: Readonly<Record<string, Method>>): Method | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Runs one request of a caller. */
export async function runMethod(
  service: Service,
  caller: InternalCaller,
  { method, params, isStateless }: RpcRequest,
): Promise<Given> {
  const run = methodOf(method, methods) ?? (isStateless ? undefined : methodOf(method, sessionMethods));
  if (!run) throw new RpcError(codes.unknownMethod, `Unknown method: ${shown(method)}.`, 404);
  // No list has more than one page, so that no cursor was ever issued.
  if (method.endsWith('/list') && typeof params.cursor === 'string')
    throw new RpcError(codes.invalidParams, 'Unknown cursor. The list is complete without one.', 400);
  const context: ToolContext = {
    call: internalCall(service, caller),
    request: (request) => requestInternally(service, caller, request),
  };
  const result = await run(params, { caller, context });
  if (isStateless)
    return { resultType: 'complete', ...result, _meta: { [metaName('serverInfo')]: serverInfo(caller.site) } };
  const { ttlMs: _ttl, cacheScope: _scope, ...plain } = result;
  return plain;
}

/** Wrong arguments and errors of the API are results that the assistant can read and act on. */
async function callTool({ name, arguments: given = {} }: Given, { caller, context }: Parts): Promise<Given> {
  const { site, identity } = caller;
  const tool = toolsOf(site).find((one) => one.name === name);
  if (!tool) throw new RpcError(codes.invalidParams, `Unknown tool: ${shown(name)}.`, 400);
  try {
    if (!mayUse(tool, identity.actor, site)) throw new ToolError(refusalOf(tool, identity.actor, site));
    if (!isObject(given)) throw new ToolError(`The arguments of ${tool.name} must be an object.`);
    checkArguments(tool, given, site);
    const structuredContent = await tool.run(given, context);
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
  } catch (error) {
    if (!(error instanceof ToolError || error instanceof Problem)) throw error;
    const text = error instanceof Problem ? textOfProblem(error) : error.message;
    return { content: [{ type: 'text', text }], isError: true };
  }
}
