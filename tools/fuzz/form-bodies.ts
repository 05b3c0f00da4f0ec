// Bodies of HTML forms: nested values have names such as `venue[0][city]`.
import type { Random } from '../../bench/calendar/random.js';
import { asText } from './values.js';

type Field = readonly [name: string, text: string];

const maxFields = 3_000;

function fieldsOf(value: object, prefix = ''): readonly Field[] {
  return Object.entries(value)
    .flatMap(([key, part]): readonly Field[] => {
      const name = prefix === '' ? key : `${prefix}[${key}]`;
      return typeof part === 'object' && part !== null && prefix.length < 300
        ? fieldsOf(part, name)
        : [[name, asText(part)]];
    })
    .slice(0, maxFields);
}

export const formBody = (value: object): { readonly type: string; readonly text: string } => ({
  type: 'application/x-www-form-urlencoded',
  text: new URLSearchParams(fieldsOf(value).map(([name, text]): [string, string] => [name, text])).toString(),
});

export interface FormFile {
  readonly field: string;
  readonly name: string;
  readonly content: Buffer;
}

const boundary = 'fuzz-boundary';

/** Now and then without its end, or with another boundary than the header names. */
export function multipartBody(value: object, random: Random): { readonly type: string; readonly text: string } {
  const parts = fieldsOf(value).map(
    ([name, text]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name.replaceAll('"', '%22')}"\r\n\r\n${text}\r\n`,
  );
  const end = random.happens(0.97) ? `--${boundary}--\r\n` : '';
  const named = random.happens(0.97) ? boundary : random.pick(['', 'other', 'x'.repeat(300)]);
  return { type: `multipart/form-data; boundary=${named}`, text: `${parts.join('')}${end}` };
}

/** A form with a file, whose content may be any bytes. */
export function uploadBody(
  fields: object,
  { field, name, content }: FormFile,
  random: Random,
): { readonly type: string; readonly bytes: Buffer } {
  const { type, text } = multipartBody(fields, random);
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`;
  return { type, bytes: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n${text}`)]) };
}
