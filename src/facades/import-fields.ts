// Fields of a request that imports a file.
import { sourceName } from '../core/external.js';
import { type Fields, type Given, optional } from '../core/field.js';
import type { Kind } from '../core/kind.js';
import { choice } from '../core/kinds/choice.js';
import { flag } from '../core/kinds/flag.js';
import { zone } from '../core/kinds/moment.js';
import { readItems } from '../core/kinds/number.js';
import { lineText } from '../core/kinds/text.js';
import { webPage } from '../core/kinds/web.js';
import { Upload } from '../core/picture.js';
import { Invalid } from '../core/problem.js';

export const fileFormats = ['csv', 'ical'] as const;
export type FileFormat = (typeof fileFormats)[number];

export const csvEncodings = ['utf-8', 'utf-16', 'latin-1'] as const;
/** Order of the parts of a date in digits; any separator is accepted. */
export const dateFormats = ['YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY'] as const;
/** Columns that identify a record. */
export const csvMatches = ['external_id', 'uid', 'title+start', 'title+start+end'] as const;
export const csvPaths = ['events', 'venues', 'organizers'] as const;

/** The file and the multipart format around it. */
export const importBodyLimit = 11 * 1_048_576;

const dataUrl = /^data:[\w.+/-]{0,100}(?:;[\w=-]{1,50}){0,3};base64,/;

const uploadedFile: Kind<Upload> = {
  declared: { type: 'string' },
  schema: { type: 'string', description: 'File of up to 10 MiB. In JSON a base64 `data:` URL.' },
  read: (input) => {
    if (input instanceof Upload) return input;
    const [head] = (typeof input === 'string' && dataUrl.exec(input.slice(0, 300))) || [];
    if (head === undefined) throw new Invalid('Must be a file.');
    return new Upload(Buffer.from(String(input).slice(head.length), 'base64'), '');
  },
};

const maxNames = 200;

/** An object of texts, in forms as JSON text. */
function readObject(input: unknown): Given {
  let value = input;
  if (typeof input === 'string') {
    try {
      value = input.trim() === '' ? {} : JSON.parse(input.slice(0, 100_000));
    } catch {
      throw new Invalid('Must be an object, or JSON text of one.');
    }
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject || Object.keys(value as Given).length > maxNames)
    throw new Invalid('Must be an object, or JSON text of one.');
  return value as Given;
}

const mapping: Kind<Readonly<Record<string, string>>> = {
  declared: { type: 'object' },
  schema: { anyOf: [{ type: 'object', additionalProperties: { type: 'string' } }, { type: 'string' }] },
  read: (input) => {
    const given = readObject(input);
    if (!Object.values(given).every((field) => typeof field === 'string'))
      throw new Invalid('Must have the name of a field for each column.');
    return given as Readonly<Record<string, string>>;
  },
};

const statuses = choice(['publish', 'draft', 'pending', 'private']);
const name = lineText(200);

/** Fields of new records, as their resource has them. */
const defaults: Kind<Given> = {
  declared: { type: 'object' },
  schema: {
    anyOf: [
      {
        type: 'object',
        additionalProperties: false,
        properties: {
          status: statuses.schema,
          categories: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }] },
          venue: { type: 'string' },
          timezone: { type: 'string' },
        },
      },
      { type: 'string' },
    ],
  },
  read: (input, call) => {
    const { status, categories, venue, timezone, ...others } = readObject(input);
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) throw new Invalid('Can have status, categories, venue and timezone only.');
    const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';
    return {
      ...(isGiven(status) && { status: statuses.read(status, call) }),
      ...(isGiven(categories) && { categories: readItems(categories).map((item) => name.read(item, call)) }),
      ...(isGiven(venue) && { venue: [{ venue: name.read(venue, call) }] }),
      ...(isGiven(timezone) && { timezone: zone.read(timezone, call) }),
    };
  },
};

export const importFields: Fields = {
  file: optional(uploadedFile, 'The file to import. Either this or `url` is required.', {
    bodyOnly: true,
    example: 'data:text/csv;base64,dGl0bGUsc3RhcnQKRmFpciwyMDI3LTEwLTA5Cg==',
  }),
  url: optional(webPage, 'URL to fetch the file from.', { example: 'https://old.example/events.csv' }),
  format: optional(choice(fileFormats), 'Format of the file. Default: detected by its name and content.', {
    example: 'csv',
  }),
  source: optional(
    sourceName,
    'Name of the system that the records come from. A later import with the same source updates them. Default: the format.',
    { example: 'box-office' },
  ),
  resource: optional(choice(csvPaths), 'CSV: resource of the rows. Default: detected by the columns.', {
    example: 'events',
  }),
  mapping: optional(mapping, 'CSV: fields by the names of columns; an empty field ignores the column.', {
    example: { Headline: 'title' },
  }),
  date_format: optional(
    choice(dateFormats),
    'CSV: order of dates in digits. Without it, ambiguous dates are reported.',
    {
      example: 'DD/MM/YYYY',
    },
  ),
  encoding: optional(choice(csvEncodings), 'CSV: encoding of a file without a byte order mark. Default: `utf-8`.', {
    example: 'latin-1',
  }),
  match: optional(
    choice(csvMatches),
    'CSV: columns that identify a record. Default: `external_id` where a row has one, otherwise title, start and end.',
    { example: 'external_id' },
  ),
  images: optional(flag, 'CSV: `true` fetches images from their URLs.', { documentedDefault: false, example: false }),
  overwrite: optional(flag, '`true` also updates records that someone changed here since the last import.', {
    documentedDefault: false,
    example: false,
  }),
  defaults: optional(defaults, 'Fields of new records that the file does not give.', {
    example: { status: 'draft', timezone: 'Europe/Paris' },
  }),
  dry_run: optional(flag, '`true` returns the report and the first records without saving anything.', {
    documentedDefault: false,
    example: true,
  }),
};
