// Parses one amount as people type it: `1,234.56`, `1.234,56`, `1 234`, `10,50`, `.5`.

// Groups of three digits (in India of two, except the last), then an optional fraction after another separator.
const GROUPED = /^([1-9]\d{0,2}([.,' ’])(?:(?:\d{3}\2)*|(?:\d{2}\2)*)\d{3})(?:(?!\2)[.,](\d*))?$/;

const PLAIN = /^(\d*)(?:\.(\d*)|,(\d{0,3}))?$/;

// Digits that a number represents exactly; longer ones are typing errors or telephone numbers.
const MAX_DIGITS = 15;

function formatted(whole: string, fraction: string | undefined): string | undefined {
  const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  if (digits.length + (fraction ?? '').length > MAX_DIGITS) return undefined;
  return fraction ? `${digits}.${fraction}` : digits;
}

/**
 * The amount with a decimal point and without grouping, digits as typed (`10,50` is `10.50`); undefined if it is not an
 * amount. A separator before exactly three last digits groups (`1,000`, `1.000`), unless a zero precedes it.
 */
export function readAmount(typed: string): string | undefined {
  const grouped = GROUPED.exec(typed);
  if (grouped !== null) return formatted(grouped[1] ?? '', grouped[3]);
  const plain = PLAIN.exec(typed);
  if (plain === null || !/\d/.test(typed)) return undefined;
  return formatted(plain[1] ?? '', plain[2] ?? plain[3]);
}

/** All amounts in a text, in order. */
export function amountsIn(text: string): readonly string[] {
  const typed = [...text.matchAll(/\d+(?:[.,']\d+)*/g)].map(([amount]) => amount);
  const readable = typed.flatMap((amount) => (readAmount(amount) === undefined ? amount.split(/\D/) : [amount]));
  return readable.flatMap((amount) => readAmount(amount) ?? []);
}
