// One value of an enumeration, and the status filter of lists.
import { may } from '../actor.js';
import type { Input } from '../input.js';
import type { Kind } from '../kind.js';
import { Invalid } from '../problem.js';
import { type Status, statuses } from '../status.js';
import { readItems } from './number.js';
import { filterText } from './text.js';

/** `labels`: texts of the choices in forms, if the words do not make good ones. `descriptions`: what each choice means. */
export const choice = <Word extends string>(
  words: readonly Word[],
  labels?: Readonly<Record<NoInfer<Word>, string>>,
  descriptions?: Readonly<Record<NoInfer<Word>, string>>,
): Kind<Word> => ({
  declared: { type: 'string' },
  schema: { type: 'string', enum: words },
  read: (input) => readWord(words, input),
  input: { widget: 'choice', ...(labels && { labels }), ...(descriptions && { descriptions }) },
});

function readWord<Word extends string>(words: readonly Word[], input: unknown): Word {
  const word = words.find((known) => known === input);
  if (word === undefined) throw new Invalid(`Must be one of: ${words.join(', ')}.`);
  return word;
}

/** Documented as an enumeration; other values are accepted and mean the default. */
export const lenientChoice = (words: readonly string[]): Kind<string> => ({
  ...filterText,
  schema: { type: 'string', enum: words },
});

/** One or several values of an enumeration, separated by commas. */
export const choices = <Word extends string>(words: readonly Word[]): Kind<readonly Word[]> => ({
  declared: { type: 'string' },
  schema: { type: 'string', examples: [words.slice(0, 2).join(',')] },
  read: (input) => {
    const items = readItems(input);
    return (items.length ? items : ['']).map((item) => readWord(words, item));
  },
});

/** Any number of words of an enumeration, as a list or separated by commas. */
export const wordList = <Word extends string>(
  words: readonly Word[],
  texts: Pick<Input, 'labels' | 'headings'> = {},
): Kind<readonly Word[]> => ({
  declared: { type: 'array' },
  schema: { type: 'array', items: { type: 'string', enum: words } },
  read: (input) => [...new Set(readItems(input).map((item) => readWord(words, item)))],
  input: { widget: 'items', ...texts },
});

/** One of the site's languages. */
export const languageChoice = (codes: readonly string[]): Kind<string> => ({
  declared: { type: 'string', enum: codes },
  schema: { type: 'string', enum: codes },
  read: (input) => {
    const code = codes.find((known) => known === input);
    if (code === undefined) throw new Invalid(`Must be one of: ${codes.join(', ')}.`, 'rest_not_in_enum');
    return code;
  },
  input: { widget: 'choice' },
});

export const statusChoice = choice<Status>(statuses);

function readStatus(word: unknown): Status {
  const status = statuses.find((known) => known === word);
  if (status === undefined) throw new Invalid(`Must be any, or a list of: ${statuses.join(', ')}.`);
  return status;
}

/** Statuses to filter by; empty means all that the caller may read. Statuses other than publish require write. */
export const statusList: Kind<readonly Status[]> = {
  declared: { type: 'string' },
  schema: { type: 'string', examples: ['publish', 'draft,pending', 'any'] },
  read: (input, call) => {
    const words = readItems(input);
    const known = words.filter((word) => word !== 'any').map(readStatus);
    if (!may(call.actor, 'write') && !(words.length === 1 && words[0] === 'publish')) {
      throw new Invalid('You can only list published records. Use status=publish.');
    }
    return known.length === words.length ? known : [];
  },
};
