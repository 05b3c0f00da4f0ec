// A facade: one API over the models, with its prefix, switches, shapes, endpoints, error body, list headers and
// documentation.
import { type Actor, may, type Right } from './actor.js';
import type { Call } from './call.js';
import type { Fields } from './field.js';
import type { Format } from './format.js';
import type { OutputTable } from './output.js';
import type { Problem } from './problem.js';
import type { Schema } from './schema.js';
import type { ListPage, Shape } from './shape.js';
import type { Extensions, Site } from './site.js';
import type { DateReading } from './time/date-text.js';

/** The differences between facades that generic code depends on. */
export interface Switches {
  /** True: an unknown ID or slug, or a record that the caller may not read, is 404. False: the shape decides, mostly an
   * invalid parameter, and an unreadable record is 403. */
  readonly unknownIsMissing: boolean;
  /** True: a trashed record is 410 for callers who may read it. False: it is 403, or readable if the shape allows it. */
  readonly trashIsGone: boolean;
  readonly reportsWrongMethod: boolean;
  /** Lists of terms return an empty page past the end instead of 404. */
  readonly emptyTermPages: boolean;
  readonly maxPerPage: number;
  readonly dates: DateReading;
  readonly offsets: 'honour' | 'ignore';
  /** The time zone of strict dates without an offset. */
  readonly strictZone: 'site' | 'UTC';
  /** The default end of a list is two years after its start instead of after today. */
  readonly windowFollowsStart: boolean;
  /** Links to other pages of a list name its default window, page size and status, too. */
  readonly linksNameDefaults: boolean;
  /** The search of events includes the names of linked records. */
  readonly searchesLinks: boolean;
  /** A list without dates includes events that are running now. */
  readonly listsRunning: boolean;
  /** Creating a venue or organizer that exists returns the existing one. */
  readonly reusesExisting: boolean;
  readonly refusesUnknownTerms: boolean;
  /** Clients send plain text such as titles as rendered HTML: decode its entities. */
  readonly decodesEntities: boolean;
  /** GET requests ignore unknown tokens, and a nonce is verified. */
  readonly ignoresUnknownTokens: boolean;
  readonly jsonp: boolean;
  /** OPTIONS includes the schema of a record. */
  readonly describesSchema: boolean;
  /** Serves the admin console: forms, previews, users and sessions. */
  readonly console: boolean;
}

const methods = ['GET', 'DELETE', 'POST', 'PUT', 'PATCH'] as const;
export type Method = (typeof methods)[number];
/** `upsert`: creates or updates the record with an external ID. */
export type RecordAction = 'list' | 'create' | 'read' | 'update' | 'upsert' | 'remove';
/** `feed`: the list or the record in a feed format. */
export type TableAction = 'root' | 'doc' | 'feed' | RecordAction;
/** `custom`: an operation of the endpoint instead of a generic action. */
export type Action = TableAction | 'custom';

/** How the path names a record. */
export type LookedUpBy = 'id' | 'slug' | 'date' | 'external';

/** One method of an endpoint that no table action serves: who may call it, what it takes and returns, and its handler. */
export interface Operation {
  /** Checked before the handler runs. Rights on a single record are checked by the handler. */
  readonly right: Right | 'signed-in' | 'anyone';
  /** `own`: the handler spends write tokens itself. By default a change of a signed-in caller costs one. */
  readonly cost?: 'own';
  /** `ignored`: the request is anonymous, whatever it sends. `session`: only a session counts. */
  readonly credentials?: 'ignored' | 'session';
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: { readonly name: string; readonly description: string };
  readonly input?: Fields;
  readonly output: OutputTable;
  /** `http/handler.ts` has its type. */
  readonly handler: (...parts: never[]) => Promise<unknown>;
  /** `refused`: the change cannot be rolled back. */
  readonly dryRun?: 'refused' | 'undocumented';
  /** Status code of success; 200 by default. */
  readonly statusCode?: 201 | 202;
  /** Further status codes with the same body: 202 for work that goes on after the response. */
  readonly otherStatusCodes?: readonly (200 | 202)[];
  /** Example of the response, if that of the output does not fit; a function if it is computed. */
  readonly example?: unknown;
  /** Description of the response; that of the output by default. */
  readonly result?: string;
  /** Names of headers of the response beside the usual ones. */
  readonly headers?: readonly string[];
  /** Media type of the response; JSON by default. The output is one line of it. */
  readonly mediaType?: string;
  /** Media type of a stream that the response can be instead. */
  readonly streamType?: string;
  /** Media type of a long body, which is received into a file. The fields are parameters of the query. */
  readonly bodyType?: string;
  /** Problems of the handler beside invalid fields, missing rights and rate limits. */
  readonly problems?: readonly Problem[];
}

