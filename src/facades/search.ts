// What a text that was searched for asks of the records' own texts.
import { type Condition, matching } from '../core/condition.js';
import { searchWords } from '../core/text/words.js';

/** All its words, and none of those that it excludes. */
export function matchingText(text: string): Condition {
  const { wanted, unwanted } = searchWords(text);
  return matching(wanted, unwanted);
}
