// Options of a CSV import, and its limits.
import type { Given } from '../../core/field.js';
import type { csvEncodings, csvMatches, dateFormats } from '../../facades/import-fields.js';

export const csvResources = ['event', 'venue', 'organizer'] as const;
export type CsvResource = (typeof csvResources)[number];
export type CsvEncoding = (typeof csvEncodings)[number];
export type DateFormat = (typeof dateFormats)[number];
export type CsvMatch = (typeof csvMatches)[number];

export interface CsvOptions {
  /** Detected by the columns if absent. */
  readonly resource?: CsvResource;
  /** Detected by the byte order mark if absent, else UTF-8. */
  readonly encoding?: CsvEncoding;
  /** Fields by the name of the column; an empty field ignores the column. Other columns are matched by their names. */
  readonly mapping?: Readonly<Record<string, string>>;
  readonly dateFormat?: DateFormat;
  readonly match?: CsvMatch;
  /** Fields of new records whose row does not have them. */
  readonly defaults?: Given;
  /** Host of our own UIDs: they name the record by its ID. */
  readonly uidHost?: string;
  /** Fetch images from their URLs. */
  readonly images?: boolean;
}

export const maxBytes = 10 * 1_048_576;
export const maxRows = 50_000;
export const maxColumns = 200;
/** UTF-16 units of one cell. */
export const maxCellLength = 65_536;