export function mayCall(actor: Actor, right: Operation['right']): boolean {
  if (right === 'anyone') return true;
  return right === 'signed-in' ? actor.id !== 0 : may(actor, right);
}

/** A variable part of the path of a custom endpoint. */
export interface PathPart {
  readonly description: string;
  readonly schema: Schema;
  readonly example: unknown;
}

export interface Endpoint {
  /** Path below the prefix, in the syntax of the router. */
  readonly path: string;
  /** Path below the namespace as a regular expression, if it is not derived from the path. */
  readonly pattern?: string;
  readonly shape?: Shape;
  readonly by?: LookedUpBy;
  /** For an endpoint below a record: the path parameter with its ID, which is also a filter of the list. */
  readonly within?: string;
  /** Name of the model of that record, if it is another one than that of the list. */
  readonly owner?: string;
  /** Operation ID and summary, if the shape's do not fit. */
  readonly titles?: Readonly<Partial<Record<Method, { readonly operationId: string; readonly summary: string }>>>;
  /** The only format of this endpoint; negotiated by `Accept` if absent. */
  readonly format?: Format;
  readonly actions: Readonly<Partial<Record<Method, Action>>>;
  readonly operations?: Readonly<Partial<Record<Method, Operation>>>;
  readonly parts?: Readonly<Record<string, PathPart>>;
  /** Bytes of a request body, if another limit than the general one applies. */
  readonly bodyLimit?: number;
  /** Shapes whose records the operations of a batch may change. */
  readonly batched?: readonly Shape[];
  /** Lists whose changes it returns. Their records do not depend on the time, and the fields include the filters of the
   * first. */
  readonly follows?: readonly [Shape, ...Shape[]];
  /** Without this extension the endpoint does not exist. */
  readonly extension?: Exclude<keyof Extensions, 'languages'>;
}

export interface Facade extends Switches {
  readonly name: string;
  /** Path of the namespace, without a trailing slash. */
  readonly prefix: string;
  readonly namespace: string;
  /** Path of the index above the namespace; empty if there is none. */
  readonly index: string;
  /** In the order of the documentation. */
  readonly shapes: readonly Shape[];
  readonly endpoints: readonly Endpoint[];
  /** First parts of paths and their former names, which lead to the same endpoints without being documented. */
  readonly pathAliases?: Readonly<Record<string, string>>;
  /** Schemas that bodies refer to by name, in addition to those of the shapes. */
  readonly schemas: Readonly<Record<string, Schema>>;
  /** `translate` returns a message in the language of the caller. */
  readonly errorBody: (problem: Problem, translate: (sentence: string) => string) => unknown;
  readonly listHeaders: (page: ListPage) => Readonly<Record<string, string>>;
  readonly document?: (call: Call) => unknown;
}

/** The path of an endpoint and that under the former name of its resource. */
export function pathsOf({ pathAliases = {} }: Facade, { path }: Endpoint): readonly string[] {
  const [, first = '', ...rest] = path.split('/');
  const alias = pathAliases[first];
  return alias === undefined ? [path] : [path, ['', alias, ...rest].join('/')];
}

/** The path as a regular expression, as the namespace route lists it. */
export const patternOf = ({ path, pattern }: Pick<Endpoint, 'path' | 'pattern'>): string =>
  pattern ??
  path
    .replaceAll('.', '\\.')
    .replace(/:(\w+)(?:\(\^([^/()]*)\$\))?/g, (_, name, syntax = '[^/]+') => `(?P<${name}>${syntax})`);

/** The fields that an operation takes. */
export const inputFields = ({ operations }: Pick<Endpoint, 'operations'>, method: Method): Fields =>
  operations?.[method]?.input ?? {};

/** The endpoints of a facade, without those of inactive extensions. */
export const endpointsOf = ({ endpoints }: Pick<Facade, 'endpoints'>, site: Site): readonly Endpoint[] =>
  endpoints.filter(({ extension }) => extension === undefined || site[extension]);

export const methodsOf = ({ actions }: Pick<Endpoint, 'actions'>): readonly Method[] =>
  methods.filter((method) => method in actions);

/** The shape of the model with this name. */
export function shapeOf({ shapes, name }: Pick<Facade, 'shapes' | 'name'>, model: string): Shape {
  const shape = shapes.find((one) => one.model.name === model);
  if (!shape) throw new TypeError(`${name} has no shape of ${model}`);
  return shape;
}
