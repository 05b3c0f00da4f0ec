// Reads query strings, form bodies (`a[]=`, `a[0]=`, `a[b]=`), multipart bodies and JSON into plain data, within limits.

import type { Given } from '../core/field.js';
import { isObject } from '../core/is-object.js';
import { Upload } from '../core/picture.js';
import { Problem } from '../core/problem.js';

const maxKeys = 200;
const maxNesting = 4;
export const maxDepth = 64;

export function readForm(text: string): Given {
  const parts = text.split('&').filter((part) => part !== '');
  return formOf(parts.length, function* () {
    for (const part of parts) {
      const at = part.indexOf('=');
      const [name, value] = at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
      yield [decodePart(name), decodePart(value)];
    }
  });
}

/** The parts of `multipart/form-data`: text parts read as form values, files become uploads. */
export async function readParts(body: Buffer, type: string): Promise<Given> {
  const [, boundary] = /;\s*boundary="?([^\s";\\]{1,70})/i.exec(type) ?? [];
  if (!boundary) throw new Problem('bad-request', { reason: 'missing multipart boundary' });
  refuseTooManyParts(body, boundary);
  // Not the header as it was sent, in which the parser could find another boundary.
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
  const form = await new Response(body, { headers }).formData().catch(() => {
    throw new Problem('bad-request', { reason: 'malformed multipart body' });
  });
  const parts: [string, string | Upload][] = [];
  for (const [name, value] of form) {
    const file = typeof value === 'string' ? value : new Upload(Buffer.from(await value.arrayBuffer()), value.name);
    parts.push([name, file]);
  }
  return formOf(parts.length, () => parts);
}

const maxPartHeadBytes = 4_096;

/** Bounds the CPU time of the multipart parser: counts the parts and finds the end of each header block first. */
function refuseTooManyParts(body: Buffer, boundary: string): void {
  const delimiter = Buffer.from(`--${boundary}`);
  let delimiters = 0;
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + delimiter.length)) {
    // The closing delimiter has no part behind it.
    if (++delimiters > maxKeys + 1) throw new Problem('bad-request', { reason: `more than ${maxKeys} parameters` });
    const head = body.subarray(at + delimiter.length, at + delimiter.length + maxPartHeadBytes);
    if (head.indexOf('--') !== 0 && !head.includes('\r\n\r\n'))
      throw new Problem('bad-request', { reason: 'unterminated multipart headers' });
  }
}

/** Of repeated keys the last one counts. */
function formOf(count: number, pairs: () => Iterable<readonly [string, Leaf]>): Given {
  if (count > maxKeys) throw new Problem('bad-request', { reason: `more than ${maxKeys} parameters` });
  const form: Branch = new Map();
  for (const [name, value] of pairs()) setAt(form, bracketPath(name), value);
  return plain(form) as Given;
}

type Leaf = string | Upload;
type Branch = Map<string, Leaf | Branch>;

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new Problem('bad-request', { reason: 'percent-encoding is not valid UTF-8' });
  }
}

/** `a[b][]` → ['a', 'b', '']; a name without well-formed brackets is one key. */
function bracketPath(name: string): readonly string[] {
  const open = name.indexOf('[');
  if (open <= 0 || !name.endsWith(']')) return [name];
  const path = [name.slice(0, open), ...name.slice(open + 1, -1).split('][')];
  if (path.length > maxNesting) throw new Problem('bad-request', { reason: 'parameters nested too deeply' });
  return path;
}

function setAt(branch: Branch, [head = '', ...rest]: readonly string[], value: Leaf): void {
  const key = head === '' ? nextNumber(branch) : head;
  if (rest.length === 0) {
    branch.set(key, value);
    return;
  }
  const below = branch.get(key);
  const next: Branch = below instanceof Map ? below : new Map();
  branch.set(key, next);
  setAt(next, rest, value);
}

const isNumber = (key: string): boolean => /^\d{1,9}$/.test(key);

/** `a[]` takes the next number after the greatest. */
const nextNumber = (branch: Branch): string =>
  String(Math.max(-1, ...[...branch.keys()].filter(isNumber).map(Number)) + 1);

/** A branch whose keys are all numbers becomes an array in their order, any other an object. */
function plain(branch: Branch, top = true): unknown {
  const entries = [...branch].map(([key, value]) => [key, value instanceof Map ? plain(value, false) : value] as const);
  if (top || !entries.every(([key]) => isNumber(key))) return Object.fromEntries(entries);
  return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value);
}

/** Any JSON value but an object counts as no parameters. */
export function readJson(text: string): Given {
  if (text.trim() === '') return {};
  if (depthOf(text) > maxDepth) throw invalidJson(1, `nested deeper than ${maxDepth} levels`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidJson(4, 'syntax error');
  }
  return isObject(value) ? value : {};
}

const invalidJson = (code: number, reason: string): Problem =>
  new Problem('invalid-json', { reason, extra: { json_error_code: code, json_error_message: reason } });

/** Measured on the text, before JSON.parse recurses into it. */
export function depthOf(text: string): number {
  let [depth, deepestLevel, quoted] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (quoted) {
      if (character === '\\') at++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{' || character === '[') deepestLevel = Math.max(deepestLevel, ++depth);
    else if (character === '}' || character === ']') depth--;
  }
  return deepestLevel;
}
