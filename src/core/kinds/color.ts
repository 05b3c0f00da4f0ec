// A colour, `#rrggbb`.
import { noColor, parseColor } from '../color.js';
import type { Kind } from '../kind.js';
import { Invalid } from '../problem.js';
import { readText } from './text.js';

/** In lower case; an empty string for none. */
export const colorOrNone: Kind<string> = {
  declared: { type: 'string' },
  schema: { type: 'string', pattern: '^(#[0-9A-Fa-f]{6})?$' },
  read: (input) => {
    const text = readText(input, 20).trim().toLowerCase();
    if (text !== '' && !parseColor(text)) throw new Invalid(noColor);
    return text;
  },
  input: { widget: 'color' },
};
