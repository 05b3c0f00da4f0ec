// JSON-RPC requests to the MCP endpoint in both of its eras, most of them with one odd part.
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Random } from '../../bench/calendar/random.js';
import { isObject } from '../../src/core/is-object.js';
import { standard } from '../../src/core/site.js';
import { metaName, statelessVersion } from '../../src/mcp/messages.js';
import { describeTool } from '../../src/mcp/tool.js';
import { toolsOf } from '../../src/mcp/tools.js';
import { type MakeCase, statusFaults } from './case.js';
import type { ApiDocument, Json } from './document.js';
import type { Hidden } from './hidden.js';
import type { Got } from './http.js';
import type { SeenIds } from './operations.js';
import type { Site } from './site.js';
import { oddHeader, valueFor, withOddPart } from './values.js';

const calendarSite = { ...standard, baseUrl: '', uidHost: '', perPage: 10, version: '', assistantWrites: true };
const tools = toolsOf(calendarSite).map((tool) => ({ ...tool, described: describeTool(tool, calendarSite) as Json }));

const ajv = new Ajv2020({ allowUnionTypes: true });
const validators = new Map(tools.map(({ name, described }) => [name, ajv.compile(described.outputSchema)]));

/** The schemas of tools have no references. */
const withoutReferences: Pick<ApiDocument, 'follow' | 'knownValue'> = {
  follow: (value) => value,
  knownValue: () => undefined,
};

const methods = [
  ...['initialize', 'ping', 'server/discover', 'tools/list', 'resources/list', 'resources/templates/list'],
  ...['prompts/list', 'notifications/initialized', 'logging/setLevel', 'constructor'],
];

interface Call {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export function mcpCases(seen: SeenIds, { calendar }: Hidden, site: Site): MakeCase {
  const hiddenIds = calendar.ids.events ?? [];

  function madeCall(random: Random): Call {
    const share = random.next();
    if (share < 0.1) return { method: random.pick(methods), params: {} };
    const readId = () => random.pick(random.happens(0.5) ? hiddenIds : seen.of('events'));
    if (share < 0.2)
      return {
        method: 'resources/read',
        params: {
          uri: random.pick(['almanac://guide', `almanac://events/${readId()}`, `almanac://events/${readId()}.ics`]),
        },
      };
    if (share < 0.23) return { method: 'prompts/get', params: { name: 'plan', arguments: { from: '2027-05-03' } } };
    const { name, write, described } = random.pick(tools);
    const args = valueFor(described.inputSchema, withoutReferences, random);
    const id = write ? random.pick(seen.of('events')) : readId();
    const hasId = 'id' in described.inputSchema.properties && id !== undefined && random.happens(0.9);
    return { method: 'tools/call', params: { name, arguments: { ...Object(args), ...(hasId && { id }) } } };
  }

  return (random, caller) => {
    const { method, params } = madeCall(random);
    const isStateless = random.happens(0.5);
    const meta = { [metaName('protocolVersion')]: statelessVersion, [metaName('clientCapabilities')]: {} };
    const message = { jsonrpc: '2.0', id: 1, method, params: isStateless ? { ...params, _meta: meta } : params };
    const where = random.pick(['nowhere', 'nowhere', 'message', 'message', 'message', 'header', 'text'] as const);
    const text = JSON.stringify(where === 'message' ? withOddPart(message, random) : message) ?? '';
    const cut = text.slice(0, random.integer(0, text.length));
    const [oddName, odd] = oddHeader(random);
    const named = String(params.name ?? params.uri ?? '');
    const sent = {
      method: random.happens(0.98) ? 'POST' : random.pick(['GET', 'DELETE', 'OPTIONS']),
      url: '/mcp',
      headers: {
        'content-type': 'application/json',
        ...site.signed(caller),
        ...(isStateless && { 'mcp-protocol-version': statelessVersion, 'mcp-method': method, 'mcp-name': named }),
        ...(where === 'header' && { [oddName]: odd }),
      },
      body: where === 'text' ? random.pick([cut, `[${text}]`, `${text}${text}`, '', 'null', '['.repeat(9_000)]) : text,
    };
    return {
      name: `mcp ${params.name ?? method}`,
      sent,
      faultsOf: (got) => [...statusFaults(got), ...bodyFaults(got, where === 'message' ? undefined : params.name)],
    };
  };
}

/** `tool`: the one that was called, if that is certain. */
function bodyFaults({ status, type, text }: Got, tool: unknown): readonly string[] {
  if (text === '' && [202, 204].includes(status)) return [];
  if (status === 431 || (status === 400 && !type.includes('json'))) return [];
  if (!type.includes('application/json')) return [`the status ${status} with the type ${type}`];
  const body: Json = JSON.parse(text);
  const { result, error } = body;
  const isError = isObject(error) && Number.isInteger(error.code) && typeof error.message === 'string';
  if (body.jsonrpc !== '2.0' || isObject(result) === isError) return ['a body that is no JSON-RPC response'];
  if (isError || tool === undefined || !('structuredContent' in result)) return [];
  const validate = validators.get(String(tool));
  if (!validate || validate(result.structuredContent)) return [];
  return [`a result that does not match: ${validate.errors?.[0]?.instancePath} ${validate.errors?.[0]?.message}`];
}
