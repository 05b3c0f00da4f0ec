// JSON: the format of every response that asks for no other. With `_jsonp` it is a script that calls a function.
import type { Format } from '../core/format.js';
import { Problem } from '../core/problem.js';

export const json: Format = {
  name: 'json',
  mediaType: 'application/json',
  encode: (body, { _pretty, _jsonp }) => {
    const text = JSON.stringify(body, undefined, _pretty === undefined ? undefined : 4);
    if (_jsonp === undefined) return { bytes: bytesOf(text), contentType: 'application/json; charset=UTF-8' };
    return {
      bytes: bytesOf(`/**/${callbackName(_jsonp)}(${scriptSafe(text)})`),
      contentType: 'application/javascript; charset=UTF-8',
    };
  },
};

const scratch = Buffer.allocUnsafeSlow(256 * 1_024);
const maxBytesPerLetter = 3;

/** Written where there is room for sure and copied from there: that is sooner done than measuring the text first. */
function bytesOf(text: string): Buffer {
  if (text.length * maxBytesPerLetter > scratch.length) return Buffer.from(text);
  return Buffer.from(scratch.subarray(0, scratch.write(text)));
}

function callbackName(name: unknown): string {
  if (typeof name !== 'string' || !/^[\w.]{1,100}$/.test(name)) throw new Problem('bad-callback');
  return name;
}

/** Two characters that JSON allows end a line in old scripts. */
const scriptSafe = (text: string): string => text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
