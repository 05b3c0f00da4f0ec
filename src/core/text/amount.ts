// Reads one amount as people type it: `1,234.56`, `1.234,56`, `1 234`, `10,50`, `.5`.

// Groups of three (in India of two, but for the last), then perhaps a fraction behind another mark.
const GROUPED = /^([1-9]\d{0,2}([.,' ’])(?:(?:\d{3}\2)*|(?:\d{2}\2)*)\d{3})(?:(?!\2)[.,](\d*))?$/;

const PLAIN = /^(\d*)(?:\.(\d*)|,(\d{0,3}))?$/;

// More digits than a number holds exactly are no price but a slip or a telephone number.
const MAX_DIGITS = 15;

function formatted(whole: string, fraction: string | undefined): string | undefined {
  const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  if (digits.length + (fraction ?? '').length > MAX_DIGITS) return undefined;
  return fraction ? `${digits}.${fraction}` : digits;
}

/**
 * The amount with a decimal point and no grouping, its digits as typed (`10,50` is `10.50`); undefined when it is no
 * amount. A mark in front of exactly three last digits groups (`1,000`, `1.000`), unless they follow a zero.
 */
export function readAmount(typed: string): string | undefined {
  const grouped = GROUPED.exec(typed);
  if (grouped !== null) return formatted(grouped[1] ?? '', grouped[3]);
  const plain = PLAIN.exec(typed);
  if (plain === null || !/\d/.test(typed)) return undefined;
  return formatted(plain[1] ?? '', plain[2] ?? plain[3]);
}

/** The amounts that occur in a text, in its order. */
export function amountsIn(text: string): readonly string[] {
  const typed = [...text.matchAll(/\d+(?:[.,']\d+)*/g)].map(([amount]) => amount);
  const readable = typed.flatMap((amount) => (readAmount(amount) === undefined ? amount.split(/\D/) : [amount]));
  return readable.flatMap((amount) => readAmount(amount) ?? []);
}
