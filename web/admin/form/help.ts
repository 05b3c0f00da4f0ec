// What a form says below a field. The documentation is written for programs, too: what only they need is left out.
import type { FieldInfo } from '../api/contract';

/** These show by themselves what can be entered; their documentation says how it is sent. */
const telling = new Set(['html', 'image', 'file', 'record', 'records', 'terms', 'rows', 'price', 'zone', 'url']);

const filling = new Set(['a', 'an', 'the', 'of', 'in', 'to', 'record', 'event', 'name', 'whether']);

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

export function helpOf({ label, about, input }: FieldInfo): string {
  if (telling.has(input.widget)) return '';
  const said = new Set([...wordsOf(label), ...filling]);
  return wordsOf(about).every((word) => said.has(word)) ? '' : about;
}
