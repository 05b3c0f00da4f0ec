// The condition of a search text on the indexed texts of a model.
import { type Condition, matching } from '../core/condition.js';
import { searchWords } from '../core/text/words.js';

/** Matches records with all words of the text and none of its -exclusions. */
export function matchingText(text: string): Condition {
  const { wanted, unwanted } = searchWords(text);
  return matching(wanted, unwanted);
}
