// JSON-LD checked by an independent validator: every type and property must be one of schema.org. What search engines ask of
// events beyond that is a table, because the validator has no rules for events.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
// @ts-expect-error: the package has no types.
import Validator from '@adobe/structured-data-validator';

type Data = Readonly<Record<string, unknown>>;

/** The vocabulary as the validator expects it, from its triples. */
function vocabulary() {
  const file = createRequire(import.meta.url).resolve('@vocabulary/schema/schema.nq');
  const entities = new Map<string, Record<string, unknown>>();
  const lists = { subClassOf: 'rdfs:subClassOf', domainIncludes: 'schema:domainIncludes' };
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, id = '', predicate = '', value = ''] = /^<([^>]+)> <[^>]*[/#]([^>/#]+)> <([^>]+)>/.exec(line) ?? [];
    const entity = entities.get(id) ?? { '@id': id };
    entities.set(id, entity);
    const name = value.split('#')[1];
    if (predicate === 'type' && (name === 'Class' || name === 'Property'))
      entity['@type'] = name === 'Class' ? 'rdfs:Class' : 'rdf:Property';
    const key = lists[predicate as keyof typeof lists];
    if (key) entity[key] = [...((entity[key] as object[] | undefined) ?? []), { '@id': value }];
  }
  return { '@graph': [...entities.values()] };
}

const required = ['name', 'startDate', 'location', 'location.address'];
const recommended = [
  ...['description', 'endDate', 'eventStatus', 'image', 'location.name', 'organizer', 'performer', 'offers'],
  ...['organizer.name', 'organizer.url'],
  ...['offers.availability', 'offers.price', 'offers.priceCurrency', 'offers.url', 'offers.validFrom'],
];

/** Of one item, or of the first of several. */
function valueAt(data: unknown, path: string): unknown {
  return path.split('.').reduce((at, name) => {
    const one = (Array.isArray(at) ? at[0] : at) as Data | undefined;
    return one?.[name];
  }, data);
}

let validator: { validate(found: object): Promise<readonly { readonly issueMessage: string }[]> } | undefined;

/** Unknown types and properties, and what search engines miss. */
export async function issuesOf(data: Data): Promise<readonly string[]> {
  validator ??= new Validator(vocabulary());
  const found = await validator?.validate({ jsonld: { Event: [structuredClone(data)] } });
  const missing = [...required, ...recommended].filter((path) => valueAt(data, path) === undefined);
  return [...(found ?? []).map(({ issueMessage }) => issueMessage), ...missing.map((path) => `${path} is missing`)];
}
