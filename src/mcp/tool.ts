// A tool: what an assistant may send, what it gets back, and who sees it. Arguments are checked before the tool runs.
import type { Actor, Right } from '../core/actor.js';
import { may } from '../core/actor.js';
import type { Call } from '../core/call.js';
import type { Given } from '../core/field.js';
import { isObject } from '../core/is-object.js';
import type { Schema } from '../core/schema.js';
import type { Site } from '../core/site.js';
import { closestTo } from '../core/text/edit-distance.js';
import type { InternalRequest } from '../http/internal-request.js';
import type { ApiResponse } from '../http/response.js';

export interface ToolContext {
  readonly call: Call;
  /** A request of the caller to the native API. */
  readonly request: (request: InternalRequest) => Promise<ApiResponse>;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: (site: Site) => Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly output: Readonly<Record<string, Schema>>;
  /** Keys of the output that are not always there. */
  readonly optional?: readonly string[];
  /** Callers without it do not see the tool. */
  readonly right?: Right;
  /** The tool changes records. */
  readonly write?: { readonly isDestructive: boolean };
  readonly run: (args: Given, context: ToolContext) => Promise<Given>;
}

/** A message for the assistant: what is wrong, and what to do. */
export class ToolError extends Error {}

export const mayUse = ({ right, write }: Tool, actor: Actor, { assistantWrites }: Site): boolean =>
  (right === undefined || may(actor, right)) && (write === undefined || assistantWrites);

/** Why a caller cannot use a tool that exists. */
export function refusalOf({ name, right, write }: Tool, actor: Actor, { assistantWrites }: Site): string {
  if (right !== undefined && actor.id === 0)
    return `${name} needs an application password. Ask the person to connect with one.`;
  if (right !== undefined && !may(actor, right)) return `The role ${actor.role} may not use ${name}.`;
  if (write && !assistantWrites)
    return `${name} is off: an administrator can let assistants make changes in the settings of the calendar.`;
  return `${name} is not available.`;
}

export function describeTool(tool: Tool, site: Site): Given {
  const { name, title, description, input, required = [], output, optional = [], write } = tool;
  return {
    name,
    title,
    description,
    inputSchema: {
      type: 'object',
      properties: input(site),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: output,
      required: Object.keys(output).filter((key) => !optional.includes(key)),
    },
    annotations: write
      ? { readOnlyHint: false, destructiveHint: write.isDestructive, openWorldHint: false }
      : { readOnlyHint: true, openWorldHint: false },
  };
}

/** Far more than any tool has: finding the nearest name of each takes time. */
const maxArguments = 50;

/** Throws one error with all faults. */
export function checkArguments({ name, input, required = [] }: Tool, args: Given, site: Site): void {
  const properties = input(site);
  const names = Object.keys(properties);
  if (Object.keys(args).length > maxArguments)
    throw new ToolError(`${name} takes these arguments: ${names.join(', ')}.`);
  const missing = required.filter((one) => args[one] === undefined).map((one) => `${one} is required.`);
  const faults = Object.entries(args).flatMap(([key, value]) => {
    const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
    return schema ? faultOf(schema, value, key) : [unknownArgument(key, names)];
  });
  const all = [...missing, ...faults];
  if (all.length > 0) throw new ToolError(`Invalid arguments of ${name}. ${all.join(' ')}`);
}

function unknownArgument(key: string, names: readonly string[]): string {
  const nearest = closestTo(key.slice(0, maxShown), names);
  const hint = nearest ? `Did you mean ${nearest}?` : `Known: ${names.join(', ') || 'none'}.`;
  return `Unknown argument ${JSON.stringify(key.slice(0, maxShown))}. ${hint}`;
}

const maxShown = 60;

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isSafeInteger(value) ? 'integer' : typeof value;
};

function faultOf(schema: Schema, value: unknown, name: string): readonly string[] {
  const { type, enum: choices, minimum, maximum, maxLength, maxItems, items, properties } = schema;
  const types = [type ?? []].flat();
  const found = typeOf(value);
  if (types.length > 0 && !types.includes(found) && !(found === 'integer' && types.includes('number')))
    return [`${name} must be ${types.join(' or ')}.`];
  if (choices && !choices.includes(value)) return [`${name} must be one of ${choices.join(', ')}.`];
  if (typeof value === 'number') {
    const isLow = minimum !== undefined && value < minimum;
    const isHigh = maximum !== undefined && value > maximum;
    if (isLow || isHigh)
      return [`${name} must be ${maximum === undefined ? `${minimum} or more` : `${minimum ?? '…'} to ${maximum}`}.`];
  }
  if (typeof value === 'string' && maxLength !== undefined && value.length > maxLength)
    return [`${name} has more than ${maxLength} characters.`];
  if (Array.isArray(value)) {
    if (maxItems !== undefined && value.length > maxItems) return [`${name} has more than ${maxItems} items.`];
    return items ? value.flatMap((item) => faultOf(items, item, `Each of ${name}`)) : [];
  }
  if (!isObject(value) || !properties) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const below = Object.hasOwn(properties, key) ? properties[key] : undefined;
    return below
      ? faultOf(below, inner, `${name}.${key}`)
      : [unknownArgument(`${name}.${key}`, Object.keys(properties))];
  });
}
