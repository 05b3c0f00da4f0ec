// A facade: one API over the records. It has a prefix, its switches, the shapes of its records, its endpoints, and the
// form of its errors, list headers and documentation.
import type { Call } from './call.js';
import type { Fields, Given } from './field.js';
import type { Format } from './format.js';
import type { Problem } from './problem.js';
import type { Schema } from './schema.js';
import type { ListPage, Shape } from './shape.js';

/** The ways in which facades differ that the rest of the code asks for. */
export interface Switches {
  /** An unknown id or slug is 404 everywhere, and so is a record that the caller may not read; or it is mostly an invalid
   * parameter, and such a record is 403. */
  readonly unknownIsMissing: boolean;
  /** A trashed record is 410 for those who may know of it, or 403 and readable where the shape says so. */
  readonly trashIsGone: boolean;
  readonly reportsWrongMethod: boolean;
  /** Terms answer a page past the end with an empty list. */
  readonly emptyTermPages: boolean;
  readonly maxPerPage: number;
  /** Impossible days roll over and single letters are zones. */
  readonly lenientDates: boolean;
  readonly offsets: 'honour' | 'ignore';
  /** The zone of strict times that name none. */
  readonly strictZone: 'site' | 'UTC';
  /** A list with a start and no end holds two years from that start, or from today. */
  readonly windowFollowsStart: boolean;
  /** Searching events looks at names of linked records, too. */
  readonly searchesLinks: boolean;
  /** A list without dates holds what is running, too. */
  readonly listsRunning: boolean;
  /** Creating a venue or organizer that exists answers the existing one. */
  readonly reusesExisting: boolean;
  readonly refusesUnknownTerms: boolean;
  /** Titles, names and other plain text come in as rendered HTML: their entities are decoded. */
  readonly decodesEntities: boolean;
  /** Unknown tokens count as none when reading, and a nonce is checked. */
  readonly ignoresUnknownTokens: boolean;
  readonly jsonp: boolean;
  /** OPTIONS tells the schema of a record, too. */
  readonly describesSchema: boolean;
  /** Has what the console works with: forms, previews, people and sessions. */
  readonly console: boolean;
}

const methods = ['GET', 'DELETE', 'POST', 'PUT', 'PATCH'] as const;
export type Method = (typeof methods)[number];
export type RecordAction = 'list' | 'create' | 'read' | 'update' | 'remove';
export type TableAction = 'root' | 'doc' | RecordAction;
/** `custom`: the endpoint has actions of its own. */
export type Action = TableAction | 'custom';

/** Answers from code alone; nothing is stored for it. */
export type StaticAnswer = (call: Call, request: { readonly query: Given; readonly part?: string }) => unknown;

export interface Endpoint {
  /** Below the prefix, in the router's form. */
  readonly path: string;
  /** Below the namespace, in the form that the root route tells. */
  readonly pattern: string;
  readonly shape?: Shape;
  readonly by?: 'id' | 'slug';
  /** The one format of this address; what the request accepts when absent. */
  readonly format?: Format;
  readonly actions: Readonly<Partial<Record<Method, Action>>>;
  /** In place of a shape: what is read here. */
  readonly answer?: StaticAnswer;
  /** Which endpoint of its own this is, and the fields that its methods take. */
  readonly custom?: 'account' | 'passwords' | 'password';
  readonly takes?: Readonly<Partial<Record<Method, Fields>>>;
}

export interface Facade extends Switches {
  readonly name: string;
  /** Path of the namespace, without a trailing slash. */
  readonly prefix: string;
  readonly namespace: string;
  /** Path of the index above the namespace; empty when there is none. */
  readonly index: string;
  /** In the order of the documentation. */
  readonly shapes: readonly Shape[];
  readonly endpoints: readonly Endpoint[];
  /** Schemas that bodies refer to by name, beside those of the shapes themselves. */
  readonly schemas: Readonly<Record<string, Schema>>;
  /** `translate` gives a sentence in the caller's language. */
  readonly errorBody: (problem: Problem, translate: (sentence: string) => string) => unknown;
  readonly listHeaders: (page: ListPage) => Readonly<Record<string, string>>;
  readonly document?: (call: Call) => unknown;
}

export const methodsOf = ({ actions }: Pick<Endpoint, 'actions'>): readonly Method[] =>
  methods.filter((method) => method in actions);

/** The shape of the model with this name. */
export function shapeOf({ shapes, name }: Pick<Facade, 'shapes' | 'name'>, model: string): Shape {
  const shape = shapes.find((one) => one.model.name === model);
  if (!shape) throw new TypeError(`${name} has no shape of ${model}`);
  return shape;
}
