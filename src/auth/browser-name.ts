// A short name of a browser from its User-Agent header, for the list of sessions: `Firefox · Windows`.

/** In order: browsers name the ones they are compatible with as well. */
const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|Chromium|HeadlessChrome|CriOS)\//],
  ['Safari', /^(?=.*\bVersion\/).*\bSafari\//],
];

const systems: readonly (readonly [string, RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac(intosh| OS X)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

const maxLength = 100;

const nameIn = (names: readonly (readonly [string, RegExp])[], text: string): string | undefined =>
  names.find(([, pattern]) => pattern.test(text))?.[0];

/** Another program is shown by the first word of its header; empty without a header. */
export function browserName(userAgent = ''): string {
  // Bounds the time of the patterns above.
  const text = userAgent.slice(0, 500);
  const known = [nameIn(browsers, text), nameIn(systems, text)].flatMap((name) => name ?? []);
  if (known.length > 0) return known.join(' · ');
  const [word = ''] = text.trim().split(/[^\w./+-]/, 1);
  return word.slice(0, maxLength);
}
