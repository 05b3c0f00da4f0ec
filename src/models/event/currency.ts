// ISO 4217 codes of common currency symbols. The default currency is the US dollar.

const names: ReadonlyMap<string, string> = new Map([
  ['', 'USD'],
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['R$', 'BRL'],
]);

/** The code of a symbol; an unknown symbol is returned unchanged. */
export const currencyOf = (symbol: string): string => names.get(symbol) ?? symbol;

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

export const isCurrencyCode = (code: string): boolean => codes.has(code);
