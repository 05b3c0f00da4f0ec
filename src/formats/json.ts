// JSON, the default format. With `_jsonp` the response is a script that calls the named function.
import { EncodedJson, type Format } from '../core/format.js';
import { isObject } from '../core/is-object.js';
import { Problem } from '../core/problem.js';

export const json: Format = {
  name: 'json',
  mediaType: 'application/json',
  encode: (body, { _pretty, _jsonp }) => {
    if (_pretty === undefined && _jsonp === undefined) {
      const parts = encodedParts(body);
      if (parts) return { bytes: Buffer.concat(parts), contentType: 'application/json; charset=UTF-8' };
    }
    const text = JSON.stringify(body, undefined, _pretty === undefined ? undefined : 4);
    if (_jsonp === undefined) return { bytes: bytesOf(text), contentType: 'application/json; charset=UTF-8' };
    return {
      bytes: bytesOf(`/**/${callbackName(_jsonp)}(${scriptSafe(text)})`),
      contentType: 'application/javascript; charset=UTF-8',
    };
  },
};

const isEncoded = (value: unknown): value is readonly EncodedJson[] =>
  Array.isArray(value) && value[0] instanceof EncodedJson;

const [comma, opening, closing] = [',', '[', ']'].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];

const joined = (items: readonly EncodedJson[]): readonly Buffer[] => [
  opening,
  ...items.flatMap(({ bytes }, at) => (at === 0 ? [bytes] : [comma, bytes])),
  closing,
];

/** The parts of a body that contains encoded values: itself, its items or those of one of its keys. Undefined for others. */
function encodedParts(body: unknown): readonly Buffer[] | undefined {
  if (body instanceof EncodedJson) return [body.bytes];
  if (isEncoded(body)) return joined(body);
  if (!isObject(body)) return undefined;
  const entries = Object.entries(body);
  const at = entries.findIndex(([, value]) => isEncoded(value));
  const [key, items] = entries[at] ?? [];
  if (key === undefined) return undefined;
  const textOf = (some: typeof entries) => JSON.stringify(Object.fromEntries(some)).slice(1, -1);
  const [before, after] = [textOf(entries.slice(0, at)), textOf(entries.slice(at + 1))];
  return [
    Buffer.from(`{${before && `${before},`}${JSON.stringify(key)}:`),
    ...joined(items as readonly EncodedJson[]),
    Buffer.from(`${after && `,${after}`}}`),
  ];
}

const scratch = Buffer.allocUnsafeSlow(256 * 1_024);
const maxBytesPerLetter = 3;

/** Encodes into a buffer that is large enough for sure and copies the result: faster than measuring the text first. */
function bytesOf(text: string, allocate: (length: number) => Buffer = Buffer.allocUnsafe): Buffer {
  if (text.length * maxBytesPerLetter > scratch.length) return Buffer.from(text);
  const length = scratch.write(text);
  const bytes = allocate(length);
  scratch.copy(bytes, 0, 0, length);
  return bytes;
}

/** One record, to be joined with others. Its bytes are its own: a small slice of a pool would keep the whole pool. */
export const encodedJson = (value: unknown): EncodedJson =>
  new EncodedJson(bytesOf(JSON.stringify(value), Buffer.allocUnsafeSlow));

function callbackName(name: unknown): string {
  if (typeof name !== 'string' || !/^[\w.]{1,100}$/.test(name)) throw new Problem('bad-callback');
  return name;
}

/** U+2028 and U+2029 are valid in JSON but end a line in older JavaScript. */
const scriptSafe = (text: string): string => text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
