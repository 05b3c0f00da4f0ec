// Content lines of iCalendar (RFC 5545 section 3.1): escaping of texts and parameters, and folding at 75 bytes.

const CRLF = '\r\n';
const FOLD = `${CRLF} `;
const maxBytes = 75;
/** A shorter line fits, whatever its characters: none has more than three bytes for each of its UTF-16 units. */
const maxUnmeasured = maxBytes / 3;

const isSpecial = /[\\;,\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/;
const special = /\r\n|[\\;,\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/g;
const breaks = /^[\r\n\u0085\u2028\u2029]/;

const escaped = (letter: string): string => {
  if (letter === '\\' || letter === ';' || letter === ',') return `\\${letter}`;
  return breaks.test(letter) ? '\\n' : '';
};

/**
 * A value of type TEXT. Every kind of line break becomes `\n`; other control characters than tabs are dropped, and spaces
 * around the text, which some programs would drop.
 */
export function text(value: string): string {
  // Most values are plain, and the test takes less time than a replacement.
  const clean = isSpecial.test(value) ? value.replace(special, escaped) : value;
  return clean.trim().toWellFormed();
}

const parameterSpecial = /\r\n|[\u0000-\u001f"^\\\u007f-\u009f\u2028\u2029]/g;

/**
 * A quoted parameter value: RFC 6868 encodes the characters that quotes do not allow. Backslashes become slashes: they are
 * plain characters here, but some programs decode them as in texts.
 */
export function parameter(value: string): string {
  const encoded = value.replace(parameterSpecial, (letter) => {
    if (letter === '^') return '^^';
    if (letter === '"') return "^'";
    if (letter === '\\') return '/';
    return breaks.test(letter) ? '^n' : '';
  });
  return `"${encoded.toWellFormed()}"`;
}

/** The number of bytes in UTF-8 of the character that begins at `index`; a lone surrogate is written as U+FFFD. */
function bytesAt(line: string, index: number): number {
  const code = line.charCodeAt(index);
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  const isPair = code >= 0xd800 && code < 0xdc00 && (line.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
  return isPair ? 4 : 3;
}

/** Breaks between characters. Continuation lines begin with a space, which counts. */
function foldByBytes(line: string): string {
  let [folded, from, bytes] = ['', 0, 0];
  for (let index = 0; index < line.length; ) {
    const size = bytesAt(line, index);
    if (bytes + size > maxBytes) {
      folded += line.slice(from, index) + FOLD;
      from = index;
      bytes = 1;
    }
    bytes += size;
    index += size === 4 ? 2 : 1;
  }
  return folded + line.slice(from);
}

function foldAscii(line: string): string {
  let folded = line.slice(0, maxBytes);
  for (let index = maxBytes; index < line.length; index += maxBytes - 1) {
    folded += FOLD + line.slice(index, index + maxBytes - 1);
  }
  return folded;
}

/** A folded line with its CRLF. */
export function line(content: string): string {
  if (content.length <= maxUnmeasured) return content + CRLF;
  const bytes = Buffer.byteLength(content);
  if (bytes <= maxBytes) return content + CRLF;
  return (bytes === content.length ? foldAscii(content) : foldByBytes(content)) + CRLF;
}

/** A line with a text; none if nothing of the text can be written. `name` may have parameters. */
export function textLine(name: string, value: string): string {
  const escapedValue = text(value);
  return escapedValue === '' ? '' : line(`${name}:${escapedValue}`);
}
