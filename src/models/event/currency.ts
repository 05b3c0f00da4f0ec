// Names of the usual currency symbols; the site's own currency is the dollar.

const names: ReadonlyMap<string, string> = new Map([
  ['', 'USD'],
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['R$', 'BRL'],
]);

/** The code of a symbol; one that has none stands for itself. */
export const currencyOf = (symbol: string): string => names.get(symbol) ?? symbol;

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Whether ISO 4217 knows the code. */
export const isCurrencyCode = (code: string): boolean => codes.has(code);
