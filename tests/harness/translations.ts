// Compares the texts of a language with the English ones: nothing missing, the same placeholders and arguments, no
// sentence left in English. Types ensure most of it; this also looks inside functions and tables by English text.

type Texts = Readonly<Record<string, unknown>>;
type Text = (...args: readonly unknown[]) => unknown;

const isTexts = (value: unknown): value is Texts => typeof value === 'object' && value !== null;

const resource = { name: 'event', noun: { one: 'event', many: 'events', a: 'an event' } };

/** Arguments for a text whose parameters have unknown types: words, large numbers, one, lists, resources. */
const samples: readonly (readonly unknown[])[] = [
  ['kaq', 'kbq', 'kcq'],
  [41, 42, 43],
  [1, 1, 1],
  [['kaq'], ['kbq'], ['kcq']],
  ['kaq', 42, 43],
  ['kaq', 'kbq', 43],
  [41, 'kbq', 'kcq'],
  [resource, 'kbq', 'kcq'],
];

const placeholders = (text: string): string => (text.match(/\{\w*\}/g) ?? []).sort().join(' ');
const argumentsIn = (text: string): readonly string[] => text.toLowerCase().match(/k[abc]q|4[123]/g) ?? [];
const isSentence = (text: string): boolean => (text.match(/(?<![\w./])[a-z]{2,}(?![\w/]|\.\w)/g) ?? []).length >= 3;

function* stringFaults(english: string, translated: unknown, path: string): Generator<string> {
  if (typeof translated !== 'string' || (translated.trim() === '' && english.trim() !== '')) yield `${path} is missing`;
  else if (placeholders(translated) !== placeholders(english)) yield `${path} has other placeholders`;
  else if (translated === english && isSentence(english)) yield `${path} is English`;
  else if (/undefined|NaN|\[object/.test(translated)) yield `${path} lacks a word: ${translated}`;
  else {
    const lost = argumentsIn(english).filter((argument) => !argumentsIn(translated).includes(argument));
    if (lost.length) yield `${path} does not show ${lost}: ${translated}`;
  }
}

/** The result of the English function; undefined if it takes other arguments. */
function resultOf(text: Text, given: readonly unknown[]): unknown {
  try {
    const result = text(...given);
    return /undefined|NaN|\[object/.test(JSON.stringify(result) ?? 'undefined') ? undefined : result;
  } catch {
    return undefined;
  }
}

function* functionFaults(english: Text, translated: Text, path: string): Generator<string> {
  for (const given of samples) {
    const expected = resultOf(english, given);
    // A function that returns its argument says nothing about it.
    if (expected === undefined || expected === given[0]) continue;
    yield* translationFaults(expected, translated(...given), `${path}(${given})`);
  }
}

/** What is wrong with `translated`, as sentences. */
export function* translationFaults(english: unknown, translated: unknown, path = ''): Generator<string> {
  if (typeof english === 'string') yield* stringFaults(english, translated, path);
  else if (typeof english === 'function' && typeof translated === 'function')
    yield* functionFaults(english as Text, translated as Text, path);
  else if (isTexts(english) && isTexts(translated))
    for (const [name, text] of Object.entries(english))
      yield* translationFaults(text, translated[name], `${path}.${name}`);
  else if (typeof english !== typeof translated) yield `${path} is missing`;
}

/** The same for a table by English text. */
export function* tableFaults(table: Readonly<Record<string, string>>): Generator<string> {
  for (const [english, translated] of Object.entries(table)) yield* stringFaults(english, translated, english);
}
