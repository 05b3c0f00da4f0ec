// Splits bytes into lines of text. Memory is bounded by the longest line.
import type { Given } from '../../core/field.js';
import type { Model } from '../../core/model.js';
import { ImportFault } from './fault.js';

/** Bytes of one line, without its end. */
export const maxLineBytes = 1_048_576;

export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

export interface RecordLine {
  readonly line: number;
  readonly model: Model;
  readonly given: Given;
}

const newline = 0x0a;

/** Empty lines are left out, but counted. The last line may have no end. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let number = 0;
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(newline); ; end = chunk.indexOf(newline, from)) {
      const part = chunk.subarray(from, end < 0 ? chunk.length : end);
      length += part.length;
      if (length > maxLineBytes) throw new ImportFault(number + 1, `The line is longer than ${maxLineBytes} bytes.`);
      if (part.length > 0) parts.push(part);
      if (end < 0) break;
      number++;
      const text = decoded(parts, number);
      if (text.trim() !== '') yield { number, text };
      parts = [];
      length = 0;
      from = end + 1;
    }
  }
  const rest = decoded(parts, number + 1);
  if (rest.trim() !== '') yield { number: number + 1, text: rest };
}

function decoded(parts: readonly Uint8Array[], number: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw new ImportFault(number, 'The line is not valid UTF-8.');
  }
}
