// Which payload is stored in which field: each record has another payload in each of its fields, so that over all records
// every field has had every payload.
import { type Context, type Payload, written } from './payloads.js';

/** Marks have seven digits and begin with 1, so that they are found in any text. */
const base = 1_000_000;
const perPayload = 1_000;
const everyMark = /(?<!\d)1\d{6}(?!\d)/g;

export interface Marked {
  readonly context: Context;
  readonly field: string;
}

export interface Marks {
  /** As many as there are payloads. */
  readonly records: number;
  /** The payload of a field in a record. */
  readonly text: (field: string, record: number) => string;
  /** The same as HTML that shows it as text. */
  readonly escaped: (field: string, record: number) => string;
  /** Behind an address, unless it is one; characters that no URL may have become slashes. */
  readonly url: (field: string, record: number, before?: string) => string;
  /** A field that was refused has no mark then. */
  readonly refuse: (field: string) => void;
  readonly refused: ReadonlyMap<string, number>;
  readonly fields: readonly string[];
  readonly find: (mark: number) => Marked | undefined;
}

export const marksIn = (text: string): readonly number[] => [...new Set(text.match(everyMark) ?? [])].map(Number);

const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export function openMarks(payloads: readonly Payload[], canary: string): Marks {
  const fields: string[] = [];
  const refused = new Map<string, number>();
  const payloadFor = (field: string, record: number) => {
    if (!fields.includes(field)) fields.push(field);
    const index = fields.indexOf(field);
    // Fields of one record have payloads of different contexts.
    const at = (record + index * 37) % payloads.length;
    const payload = payloads[at] as Payload;
    return { payload, text: written(payload, base + at * perPayload + index, canary) };
  };
  return {
    records: payloads.length,
    text: (field, record) => payloadFor(field, record).text,
    escaped: (field, record) => escapeMarkup(payloadFor(field, record).text),
    url: (field, record, before = 'https://x.example/?') => {
      const { payload, text } = payloadFor(field, record);
      return payload.context === 'url' ? text : before + text.replace(/[\s\p{Cc}<>"\\\u2028\u2029]/gu, '/');
    },
    refuse: (field) => refused.set(field, (refused.get(field) ?? 0) + 1),
    refused,
    fields,
    find: (mark) => {
      const payload = payloads[Math.floor((mark - base) / perPayload)];
      const field = fields[mark % perPayload];
      return payload && field ? { context: payload.context, field } : undefined;
    },
  };
}
