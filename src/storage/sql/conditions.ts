// Compiles conditions to SQL, in the language of the statement.
import type { Condition } from '../../core/condition.js';
import { linkFrom } from '../../core/link.js';
import type { Table } from '../../core/store.js';
import { contentId, endId } from './content.js';
import { nearTo } from './geo.js';
import { mentionsOver } from './mentions.js';
import { matchingWords, textAfter } from './search.js';
import { selectsEnds } from './selectivity.js';
import type { StatementBuilder } from './statement-builder.js';

export interface Conditions {
  readonly conditionOn: (condition: Condition, table: Table, row: string) => string;
  /** Sort key: the localized value of a column where the row has one. */
  readonly keyIn: (table: Table, column: string, row: string) => string;
}

type OnColumn = Extract<Condition, { is: 'compared' | 'one-of' }>;

export function conditionsOver(builder: StatementBuilder): Conditions {
  const { dialect, registry, bind, alias, cell } = builder;

  function conditionOn(condition: Condition, table: Table, row: string): string {
    switch (condition.is) {
      case 'everything':
        return '1 = 1';
      case 'nothing':
        return '1 = 0';
      case 'compared':
        return onKey(condition, table, row, (key) => {
          const { column, by, value } = condition;
          if (by === '=' && isNull(table, column, value)) return `${key} is null`;
          const compared = `${key} ${by} ${cell(table, column, value)}`;
          return by === '=' ? indexable(column, [value], table, key, compared) : compared;
        });
      case 'one-of':
        return onKey(condition, table, row, (key) => {
          const { column, values } = condition;
          const present = values.filter((value) => !isNull(table, column, value));
          const cells = present.map((value) => cell(table, column, value));
          const listed = indexable(column, values, table, key, `${key} in (${cells.join(', ')})`);
          if (present.length === values.length) return listed;
          return present.length === 0 ? `${key} is null` : `(${listed} or ${key} is null)`;
        });
      case 'has-slug': {
        // Only tables with translated texts have further slugs.
        if (table.translatedKeys.length === 0) return `${row}.slug in (${condition.slugs.map(bind).join(', ')})`;
        const listed = () => condition.slugs.map(bind).join(', ');
        return (
          `${row}.id in (select id from ${table.table} where slug in (${listed()})` +
          ` union all select owner from ${table.table}_slugs where slug in (${listed()}))`
        );
      }
      case 'begins':
        return beginning(`${row}.${condition.column}`, condition.prefix);
      case 'set':
        return `${row}.${condition.column} is not null`;
      case 'near':
        return nearTo(builder, condition, row);
      case 'all':
        return condition.of.map((part) => conditionOn(part, table, row)).join(' and ');
      case 'any':
      case 'either': {
        const outer = builder.unindexedRow;
        if (builder.driving) builder.unindexedRow = row;
        const parts = condition.of.map((part) => conditionOn(part, table, row));
        builder.unindexedRow = outer;
        return `(${parts.join(' or ')})`;
      }
      case 'not':
        return `not (${conditionOn(condition.of, table, row)})`;
      case 'mentioning':
        return mentioned(condition, table, row, condition === builder.driving);
      case 'linked':
        return linkedTo(condition, table, row);
      case 'referenced':
        return referencedBy(condition, row);
      case 'refers':
        return refersTo(condition, row);
      case 'content':
        return contentMatches(condition.of, table, row);
      case 'first-of':
        return firstOf(condition, table, row);
      case 'matching':
        return inLanguage(
          table,
          row,
          (localized) =>
            matchingWords(builder, condition, table.searched, {
              table: `${table.table}_localized`,
              id: `${localized}.id`,
              direct: localized,
            }),
          (id) =>
            matchingWords(builder, condition, table.searched, {
              table: table.table,
              id,
              drives: condition === builder.driving && id === contentId(table, row),
            }),
        );
    }
  }

  /** A range, for which an index is used. Unlike `like`, SQLite's too tells capital letters apart. */
  function beginning(key: string, prefix: string): string {
    const end = textAfter(prefix);
    return `${key} >= ${bind(prefix)}${end === undefined ? '' : ` and ${key} < ${bind(end)}`}`;
  }

  /** Localized rows in the language of the statement; rows without one use their own columns. */
  const localizedRows = ({ table }: Table, localized: string, language: string): string =>
    `from ${table}_localized ${localized} where ${localized}.language = ${bind(language)}`;

  function withoutLocalized(table: Table, id: string, language: string): string {
    const localized = alias();
    return `not exists (select 1 ${localizedRows(table, localized, language)} and ${localized}.owner = ${id})`;
  }

  const mentioned = mentionsOver(builder, { conditionOn, localizedRows, withoutLocalized });

  /** A union, because SQL engines use no index for an `or` across the two tables. */
  function inLanguage(
    table: Table,
    row: string,
    read: (localized: string) => string,
    plain: (id: string, row: string) => string,
  ): string {
    const id = contentId(table, row);
    if (builder.language === undefined || table.translatedKeys.length === 0) return plain(id, row);
    const [localized, own] = [alias(), alias()];
    return (
      `${id} in (select ${localized}.owner ${localizedRows(table, localized, builder.language)} and ${read(localized)}` +
      ` union all select ${own}.id from ${table.table} ${own} where ${plain(`${own}.id`, own)}` +
      ` and ${withoutLocalized(table, `${own}.id`, builder.language)})`
    );
  }

  function contentMatches(condition: Condition, table: Table, row: string): string {
    if (!table.content) return conditionOn(condition, table, row);
    const content = alias();
    const found = `select ${content}.id from ${table.table} ${content} where ${conditionOn(condition, table, content)}`;
    return `${contentId(table, row)} in (${found})`;
  }

  /** True for a value that is stored as NULL, such as the empty text of a sparse column. */
  const isNull = ({ columns }: Table, column: string, value: unknown): boolean =>
    columns[column]?.encode(value) === null;

  /** The second comparison lets the planner use a partial index of the column, whatever is bound. */
  const indexable = (
    column: string,
    values: readonly unknown[],
    { columns }: Table,
    key: string,
    condition: string,
  ): string => {
    const left = columns[column]?.unindexed;
    return left === undefined || values.includes(left)
      ? condition
      : `${condition} and ${key} <> ${left === 0 ? 0 : "''"}`;
  };

  function onKey(condition: OnColumn, table: Table, row: string, test: (key: string) => string): string {
    const { column } = condition;
    if (table.translatedKeys.includes(column)) {
      return inLanguage(
        table,
        row,
        (localized) => test(`${localized}.${column}`),
        (_, own) => test(`${own}.${column}`),
      );
    }
    const isUnindexed = row === builder.unindexedRow && condition !== builder.driving;
    return test(isUnindexed ? dialect.withoutIndex(`${row}.${column}`) : `${row}.${column}`);
  }

  function keyIn(table: Table, column: string, row: string): string {
    if (builder.language === undefined || !table.translatedKeys.includes(column)) return `${row}.${column}`;
    const localized = alias();
    const read = `select ${localized}.${column} ${localizedRows(table, localized, builder.language)} and ${localized}.owner = ${row}.id`;
    return `coalesce((${read}), ${row}.${column})`;
  }

  function linkedTo(condition: Condition & { is: 'linked' }, table: Table, row: string): string {
    const { other } = condition;
    const { link, here, there, far } = linkFrom(registry, condition.link, table.name);
    const [edge, end] = [alias(), alias()];
    const from = `select 1 from ${link.table} ${edge}`;
    const id = endId(table, here, row);
    const onEdge = `${edge}.${here} = ${id}`;
    if (other.is === 'everything') return `exists (${from} where ${onEdge})`;
    if (selectsEnds(other)) {
      // Starts from the far end once instead of testing every row.
      const endIds = endId(far, there, end);
      const ends =
        other.is === 'one-of' && endIds === `${end}.id`
          ? other.values.map((one) => cell(far, 'id', one)).join(', ')
          : `select ${endIds} from ${far.table} ${end} where ${conditionOn(other, far, end)}`;
      if (row === builder.testedRow) return `exists (${from} where ${onEdge} and ${edge}.${there} in (${ends}))`;
      const edges = `select ${edge}.${here} from ${link.table} ${edge} where ${edge}.${there} in (${ends})`;
      return `${id} in (${edges}${condition === builder.driving ? dialect.optimizerFence : ''})`;
    }
    const join = `join ${far.table} ${end} on ${endId(far, there, end)} = ${edge}.${there}`;
    return `exists (${from} ${join} where ${onEdge} and ${conditionOn(other, far, end)})`;
  }

  /** The comparison with 0 lets PostgreSQL use a partial index of the column. */
  function referencedBy({ by, column, other }: Condition & { is: 'referenced' }, row: string): string {
    const far = registry.named(by);
    const end = alias();
    const source = far.content?.columns.includes(column) ? alias() : end;
    // The rows that read the column from their content row.
    const join = source === end ? '' : ` join ${far.table} ${end} on ${contentId(far, end)} = ${source}.id`;
    const from = `select 1 from ${far.table} ${source}${join} where ${source}.${column} = ${row}.id and ${source}.${column} <> 0`;
    return `exists (${from} and ${conditionOn(other, far, end)})`;
  }

  function refersTo({ column, to, other }: Condition & { is: 'refers' }, row: string): string {
    const far = registry.named(to);
    const end = alias();
    const from = `select 1 from ${far.table} ${end} where ${end}.id = ${row}.${column}`;
    return other.is === 'everything' ? `exists (${from})` : `exists (${from} and ${conditionOn(other, far, end)})`;
  }

  /** Finds the first row of the group by its index. The comparison with 0 lets the planner use a partial index. */
  function firstOf({ column, by, where }: Condition & { is: 'first-of' }, table: Table, row: string): string {
    const first = alias();
    const { driving, testedRow } = builder;
    builder.driving = undefined;
    builder.testedRow = first;
    const tested = conditionOn(where, table, first);
    builder.driving = driving;
    builder.testedRow = testedRow;
    return (
      `(${row}.${column} = 0 or ${row}.id = (select ${first}.id from ${table.table} ${first}` +
      ` where ${first}.${column} = ${row}.${column} and ${first}.${column} <> 0 and ${tested}` +
      ` order by ${first}.${by}, ${first}.id limit 1))`
    );
  }

  return { conditionOn, keyIn };
}
