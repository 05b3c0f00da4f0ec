// Values of site settings: colours, languages, URL templates of maps, links.
import { accentProblem, formatColor, usualAccent } from '../color.js';
import { type Fields, inputOf, readFields, required } from '../field.js';
import type { Kind } from '../kind.js';
import { Invalid } from '../problem.js';
import type { Schema } from '../schema.js';
import { languageCodesOf } from '../text/language-codes.js';
import { isMapTemplate, isTileTemplate } from '../text/map-template.js';
import { parseSmtpUrl } from '../text/smtp-url.js';
import { isZone } from '../time/zone.js';
import { colorSchema, colorText, readColor } from './color.js';
import { readItems } from './number.js';
import { nameText, readText } from './text.js';
import { webPage } from './web.js';

/** An accent colour that is readable on pages; an empty string for the default. */
export const accentColor: Kind<string> = {
  declared: { type: 'string' },
  schema: colorSchema,
  read: (input) => {
    if (input === '') return '';
    const text = colorText(input);
    const problem = accentProblem(text);
    if (problem !== undefined) throw new Invalid(problem);
    return text;
  },
  input: { widget: 'color', usual: formatColor(usualAccent) },
};

const maxColors = 24;

/** Colours in order, as a list or separated by commas. */
export const colors: Kind<readonly string[]> = {
  declared: { type: 'array', items: { type: 'string' } },
  schema: { anyOf: [{ type: 'array', items: colorSchema, maxItems: maxColors }, { type: 'string' }] },
  read: (input) => {
    const items = readItems(input).map(readColor);
    if (items.length > maxColors) throw new Invalid(`Must contain ${maxColors} items or fewer.`);
    return items;
  },
  input: { widget: 'colors' },
};

const maxLanguages = 20;

/** Language codes, the default first, as a list or separated by commas. */
export const languages: Kind<readonly string[]> = {
  declared: { type: 'array', items: { type: 'string' } },
  schema: {
    anyOf: [{ type: 'array', items: { type: 'string' }, maxItems: maxLanguages }, { type: 'string' }],
    examples: ['en,fr'],
  },
  read: (input) => {
    const codes = languageCodesOf(readItems(input).map((item) => readText(item, 35)));
    if (!codes) throw new Invalid('Must be language codes such as en or fr.');
    if (codes.length > maxLanguages) throw new Invalid(`Must contain ${maxLanguages} items or fewer.`);
    return codes;
  },
  input: { widget: 'languages' },
};

/** A time zone, never empty. */
export const siteZone: Kind<string> = {
  declared: { type: 'string' },
  schema: { type: 'string', minLength: 1, examples: ['Europe/Paris'] },
  read: (input) => {
    const name = readText(input, 100).trim();
    if (!isZone(name)) throw new Invalid('Unknown time zone. Use a name such as Europe/Paris.');
    return name;
  },
  input: { widget: 'zone' },
};

const template = (isValid: (text: string) => boolean, message: string): Kind<string> => ({
  declared: { type: 'string' },
  schema: { type: 'string', maxLength: 500 },
  read: (input) => {
    const text = readText(input, 500).trim();
    if (!isValid(text)) throw new Invalid(message);
    return text;
  },
  input: { widget: 'text' },
});

export const tileTemplate = template(isTileTemplate, 'Must be empty or a URL with {z}, {x} and {y} in its path.');
export const mapTemplate = template(isMapTemplate, 'Must be empty or a URL with {query}, or with {lat} and {lng}.');

/** The URL that paths of the site are appended to; an empty string for none. */
export const siteUrl: Kind<string> = {
  ...webPage,
  read: (input, call) => {
    const url = webPage.read(input, call).replace(/(?<!\/)\/+$/, '');
    if (/[?#@]/.test(url)) throw new Invalid('Must be a URL without user name, query and fragment.');
    return url;
  },
};

/** The name or IP address of a mail server; an empty string switches mail off. */
export const hostName: Kind<string> = {
  declared: { type: 'string' },
  schema: { type: 'string', maxLength: 253 },
  read: (input) => {
    const host = readText(input, 253).trim().toLowerCase();
    if (host !== '' && !/^(?:[\p{L}\p{N}-]+\.)*[\p{L}\p{N}-]+$|^[\da-f.]*:[\da-f:.]*$/u.test(host))
      throw new Invalid('Must be empty or a host name such as smtp.example.org.');
    return host;
  },
  input: { widget: 'text' },
};

/** The URL of a mail server; an empty string switches mail off. */
export const smtpServer: Kind<string> = {
  declared: { type: 'string' },
  schema: { type: 'string', maxLength: 500 },
  read: (input) => {
    const url = readText(input, 500).trim();
    try {
      if (url !== '') parseSmtpUrl(url);
    } catch {
      throw new Invalid('Must be empty or a URL such as smtp://user:password@host:587.');
    }
    return url;
  },
  input: { widget: 'secret' },
};

/** A link in the footer of pages. */
export interface SiteLink {
  readonly label: string;
  readonly url: string;
}

const maxLinks = 12;

export const linkFields: Fields = {
  label: required(nameText(60), 'Text of the link.', { example: 'Imprint' }),
  url: required(webPage, 'URL of the page.', { example: 'https://example.org/imprint' }),
};

export const linkInputSchema: Schema = {
  type: 'object',
  required: Object.keys(linkFields),
  properties: Object.fromEntries(
    Object.entries(linkFields).map(([name, field]) => [
      name,
      { ...field.kind.schema, description: field.about, 'x-input': inputOf(field) },
    ]),
  ),
};

export const siteLinks: Kind<readonly SiteLink[]> = {
  declared: { type: 'array', items: { type: 'object' } },
  schema: { type: 'array', items: { $ref: '#/components/schemas/SiteLinkInput' }, maxItems: maxLinks },
  read: (input, call) => {
    const items = input === '' ? [] : input;
    if (!Array.isArray(items) || items.length > maxLinks)
      throw new Invalid(`Must be a list of at most ${maxLinks} links.`);
    return items.map((item) => {
      if (typeof item !== 'object' || item === null) throw new Invalid('Each link needs a label and a URL.');
      const { given, missing, faults } = readFields(linkFields, item, call, true);
      const [fault] = Object.values(faults);
      if (fault) throw fault;
      if (missing.length || given.url === '') throw new Invalid('Each link needs a label and a URL.');
      return { label: String(given.label), url: String(given.url) };
    });
  },
  input: { widget: 'rows', fields: 'SiteLinkInput' },
};
