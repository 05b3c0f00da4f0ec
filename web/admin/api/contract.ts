// What the service says of itself: its resources, their fields and how a person enters them, and the site. Everything
// the console shows of a resource follows from here.
import type { InputInfo, ResourceInfo, SiteInfo } from './generated';
import { capitalised, humanised } from './label';
import { send } from './wire';

export type { InputInfo, ResourceInfo, SiteInfo } from './generated';
export { humanised } from './label';

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
    const input: InputInfo = property['x-input'] ?? { widget: 'text' };
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
