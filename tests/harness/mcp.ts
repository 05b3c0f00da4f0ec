// Calls the MCP server as a client of either era does. Results of tools are checked against their schemas.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { standard } from '../../src/core/site.js';
import { describeTool } from '../../src/mcp/tool.js';
import { toolsOf } from '../../src/mcp/tools.js';
import type { Ask, Reply, Who } from './client.js';
import type { World } from './world.js';

export type Era = 'stateless' | 'session';

const version = '2026-07-28';
const meta = {
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
};

type Params = Readonly<Record<string, unknown>>;

/** One JSON-RPC request over HTTP. */
export function rpc(
  { ask }: Pick<World, 'ask'>,
  method: string,
  params: Params = {},
  { era = 'session', headers = {}, ...more }: Ask & { readonly era?: Era } = {},
): Promise<Reply> {
  const name = params.name ?? params.uri;
  const stateless = {
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': name }),
  };
  return ask('POST //mcp', {
    ...more,
    headers: { ...(era === 'stateless' && stateless), ...headers },
    body: { jsonrpc: '2.0', id: 1, method, params: era === 'stateless' ? { ...params, _meta: meta } : params },
  });
}

export interface Called {
  readonly isError: boolean;
  /** What the model reads. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the result
  readonly content: any;
}

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
const site = { ...standard, baseUrl: '', uidHost: '', perPage: 10, version: '' };
const validators = new Map(
  toolsOf(site).map((tool) => [tool.name, ajv.compile(Object(describeTool(tool, site).outputSchema))]),
);

function refuseWrongShape(name: string, content: unknown): void {
  const validate = validators.get(name);
  if (!validate?.(content)) throw new Error(`${name}: ${JSON.stringify(validate?.errors)} ${JSON.stringify(content)}`);
}

/** Calls a tool and expects a result, also if the result is an error. */
export async function callTool(
  world: Pick<World, 'ask'>,
  who: Who,
  name: string,
  args: Params = {},
  era: Era = 'session',
): Promise<Called> {
  const { body, text } = await rpc(world, 'tools/call', { name, arguments: args }, { as: who, era });
  if (!body?.result) throw new Error(`${name}: ${text}`);
  const { isError = false, content, structuredContent } = body.result;
  if (!isError) refuseWrongShape(name, structuredContent);
  return { isError, text: content[0].text, content: structuredContent };
}
