// The text of a file: by its byte order mark or a named encoding, else UTF-8. Other kinds of files are rejected by name.
import { Invalid } from '../../core/problem.js';
import { type CsvEncoding, maxBytes } from './options.js';

const signatures: readonly (readonly [RegExp, string])[] = [
  [/^PK(?:\u0003\u0004|\u0005\u0006)/, 'a ZIP archive or a spreadsheet'],
  [/^\u00d0\u00cf\u0011\u00e0/, 'a spreadsheet'],
  [/^\u001f\u008b/, 'a gzip archive'],
  [/^%PDF/, 'a PDF document'],
];
const html = /^\s*<(?:!doctype\s|html|head|body|\?xml)/i;

function markedEncoding(bytes: Uint8Array): string | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** The bytes 0x80 to 0x9f of Latin-1 as programs write it, which is Windows-1252. `TextDecoder` of Node 20 reads them as
 * control characters. */
const windows = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const latin1Text = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (character) => windows[character.charCodeAt(0) - 0x80] ?? character);

/** Without a byte order mark. Line breaks stay as they are. */
export function decodeText(bytes: Uint8Array, encoding?: CsvEncoding): string {
  if (bytes.length > maxBytes) throw new Invalid('The file is larger than 10 MiB.');
  const start = Buffer.from(bytes.subarray(0, 512)).toString('latin1');
  const signature = signatures.find(([pattern]) => pattern.test(start));
  if (signature) throw new Invalid(`The file is ${signature[1]}, not CSV. Export it as CSV first.`);
  const marked = markedEncoding(bytes);
  const isLatin1 = marked === undefined && encoding === 'latin-1';
  const text = isLatin1
    ? latin1Text(bytes)
    : decodedText(bytes, marked ?? (encoding === 'utf-16' ? 'utf-16le' : 'utf-8'));
  if (html.test(text.slice(0, 512))) throw new Invalid('The file is a web page, not CSV.');
  if (text.includes('\u0000'))
    throw new Invalid('The file has binary content. If it is UTF-16, choose that as its encoding.');
  return text;
}

function decodedText(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Invalid('The file is not valid UTF-8. Choose its encoding, such as latin-1.');
  }
}
