// What the service says of itself: its resources, their fields and how a person enters them, and the site. Everything
// the console shows of a resource follows from here.
import { capitalised, humanised } from './label';
import { send } from './wire';

export { humanised } from './label';

export interface ResourceInfo {
  readonly name: string;
  /** Last segment of the collection's address. */
  readonly path: string;
  readonly schema: string;
  /** What people call its records. */
  readonly noun: { readonly one: string; readonly a: string; readonly many: string };
  readonly input: string;
  /** The field that names a record. */
  readonly label: string;
  readonly removal: 'trash' | 'erase';
  /** What somebody must be allowed to change any of it. */
  readonly right: string;
  /** What somebody must be allowed to see any of it, where not everybody may. */
  readonly read?: string;
  readonly statuses?: readonly string[];
  /** The field that takes a file. */
  readonly upload?: string;
  /** The field that holds the record above. */
  readonly tree?: string;
}

export interface SiteInfo {
  readonly languages: readonly string[];
  readonly timezone: string;
  readonly tickets: boolean;
  readonly geolocation: boolean;
}

/** As much of a JSON Schema as forms and tables look at. */
export interface SchemaInfo {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly examples?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaInfo>>;
  readonly items?: SchemaInfo;
  readonly anyOf?: readonly SchemaInfo[];
  readonly 'x-input'?: InputInfo;
}

/** How a person enters a value. */
export interface InputInfo {
  readonly widget: string;
  /** Kept in every language. */
  readonly spoken?: boolean;
  /** Only when the record is made. */
  readonly initial?: boolean;
  /** Name of the resource that it refers to. */
  readonly resource?: string;
  /** Schema of a record that is made on the way. */
  readonly fields?: string;
  readonly options?: readonly string[];
  /** The field that this one is another spelling of. */
  readonly same?: string;
  /** What somebody must be allowed to set it. */
  readonly right?: string;
  /** What the site must have switched on. */
  readonly needs?: string;
  /** What the form calls it. */
  readonly label?: string;
  /** What to enter and what it does. */
  readonly help?: string;
  /** The part of the form that it belongs to; without one its widget decides. */
  readonly group?: string;
}

export interface FieldInfo {
  readonly name: string;
  readonly label: string;
  /** Help for the person who fills it in; mostly none. */
  readonly about: string;
  readonly required: boolean;
  readonly schema: SchemaInfo;
  readonly input: InputInfo;
}

export interface ParameterInfo {
  readonly name: string;
  readonly description?: string;
  readonly schema?: SchemaInfo;
}

export interface Contract {
  readonly resources: readonly ResourceInfo[];
  readonly site: SiteInfo;
  readonly schemas: Readonly<Record<string, SchemaInfo>>;
  readonly paths: Readonly<
    Record<string, { readonly get?: { readonly parameters?: readonly Partial<ParameterInfo>[] } }>
  >;
}

interface Document {
  readonly paths: Contract['paths'];
  readonly components: { readonly schemas: Contract['schemas'] };
  readonly 'x-resources'?: Contract['resources'];
  readonly 'x-site'?: SiteInfo;
}

/** Nothing is shown before it is loaded. */
export let contract: Contract = {
  resources: [],
  site: { languages: [], timezone: 'UTC', tickets: false, geolocation: false },
  schemas: {},
  paths: {},
};

export async function loadContract(): Promise<void> {
  const { body } = await send<Document>('GET', '/doc');
  contract = {
    resources: body['x-resources'] ?? contract.resources,
    site: { ...contract.site, ...body['x-site'] },
    schemas: body.components.schemas,
    paths: body.paths,
  };
}

export function resourceNamed(name: string): ResourceInfo {
  const found = contract.resources.find((resource) => resource.name === name);
  if (!found) throw new TypeError(`nothing is called ${name}`);
  return found;
}

export const resourceAt = (path: string): ResourceInfo | undefined =>
  contract.resources.find((resource) => resource.path === path);

/** What a person may enter of a resource, in the order of the definition. */
export const fieldsOf = (resourceName: string): readonly FieldInfo[] =>
  fieldsOfSchema(resourceNamed(resourceName).input);

/** The same of any input schema, such as that of a record that is made on the way. */
export function fieldsOfSchema(schemaName: string): readonly FieldInfo[] {
  const { properties = {}, required = [] } = contract.schemas[schemaName] ?? {};
  return Object.entries(properties).map(([name, property]) => {
    const input = property['x-input'] ?? { widget: 'text' };
    const label = input.label ?? humanised(name);
    return { name, label, about: input.help ?? '', required: required.includes(name), schema: property, input };
  });
}

/** The keys of an answered record. */
export const answeredKeys = ({ schema }: ResourceInfo): Readonly<Record<string, SchemaInfo>> =>
  contract.schemas[schema]?.properties ?? {};

/** The parameters that a list of this resource takes. */
export const parametersOf = ({ path }: ResourceInfo): ReadonlyMap<string, Partial<ParameterInfo>> =>
  new Map(
    (contract.paths[`/${path}`]?.get?.parameters ?? []).flatMap((given) => (given.name ? [[given.name, given]] : [])),
  );

/** What many records of a resource are called (“Images”), one of them (“image”), and one with its article (“an image”). */
export const manyOf = ({ noun }: ResourceInfo): string => capitalised(noun.many);
export const oneOf = ({ noun }: ResourceInfo): string => noun.one;
export const anyOf = ({ noun }: ResourceInfo): string => noun.a;
