// A colour, `#rrggbb`.
import { noColor, parseColor } from '../color.js';
import type { Kind } from '../kind.js';
import { Invalid } from '../problem.js';
import type { Schema } from '../schema.js';
import { readText } from './text.js';

export const colorSchema: Schema = { type: 'string', pattern: '^(#[0-9A-Fa-f]{6})?$' };

/** In lower case. */
export function readColor(input: unknown): string {
  const text = colorText(input);
  if (!parseColor(text)) throw new Invalid(noColor);
  return text;
}

export const colorText = (input: unknown): string => readText(input, 20).trim().toLowerCase();

/** In lower case; an empty string for none. */
export const colorOrNone: Kind<string> = {
  declared: { type: 'string' },
  schema: colorSchema,
  read: (input) => (colorText(input) === '' ? '' : readColor(input)),
  input: { widget: 'color' },
};
