// Scenarios as data: requests with their callers and complete responses. `{{name}}` is a value saved by an earlier step.
import { expect, test } from 'vitest';
import { type Ask, expectRefusal, type Mount, type Reply, type Request, type Who } from './client.js';
import { baseUrl, type World } from './world.js';

export interface Replies {
  readonly statusCode: number;
  /** The complete body. Matchers only where a value cannot be known. */
  readonly body?: unknown;
  /** These keys of the body only. */
  readonly part?: Readonly<Record<string, unknown>>;
  /** `null` for a header that must be absent. */
  readonly headers?: Readonly<Record<string, unknown>>;
  /** The code of an error, whose complete shape is then checked. */
  readonly code?: string;
  readonly params?: readonly string[];
}

export interface Step extends Omit<Ask, 'as' | 'on'> {
  readonly as?: Who;
  readonly on?: Mount;
  readonly request: Request;
  readonly replies: Replies;
  /** Name of a value ← its path in the body. */
  readonly saves?: Readonly<Record<string, string>>;
  /** Moves the clock before asking. */
  readonly at?: string;
}

export type Scenario = Step | readonly Step[];

type Saved = Record<string, unknown>;

function filled(value: unknown, saved: Saved): unknown {
  if (typeof value === 'string') {
    const whole = /^\{\{(\w+)\}\}$/.exec(value)?.[1];
    if (whole !== undefined) return known(saved, whole);
    return value.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(known(saved, name)));
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, saved));
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, filled(inner, saved)]));
}

function known(saved: Saved, name: string): unknown {
  if (!(name in saved)) throw new Error(`no step saved "${name}"`);
  return saved[name];
}

const at = (body: unknown, path: string): unknown =>
  // biome-ignore lint/suspicious/noExplicitAny: a path into whatever was answered
  path.split('.').reduce((value: any, name) => value?.[name], body);

export async function play(world: World, steps: readonly Step[], saved: Saved = {}): Promise<void> {
  Object.assign(saved, { base: baseUrl });
  for (const [person, { id }] of Object.entries(world.people)) saved[`${person}_id`] = id;
  for (const step of steps) {
    if (step.at !== undefined) world.clock.now = step.at;
    const { request, as, on, body, raw, headers } = filled(step, saved) as Step;
    const reply = await world.ask(request, { as, on, body, raw, headers });
    check(request, reply, filled(step.replies, saved) as Replies);
    for (const [name, path] of Object.entries(step.saves ?? {})) saved[name] = at(reply.body, path);
  }
}

function check(request: string, reply: Reply, { statusCode, body, part, headers = {}, code, params }: Replies): void {
  if (code !== undefined) expectRefusal(reply, { statusCode, code, params });
  expect(reply.statusCode, `${request}\n${reply.text.slice(0, 500)}`).toBe(statusCode);
  if (body !== undefined) expect(reply.body, request).toEqual(body);
  if (part !== undefined) expect(reply.body, request).toMatchObject(part);
  for (const [name, value] of Object.entries(headers)) expect(reply.headers.get(name), name).toEqual(value);
}

/** One test: the steps one after the other. */
export function scenario(world: World, name: string, steps: Scenario): void {
  test(name, () => play(world, Array.isArray(steps) ? (steps as readonly Step[]) : [steps as Step]));
}
