// JSON, the default format. With `_jsonp` the response is a script that calls the named function.
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

/** Encodes into a buffer that is large enough for sure and copies the result: faster than measuring the text first. */
function bytesOf(text: string): Buffer {
  if (text.length * maxBytesPerLetter > scratch.length) return Buffer.from(text);
  return Buffer.from(scratch.subarray(0, scratch.write(text)));
}

function callbackName(name: unknown): string {
  if (typeof name !== 'string' || !/^[\w.]{1,100}$/.test(name)) throw new Problem('bad-callback');
  return name;
}

/** U+2028 and U+2029 are valid in JSON but end a line in older JavaScript. */
const scriptSafe = (text: string): string => text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
