// The body of a response that is no record. One table gives its schema, its example and its value, like the body of a shape.
import { listOf, objectOf, reference, type Schema } from './schema.js';

/** One key of the body. It is left out if its value is undefined. */
export interface OutputKey<Source> {
  readonly schema: Schema;
  readonly example?: unknown;
  /** By default the property of the source with the same name. */
  readonly of?: ((source: Source) => unknown) | undefined;
  /** Not in every body. */
  readonly isOptional?: true;
}

export interface OutputTable<Source = never> {
  /** Name of the schema in the OpenAPI document; several operations may share one. */
  readonly name: string;
  readonly schema: Schema;
  readonly example: unknown;
  /** Name of an example of the document that is used instead. */
  readonly exampleName?: string;
  /** Further schemas that its schema refers to, by name. */
  readonly parts?: Readonly<Record<string, Schema>>;
  of(source: Source): unknown;
}

export const key = <Source>(
  schema: Schema,
  example?: unknown,
  of?: (source: Source) => unknown,
): OutputKey<Source> => ({ schema, example, of });

/** A key that some bodies do not have. */
export const maybe = <Source>(
  schema: Schema,
  of?: (source: Source) => unknown,
  example?: unknown,
): OutputKey<Source> => ({ schema, example, of, isOptional: true });

type Keys<Source> = Readonly<Record<string, OutputKey<Source>>>;

export function output<Source>(name: string, description: string, keys: Keys<Source>): OutputTable<Source> {
  const entries = Object.entries(keys);
  const optional = entries.filter(([, { isOptional }]) => isOptional).map(([key]) => key);
  const properties = Object.fromEntries(entries.map(([key, { schema }]) => [key, schema]));
  const isGiven = ([, value]: readonly [string, unknown]) => value !== undefined;
  return {
    name,
    schema: objectOf(properties, { optional, ...(description && { description }) }),
    example: Object.fromEntries(entries.map(([key, { example }]) => [key, example] as const).filter(isGiven)),
    of: (source) =>
      Object.fromEntries(
        entries
          .map(([key, { of }]) => [key, of ? of(source) : (source as Readonly<Record<string, unknown>>)[key]] as const)
          .filter(isGiven),
      ),
  };
}

/** A body with other than plain keys, such as a record of another resource. */
export const bodyLike = <Source = unknown>(
  name: string,
  schema: Schema,
  example: unknown,
  of: (source: Source) => unknown = (source) => source,
): OutputTable<Source> => ({ name, schema, example, of });

/** All items at once, and their number. */
export const listOutput = <Item>(
  name: string,
  description: string,
  listName: string,
  item: OutputTable<Item>,
): OutputTable<readonly Item[]> =>
  output(name, description, {
    [listName]: itemsKey(item, (items: readonly Item[]) => items),
    total: key({ type: 'integer' }, 1, ({ length }: readonly Item[]) => length),
  });

export const itemsKey = <Source, Item>(
  item: OutputTable<Item>,
  itemsOf: (source: Source) => readonly Item[],
): OutputKey<Source> =>
  key(listOf(reference(item.name)), [item.example], (source) => itemsOf(source).map((one) => item.of(one)));

/** A record of a shape, whose schema and example the document has already. */
export const recordOutput = <Source>(
  schema: string,
  occasion: 'Read',
  of: (source: Source) => unknown,
): OutputTable<Source> => ({
  name: schema,
  schema: reference(schema),
  exampleName: `${schema}${occasion}`,
  example: undefined,
  of,
});
