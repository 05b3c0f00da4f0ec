// Names of arguments and of the fields of the API that they set.

const fieldsByArgument: Readonly<Record<string, string>> = {
  start: 'start_date',
  end: 'end_date',
  language: 'i18n_language',
};

export const fieldOf = (argument: string): string => fieldsByArgument[argument] ?? argument;

/** Others have the same name. */
const argumentsByField: ReadonlyMap<string, string> = new Map([
  ...Object.entries(fieldsByArgument).map(([argument, field]): [string, string] => [field, argument]),
  ['ends_after', 'from'],
  ['starts_before', 'to'],
  ['per_page', 'limit'],
  ['occurrence_of', 'series'],
]);

export const argumentOf = (field: string): string => argumentsByField.get(field) ?? field;
