// Text: plain on one line, or HTML that is sanitized on input. Text kinds accept strings only, never numbers.
import type { Call } from '../call.js';
import type { Widget } from '../input.js';
import type { Kind } from '../kind.js';
import { isEmailAddress } from '../mail.js';
import { Invalid } from '../problem.js';
import { cleanHtmlWithin, stripTags, textOfHtml } from '../text/html.js';
import { slugify } from '../text/slug.js';
import { maxTags, tagsIn, tooManyTags } from '../text/tag-count.js';
import { isStorable } from '../text/wellformed.js';
import { searchWords } from '../text/words.js';

/** Any string that both engines can store. */
export function readText(input: unknown, max: number): string {
  if (typeof input !== 'string') throw new Invalid('Must be text.');
  if (!isStorable(input)) throw new Invalid('Contains a NUL character or an unpaired surrogate. Remove it.');
  if (input.length > max) throw new Invalid(`Must be ${max} characters or fewer.`);
  return input;
}

/** Plain text on one line. Decodes HTML entities on facades whose clients send rendered text. */
export const lineOf = (text: string, { facade }: Pick<Call, 'facade'>): string =>
  facade.decodesEntities ? textOfHtml(text) : stripTags(text);

const text = (read: Kind<string>['read'], limits: object = {}, widget: Widget = 'text'): Kind<string> => ({
  declared: { type: 'string' },
  schema: { type: 'string', ...limits },
  read,
  input: { widget },
});

/** Names may be this many times longer than their limit before their tags are stripped. */
const maxNameMarkup = 20;

/** Names that no record can have: empty, and `0`, which existing clients treat as empty. */
export const isBlankName = (name: string): boolean => name === '' || name === '0';

/** A title or name: plain text that is not empty. */
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

/** Plain text on one line; an empty string clears it. */
export const lineText = (max: number): Kind<string> =>
  text((input, call) => lineOf(readText(input, max), call), { maxLength: max });

export const plainText = lineText(2_000);

/** Plain text for an email address, which is not validated. */
export const emailText: Kind<string> = { ...plainText, input: { widget: 'email' } };

/** One email address, which mails can be sent to; an empty string clears it. */
export const mailAddress: Kind<string> = text(
  (input) => {
    const address = readText(input, 2_000).trim();
    if (address !== '' && !isEmailAddress(address)) throw new Invalid('Must be an email address.');
    return address;
  },
  { maxLength: 254 },
  'email',
);

/** Maximum size of sanitized HTML, in bytes of UTF-8. */
export const maxHtmlBytes = 200_000;
/** Maximum length of HTML before sanitizing, in characters: pasted markup often shrinks. */
export const maxHtmlInput = 500_000;

function checkHtml(input: unknown): string {
  const given = readText(input, maxHtmlInput);
  if (tagsIn(given) > maxTags) throw tooManyTags;
  return given;
}

/** HTML, sanitized for every role; an empty string clears it. */
export const htmlText: Kind<string> = {
  ...text(
    (input) => {
      const html = cleanHtmlWithin(checkHtml(input), maxHtmlBytes);
      if (html === undefined) throw new Invalid(`Must be ${maxHtmlBytes / 1_000} KB or smaller.`);
      return html;
    },
    {},
    'html',
  ),
  check: checkHtml,
};

/** A slug, normalized; an empty string requests a generated one. */
export const slugText: Kind<string> = text((input) => slugify(readText(input, 2_000)), { maxLength: 200 }, 'slug');

/** A list parameter that must not be empty. */
export const filterText: Kind<string> = text(
  (input) => {
    const value = readText(input, 200).trim();
    if (value === '') throw new Invalid('Must not be empty.');
    return value;
  },
  { minLength: 1, maxLength: 200 },
);

/** A list parameter with words to look for. */
export const searchedText: Kind<string> = {
  ...filterText,
  read: (input, call) => {
    const value = filterText.read(input, call);
    searchWords(value);
    return value;
  },
};

/** A password sent as a credential; never empty. */
export const credentialText: Kind<string> = text(
  (input) => {
    const value = readText(input, 200);
    if (value === '') throw new Invalid('Must not be empty.');
    return value;
  },
  { minLength: 1, maxLength: 200 },
  'secret',
);

/** Minimum length of a sign-in password, in characters. */
export const minPasswordLength = 10;

/** A new sign-in password. */
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

/** The password of a record; an empty string removes it. */
export const secretText: Kind<string> = text((input) => readText(input, 200), { maxLength: 200 }, 'secret');
