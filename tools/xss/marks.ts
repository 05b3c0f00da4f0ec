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
  /** How many have all payloads in their long texts. */
  readonly records: number;
  /** The payloads of a field in a record, one behind the other. */
  readonly text: (field: string, record: number) => string;
  /** One payload, for fields that allow few characters. */
  readonly short: (field: string, record: number) => string;
  /** Behind an address, unless it is one; characters that no URL may have become slashes. */
  readonly url: (field: string, record: number, before?: string) => string;
  /** A field that was refused has no mark then. */
  readonly refuse: (field: string) => void;
  readonly refused: ReadonlyMap<string, number>;
  readonly fields: readonly string[];
  readonly find: (mark: number) => Marked | undefined;
}

export const marksIn = (text: string): readonly number[] => [...new Set(text.match(everyMark) ?? [])].map(Number);

/** As HTML that shows the text. */
export const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** `together`: payloads in a long text. */
export function openMarks(payloads: readonly Payload[], canary: string, together: number): Marks {
  const records = Math.ceil(payloads.length / together);
  const fields: string[] = [];
  const refused = new Map<string, number>();
  const payloadFor = (field: string, record: number, part = 0) => {
    if (!fields.includes(field)) fields.push(field);
    const index = fields.indexOf(field);
    // Fields of one record have payloads of different contexts.
    const at = (record + index * 37 + part * records) % payloads.length;
    const payload = payloads[at] as Payload;
    return { payload, text: written(payload, base + at * perPayload + index, canary) };
  };
  return {
    records,
    text: (field, record) =>
      Array.from({ length: together }, (_, part) => payloadFor(field, record, part).text).join(' '),
    short: (field, record) => payloadFor(field, record).text,
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
