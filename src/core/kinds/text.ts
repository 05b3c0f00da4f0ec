// Text: plain on one line, or HTML that is cleaned as it comes in. Text fields want text, never numbers.
import type { Call } from '../call.js';
import type { Widget } from '../input.js';
import type { Kind } from '../kind.js';
import { Invalid } from '../problem.js';
import { cleanHtmlWithin, stripTags, textOfHtml } from '../text/html.js';
import { slugify } from '../text/slug.js';
import { isStorable } from '../text/wellformed.js';

/** Any text that both engines can keep. */
export function readText(input: unknown, max: number): string {
  if (typeof input !== 'string') throw new Invalid('Must be text.');
  if (!isStorable(input)) throw new Invalid('Contains a NUL character or an unpaired surrogate. Remove it.');
  if (input.length > max) throw new Invalid(`Must be ${max} characters or fewer.`);
  return input;
}

/** Plain text on one line. Where clients send rendered text, its entities are decoded. */
export const lineOf = (text: string, { facade }: Pick<Call, 'facade'>): string =>
  facade.decodesEntities ? textOfHtml(text) : stripTags(text);

const text = (read: Kind<string>['read'], limits: object = {}, widget: Widget = 'text'): Kind<string> => ({
  declared: { type: 'string' },
  schema: { type: 'string', ...limits },
  read,
  input: { widget },
});

/** How many times longer than its limit a name may be before its tags are removed. */
const maxNameMarkup = 20;

/** What no record can be called. */
export const isBlankName = (name: string): boolean => name === '' || name === '0';

/** A title or name: plain text that is not blank. */
export const nameText = (max: number): Kind<string> =>
  text(
    (input, call) => {
      const name = lineOf(readText(input, maxNameMarkup * max), call);
      if (isBlankName(name)) throw new Invalid('Must not be empty.');
      if (name.length > max) throw new Invalid(`Must be ${max} characters or fewer.`);
      return name;
    },
    { minLength: 1, maxLength: max },
  );

/** Plain text on one line; empty text clears it. */
export const plainText: Kind<string> = text((input, call) => lineOf(readText(input, 2_000), call), {
  maxLength: 2_000,
});

/** The same for an e-mail address, which nobody judges. */
export const emailText: Kind<string> = { ...plainText, input: { widget: 'email' } };

/** Bytes of UTF-8 that cleaned HTML may take. */
export const maxHtmlBytes = 200_000;
/** Characters that are cleaned at all: pasted markup is often larger than what is left of it. */
export const maxHtmlInput = 500_000;

/** HTML, cleaned to a safe subset for every role; empty text clears it. */
export const htmlText: Kind<string> = text(
  (input) => {
    const html = cleanHtmlWithin(readText(input, maxHtmlInput), maxHtmlBytes);
    if (html === undefined) throw new Invalid(`Must be ${maxHtmlBytes / 1_000} KB or smaller.`);
    return html;
  },
  {},
  'html',
);

/** A slug, cleaned; empty text asks for one to be made. */
export const slugText: Kind<string> = text((input) => slugify(readText(input, 2_000)), { maxLength: 200 }, 'slug');

/** A list parameter that must say something. */
export const filterText: Kind<string> = text(
  (input) => {
    const value = readText(input, 200).trim();
    if (value === '') throw new Invalid('Must not be empty.');
    return value;
  },
  { minLength: 1, maxLength: 200 },
);

/** A password as a credential for reading: never empty. */
export const credentialText: Kind<string> = text(
  (input) => {
    const value = readText(input, 200);
    if (value === '') throw new Invalid('Must not be empty.');
    return value;
  },
  { minLength: 1, maxLength: 200 },
  'secret',
);

/** Characters of a password that someone signs in with. */
export const minPasswordLength = 10;

/** A password to sign in with, as it is chosen. */
export const chosenPassword: Kind<string> = text(
  (input) => {
    const password = readText(input, 200);
    if ([...password].length < minPasswordLength)
      throw new Invalid(`Must be at least ${minPasswordLength} characters.`);
    return password;
  },
  { minLength: minPasswordLength, maxLength: 200 },
  'secret',
);

/** A password that is set; empty text takes it off. */
export const secretText: Kind<string> = text((input) => readText(input, 200), { maxLength: 200 }, 'secret');
