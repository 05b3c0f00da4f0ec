// Compiles conditions to SQL, in the language of the statement.
import type { Condition } from '../../core/condition.js';
import { linkFrom } from '../../core/link.js';
import type { Table } from '../../core/store.js';
import { nearTo } from './geo.js';
import { mentionsOver } from './mentions.js';
import { escapeLike, likeText, matchingWords } from './search.js';
import { selectsEnds } from './selectivity.js';
import type { StatementBuilder } from './statement-builder.js';

export interface Conditions {
  readonly conditionOn: (condition: Condition, table: Table, row: string) => string;
  /** Sort key: the localized value of a column where the row has one. */
  readonly keyIn: (table: Table, column: string, row: string) => string;
}

export function conditionsOver(builder: StatementBuilder): Conditions {
  const { dialect, registry, bind, alias, cell } = builder;

  function conditionOn(condition: Condition, table: Table, row: string): string {
    switch (condition.is) {
      case 'everything':
        return '1 = 1';
      case 'nothing':
        return '1 = 0';
      case 'compared':
        return onKey(condition.column, table, row, (key) => {
          const compared = `${key} ${condition.by} ${cell(table, condition.column, condition.value)}`;
          return condition.by === '='
            ? withNonZero(condition.column, [condition.value], table, key, compared)
            : compared;
        });
      case 'one-of':
        return onKey(condition.column, table, row, (key) => {
          const cells = condition.values.map((value) => cell(table, condition.column, value));
          return withNonZero(condition.column, condition.values, table, key, `${key} in (${cells.join(', ')})`);
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
        return `${row}.${condition.column} ${likeText(bind, `${escapeLike(condition.prefix)}%`)}`;
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
        // A negated condition cannot drive the query.
        return condition.of.is === 'mentioning'
          ? `not (${mentioned(condition.of, table, row, false)})`
          : `not (${conditionOn(condition.of, table, row)})`;
      case 'mentioning':
        return mentioned(condition, table, row, condition === builder.driving);
      case 'linked':
        return linkedTo(condition, table, row);
      case 'referenced':
        return referencedBy(condition, row);
      case 'matching':
        return inLanguage(
          table,
          row,
          (localized) =>
            matchingWords(builder, condition, table.searched, {
              table: `${table.table}_localized`,
              row: localized,
              direct: true,
            }),
          (own) => {
            const drives = condition === builder.driving && own === row;
            return matchingWords(builder, condition, table.searched, {
              table: table.table,
              row: own,
              direct: false,
              drives,
            });
          },
        );
    }
  }

  /** Localized rows in the language of the statement; rows without one use their own columns. */
  const localizedRows = ({ table }: Table, localized: string, language: string): string =>
    `from ${table}_localized ${localized} where ${localized}.language = ${bind(language)}`;

  function withoutLocalized(table: Table, row: string, language: string): string {
    const localized = alias();
    return `not exists (select 1 ${localizedRows(table, localized, language)} and ${localized}.owner = ${row}.id)`;
  }

  const mentioned = mentionsOver(builder, { conditionOn, localizedRows, withoutLocalized });

  /** A union, because SQL engines use no index for an `or` across the two tables. */
  function inLanguage(
    table: Table,
    row: string,
    read: (localized: string) => string,
    plain: (row: string) => string,
  ): string {
    if (builder.language === undefined || table.translatedKeys.length === 0) return plain(row);
    const [localized, own] = [alias(), alias()];
    return (
      `${row}.id in (select ${localized}.owner ${localizedRows(table, localized, builder.language)} and ${read(localized)}` +
      ` union all select ${own}.id from ${table.table} ${own} where ${plain(own)} and ${withoutLocalized(table, own, builder.language)})`
    );
  }

  /** The comparison with 0 lets the planner use a partial index of the column, whatever is bound. */
  const withNonZero = (
    column: string,
    values: readonly unknown[],
    { columns }: Table,
    key: string,
    condition: string,
  ): string => (columns[column]?.nonZeroIndexed && !values.includes(0) ? `${condition} and ${key} <> 0` : condition);

  const onKey = (column: string, table: Table, row: string, test: (key: string) => string): string =>
    table.translatedKeys.includes(column)
      ? inLanguage(
          table,
          row,
          (localized) => test(`${localized}.${column}`),
          (own) => test(`${own}.${column}`),
        )
      : test(row === builder.unindexedRow ? dialect.withoutIndex(`${row}.${column}`) : `${row}.${column}`);

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
    const onEdge = `${edge}.${here} = ${row}.id`;
    if (other.is === 'everything') return `exists (${from} where ${onEdge})`;
    if (selectsEnds(other)) {
      // Starts from the far end once instead of testing every row.
      const ends =
        other.is === 'one-of'
          ? other.values.map((id) => cell(far, 'id', id)).join(', ')
          : `select ${end}.id from ${far.table} ${end} where ${conditionOn(other, far, end)}`;
      const edges = `select ${edge}.${here} from ${link.table} ${edge} where ${edge}.${there} in (${ends})`;
      return dialect.inSubquery(`${row}.id`, edges, condition === builder.driving);
    }
    const join = `join ${far.table} ${end} on ${end}.id = ${edge}.${there}`;
    return `exists (${from} ${join} where ${onEdge} and ${conditionOn(other, far, end)})`;
  }

  /** The comparison with 0 lets PostgreSQL use a partial index of the column. */
  function referencedBy({ by, column, other }: Condition & { is: 'referenced' }, row: string): string {
    const far = registry.named(by);
    const end = alias();
    const from = `select 1 from ${far.table} ${end} where ${end}.${column} = ${row}.id and ${end}.${column} <> 0`;
    return `exists (${from} and ${conditionOn(other, far, end)})`;
  }

  return { conditionOn, keyIn };
}
