// JSON of feeds: on one line in every sense, and with Unicode that every parser accepts.

/** Line breaks to some readers of text, but not to JSON. */
const breaks = /[\u0085\u2028\u2029]/g;
const loneSurrogate = /\\ud[89a-f]/;

const wellFormed = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  const valid = loneSurrogate.test(text) ? JSON.stringify(value, wellFormed) : text;
  return valid.replace(breaks, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The start of an object that continues with a list of items, whose parts `separated` joins. */
export const openList = (head: object, list: string): string => `${jsonText(head).slice(0, -1)},"${list}":[`;

/** Puts a comma before every item but the first. */
export function separated<Item>(write: (item: Item, index: number) => unknown): (item: Item) => string {
  let index = 0;
  return (item) => {
    const text = `${index === 0 ? '\n' : ',\n'}${jsonText(write(item, index))}`;
    index += 1;
    return text;
  };
}
