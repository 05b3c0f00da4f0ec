// The OpenAPI document: resources, their fields with labels and widgets, and settings of the site. Tables and forms are
// generated from it.
import { labelIn, nounsOf } from '../i18n/contract';
import type { Choice } from '../ui/choices';
import type { InputInfo, ResourceInfo, SiteInfo } from './generated';
import { send } from './http';
import { capitalised, humanised } from './label';
import { setSiteClock } from './moment';
import { statusLabel } from './status';

export { newOf, thisOf } from '../i18n/contract';
export type { InputInfo, ResourceInfo, SiteInfo } from './generated';
export { humanised } from './label';

/** The keywords of a JSON Schema that forms and tables use. */
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
  /** Help text for organizers; most fields have none. */
  readonly help: string;
  readonly required: boolean;
  readonly schema: SchemaInfo;
  readonly input: InputInfo;
}

/** The choices of a field, with their labels and what they mean. */
export function choicesOf(field: FieldInfo): readonly Choice[] {
  const { schema, input } = field;
  const { descriptions = {}, headings = {} }: Texts = input;
  return (schema.items?.enum ?? schema.enum ?? [])
    .filter((value) => typeof value === 'string')
    .map((value) => ({
      value,
      label: choiceLabel(field, value),
      help: labelIn(descriptions[value] ?? ''),
      heading: labelIn(headings[value] ?? ''),
    }));
}

/** The name of a value wherever it is shown: the definition's, that of a status, or made from the value. */
export function choiceLabel({ input }: FieldInfo, value: string): string {
  const { labels = {} }: Texts = input;
  const label = labels[value];
  return label === undefined ? statusLabel(value) : labelIn(label);
}

/** Texts of choices by value. */
type Texts = { readonly [name in 'labels' | 'descriptions' | 'headings']?: Readonly<Record<string, string>> };

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
    Record<
      string,
      { readonly [method in 'get' | 'delete']?: { readonly parameters?: readonly (ParameterInfo | Reference)[] } }
    >
  >;
  /** Parameters of several operations, by the name that references use. */
  readonly parameters: Readonly<Record<string, ParameterInfo>>;
}

interface Reference {
  readonly $ref: string;
}

interface Document {
  readonly paths: Contract['paths'];
  readonly components: Pick<Contract, 'schemas' | 'parameters'>;
  readonly 'x-resources'?: Contract['resources'];
  readonly 'x-site'?: SiteInfo;
}

/** The rest is for readers: responses, examples and texts. */
const usedParts = 'x-resources,x-site,paths,components.schemas,components.parameters';

/** Replaced by `loadContract` before anything is rendered. */
export let contract: Contract = {
  resources: [],
  site: {
    languages: [],
    timezone: 'UTC',
    time_format: 'language',
    tickets: false,
    geolocation: false,
    recurrence: false,
    maps: { tiles: '', attribution: '' },
    category_colors: [],
  },
  schemas: {},
  paths: {},
  parameters: {},
};

export async function loadContract(): Promise<void> {
  const { body } = await send<Document>('GET', '/doc', { query: { _fields: usedParts } });
  contract = {
    resources: body['x-resources'] ?? contract.resources,
    site: { ...contract.site, ...body['x-site'] },
    schemas: body.components.schemas,
    paths: body.paths,
    parameters: body.components.parameters,
  };
  setSiteClock(contract.site);
}

export function resourceNamed(name: string): ResourceInfo {
  const found = contract.resources.find((resource) => resource.name === name);
  if (!found) throw new TypeError(`unknown resource ${name}`);
  return found;
}

export const resourceAt = (path: string): ResourceInfo | undefined =>
  contract.resources.find((resource) => resource.path === path);

/** The resource of the users themselves: its path has `me`. */
export const accountResource = (): ResourceInfo | undefined =>
  contract.resources.find(({ path }) => `/${path}/me` in contract.paths);

/** The input fields of a resource, in the order of its definition. */
export const fieldsOf = (resourceName: string): readonly FieldInfo[] =>
  fieldsOfSchema(resourceNamed(resourceName).input);

/** The fields of any input schema, such as that of a ticket. */
export function fieldsOfSchema(schemaName: string): readonly FieldInfo[] {
  const { properties = {}, required = [] } = contract.schemas[schemaName] ?? {};
  return Object.entries(properties).map(([name, schema]) => fieldFrom(name, schema, required.includes(name)));
}

function fieldFrom(name: string, schema: SchemaInfo, required: boolean): FieldInfo {
  const input: InputInfo = schema['x-input'] ?? { widget: 'text' };
  const label = input.label === undefined ? humanised(name) : labelIn(input.label);
  return { name, label, help: labelIn(input.help ?? ''), required, schema, input };
}

/** The keys of a record in a response. */
export const responseKeys = ({ schema }: ResourceInfo): Readonly<Record<string, SchemaInfo>> =>
  contract.schemas[schema]?.properties ?? {};

const parametersAt = (path: string, method: 'get' | 'delete'): readonly ParameterInfo[] =>
  (contract.paths[path]?.[method]?.parameters ?? []).flatMap((given) =>
    '$ref' in given ? (contract.parameters[given.$ref.split('/').at(-1) ?? ''] ?? []) : given,
  );

/** Query parameters of the list of a resource. */
export const parametersOf = ({ path }: ResourceInfo): ReadonlyMap<string, ParameterInfo> =>
  new Map(parametersAt(`/${path}`, 'get').map((parameter) => [parameter.name, parameter]));

/** What the user decides when a record is removed, such as who gets the records of a user. */
export const removalFieldsOf = ({ path }: ResourceInfo): readonly FieldInfo[] =>
  parametersAt(`/${path}/{id}`, 'delete').flatMap(({ name, schema }) =>
    schema?.['x-input'] ? [fieldFrom(name, schema, false)] : [],
  );

/** Whether records have this action below their URL, whatever the document calls their ID. */
export const hasAction = ({ path }: ResourceInfo, action: string): boolean =>
  Object.keys(contract.paths).some(
    (known) => /^\/([^/]+)\/\{\w+\}\/(.+)$/.exec(known)?.slice(1).join() === `${path},${action}`,
  );

/** Nouns of a resource: “Images”, “image”, “an image”. */
export const pluralOf = (resource: ResourceInfo): string => capitalised(nounsOf(resource).many);
export const singularOf = (resource: ResourceInfo): string => nounsOf(resource).one;
export const withArticle = (resource: ResourceInfo): string => nounsOf(resource).a;
