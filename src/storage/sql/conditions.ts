// Conditions to SQL: what must hold for a row, in the language of the statement.
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
  /** A column as it reads in the language of the statement, for sorting. */
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
          return `${key} ${condition.by} ${cell(table, condition.column, condition.value)}`;
        });
      case 'one-of':
        return onKey(condition.column, table, row, (key) => {
          const cells = condition.values.map((value) => cell(table, condition.column, value));
          return `${key} in (${cells.join(', ')})`;
        });
      case 'called': {
        // Only tables with texts in several languages have further slugs.
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
        const outer = builder.tested;
        if (builder.lead) builder.tested = row;
        const parts = condition.of.map((part) => conditionOn(part, table, row));
        builder.tested = outer;
        return `(${parts.join(' or ')})`;
      }
      case 'not':
        // What does not hold leads to no row.
        return condition.of.is === 'mentioning'
          ? `not (${mentioned(condition.of, table, row, false)})`
          : `not (${conditionOn(condition.of, table, row)})`;
      case 'mentioning':
        return mentioned(condition, table, row, condition === builder.lead);
      case 'linked':
        return linkedTo(condition, table, row);
      case 'referenced':
        return referencedBy(condition, row);
      case 'matching':
        return inLanguage(
          table,
          row,
          (reading) =>
            matchingWords(builder, condition, table.searched, {
              table: `${table.table}_readings`,
              row: reading,
              direct: true,
            }),
          (own) => {
            const leads = condition === builder.lead && own === row;
            return matchingWords(builder, condition, table.searched, {
              table: table.table,
              row: own,
              direct: false,
              leads,
            });
          },
        );
    }
  }

  /** Rows that read in some way in the language of the statement; the others read as their own columns do. */
  const readings = ({ table }: Table, reading: string, language: string): string =>
    `from ${table}_readings ${reading} where ${reading}.language = ${bind(language)}`;

  function unread(table: Table, row: string, language: string): string {
    const reading = alias();
    return `not exists (select 1 ${readings(table, reading, language)} and ${reading}.owner = ${row}.id)`;
  }

  const mentioned = mentionsOver(builder, { conditionOn, readings, unread });

  /** Found from both ends by index, which an `or` between them would not be. */
  function inLanguage(
    table: Table,
    row: string,
    read: (reading: string) => string,
    plain: (row: string) => string,
  ): string {
    if (builder.language === undefined || table.translatedKeys.length === 0) return plain(row);
    const [reading, own] = [alias(), alias()];
    return (
      `${row}.id in (select ${reading}.owner ${readings(table, reading, builder.language)} and ${read(reading)}` +
      ` union all select ${own}.id from ${table.table} ${own} where ${plain(own)} and ${unread(table, own, builder.language)})`
    );
  }

  const onKey = (column: string, table: Table, row: string, test: (key: string) => string): string =>
    table.translatedKeys.includes(column)
      ? inLanguage(
          table,
          row,
          (reading) => test(`${reading}.${column}`),
          (own) => test(`${own}.${column}`),
        )
      : test(row === builder.tested ? dialect.withoutIndex(`${row}.${column}`) : `${row}.${column}`);

  function keyIn(table: Table, column: string, row: string): string {
    if (builder.language === undefined || !table.translatedKeys.includes(column)) return `${row}.${column}`;
    const reading = alias();
    const read = `select ${reading}.${column} ${readings(table, reading, builder.language)} and ${reading}.owner = ${row}.id`;
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
      // Found once from the far end, not asked for anew at every row.
      const ends =
        other.is === 'one-of'
          ? other.values.map((id) => cell(far, 'id', id)).join(', ')
          : `select ${end}.id from ${far.table} ${end} where ${conditionOn(other, far, end)}`;
      const edges = `select ${edge}.${here} from ${link.table} ${edge} where ${edge}.${there} in (${ends})`;
      return dialect.inSubquery(`${row}.id`, edges, condition === builder.lead);
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
