// Conditions and plans to SQL text with bound values, for every engine.
import type { AnyColumn, Cell } from '../core/column.js';
import type { Condition } from '../core/condition.js';
import type { Registry } from '../core/resource.js';
import type { CountPlan, Embed, ListPlan, Order, Table } from '../core/store.js';
import type { Dialect, Statement } from './dialect.js';

export const selected = (table: Table): readonly (readonly [string, AnyColumn])[] =>
  Object.entries(table.columns).filter(([, column]) => !column.concealed);

export class Compiler {
  readonly values: Cell[] = [];
  private aliases = 0;

  constructor(
    readonly dialect: Dialect,
    readonly registry: Registry,
  ) {}

  readonly bind = (value: Cell): string => {
    this.values.push(value);
    return this.dialect.placeholder(this.values.length);
  };

  alias(): string {
    return `a${this.aliases++}`;
  }

  statement(sql: string): Statement {
    return { sql, values: this.values };
  }

  list(plan: ListPlan): Statement {
    const alias = this.alias();
    const cells = selected(plan.table).map(([name]) => `${alias}.${name}`);
    const embeds = (plan.embeds ?? []).map((embed) => this.embed(plan.table, alias, embed));
    const where = this.condition(plan.where, plan.table, alias);
    const order = this.orderBy(plan.order, alias);
    const limit = this.bind(plan.limit);
    const offset = plan.offset ? ` offset ${this.bind(plan.offset)}` : '';
    return this.statement(
      `select ${[`${alias}.id`, ...cells, ...embeds].join(', ')} from ${plan.table.table} ${alias}` +
        ` where ${where}${order} limit ${limit}${offset}`,
    );
  }

  count(plan: CountPlan): Statement {
    const alias = this.alias();
    const where = this.condition(plan.where, plan.table, alias);
    return this.statement(`select count(*) from ${plan.table.table} ${alias} where ${where}`);
  }

  /** The linked rows of one row as a JSON array, so that a page and all its links are one statement. */
  private embed(table: Table, owner: string, { field, visible }: Embed): string {
    const link = table.links[field];
    if (!link) throw new TypeError(`${table.name} has no link ${field}`);
    const target = this.registry.named(link.target);
    const [row, edge] = [this.alias(), this.alias()];
    const cells = [`${row}.id`, ...selected(target).map(([name]) => `${row}.${name}`)];
    const order = link.sortedBy ? `${row}.${link.sortedBy}, ${row}.id` : `${edge}.position`;
    return (
      `(select ${this.dialect.jsonRows(cells, order)} from ${link.table} ${edge}` +
      ` join ${target.table} ${row} on ${row}.id = ${edge}.target` +
      ` where ${edge}.owner = ${owner}.id and ${this.condition(visible, target, row)})`
    );
  }

  condition(condition: Condition, table: Table, alias: string): string {
    switch (condition.is) {
      case 'everything':
        return '1 = 1';
      case 'nothing':
        return '1 = 0';
      case 'compared':
        return `${alias}.${condition.column} ${condition.by} ${this.cell(table, condition.column, condition.value)}`;
      case 'one-of': {
        const cells = condition.values.map((value) => this.cell(table, condition.column, value));
        return `${alias}.${condition.column} in (${cells.join(', ')})`;
      }
      case 'begins':
        return `${alias}.${condition.column} like ${this.bind(`${escapeLike(condition.prefix)}%`)} escape '\\'`;
      case 'all':
        return condition.of.map((part) => this.condition(part, table, alias)).join(' and ');
      case 'any':
        return `(${condition.of.map((part) => this.condition(part, table, alias)).join(' or ')})`;
      case 'not':
        return `not (${this.condition(condition.of, table, alias)})`;
      case 'linked':
        return this.linked(condition.link, condition.other, table, alias);
      case 'matching':
        return this.matching(condition.wanted, condition.unwanted, table, alias);
    }
  }

  private orderBy(order: readonly Order[], alias: string): string {
    const terms = order.map(({ column, descending, listed }) => {
      const places = listed?.map((value, place) => `when ${this.bind(value)} then ${place}`);
      const key = places?.length ? `case ${alias}.${column} ${places.join(' ')} end` : `${alias}.${column}`;
      return `${key}${descending ? ' desc' : ''}`;
    });
    return terms.length ? ` order by ${terms.join(', ')}` : '';
  }

  private cell(table: Table, name: string, value: unknown): string {
    if (name === 'id') return this.bind(value as number);
    const column = table.columns[name];
    if (!column) throw new TypeError(`${table.name} has no column ${name}`);
    return this.bind(column.encode(value));
  }

  private linked(name: string, other: Condition, table: Table, alias: string): string {
    const link = this.registry.link(name);
    const [here, there] = link.owner === table.name ? ['owner', 'target'] : ['target', 'owner'];
    const far = this.registry.named(there === 'target' ? link.target : link.owner);
    const edge = this.alias();
    const from = `select 1 from ${link.table} ${edge}`;
    const onEdge = `${edge}.${here} = ${alias}.id`;
    if (other.is === 'everything') return `exists (${from} where ${onEdge})`;
    if (other.is === 'one-of' && other.column === 'id') {
      const ids = other.values.map((id) => this.bind(id as number)).join(', ');
      return `exists (${from} where ${onEdge} and ${edge}.${there} in (${ids}))`;
    }
    const row = this.alias();
    const condition = this.condition(other, far, row);
    return `exists (${from} join ${far.table} ${row} on ${row}.id = ${edge}.${there} where ${onEdge} and ${condition})`;
  }

  /** All wanted words stand in one of the texts, and no unwanted word in any. */
  private matching(
    wanted: readonly string[],
    unwanted: readonly string[],
    { table, searched: texts }: Table,
    alias: string,
  ): string {
    const parts: string[] = [];
    const long = wanted.filter((word) => [...word].length >= 3);
    const quick =
      long.length > 0 && this.dialect.match({ table, id: `${alias}.id`, texts, wanted: long, bind: this.bind });
    if (quick) parts.push(quick);
    const row = this.alias();
    const contains = (text: string, word: string) =>
      `${row}.${text} like ${this.bind(`%${escapeLike(word)}%`)} escape '\\'`;
    const exists = (test: string) =>
      `exists (select 1 from ${table}_search ${row} where ${row}.id = ${alias}.id and ${test})`;
    if (wanted.length > 0 && !(quick && long.length === wanted.length)) {
      parts.push(
        exists(`(${texts.map((text) => wanted.map((word) => contains(text, word)).join(' and ')).join(' or ')})`),
      );
    }
    if (unwanted.length > 0) {
      parts.push(
        `not ${exists(`(${unwanted.flatMap((word) => texts.map((text) => contains(text, word))).join(' or ')})`)}`,
      );
    }
    return parts.length ? parts.join(' and ') : '1 = 1';
  }
}

/** `%` and `_` in a text mean themselves. */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
