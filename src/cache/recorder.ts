// What an answer rests on: every question that was put to the store on the way to it, with what was found.
import type { Condition } from '../core/condition.js';
import type { Embed, Reader, Row, Table } from '../core/store.js';

export interface Question {
  readonly table: Table;
  readonly where: Condition;
  readonly embeds: readonly Embed[];
  readonly rows: readonly Row[];
}

export interface Recording {
  readonly reader: Reader;
  readonly questions: readonly Question[];
}

/** The same reader, which notes down what it is asked. */
export function recording(reader: Reader): Recording {
  const questions: Question[] = [];
  const note = (
    { table, where, embeds = [] }: Partial<Question> & Pick<Question, 'table' | 'where'>,
    rows: readonly Row[],
  ) => questions.push({ table, where, embeds, rows });
  return {
    questions,
    reader: {
      list: async (plan) => {
        const rows = await reader.list(plan);
        note(plan, rows);
        return rows;
      },
      ids: async (plan) => {
        const ids = await reader.ids(plan);
        note(
          plan,
          ids.map((id) => ({ id })),
        );
        return ids;
      },
      page: async (plan) => {
        const found = await reader.page(plan);
        note(plan, found.rows);
        return found;
      },
      read: async (plan) => {
        const row = await reader.read(plan);
        note(plan, row ? [row] : []);
        return row;
      },
      count: async (plan) => {
        const total = await reader.count(plan);
        note(plan, []);
        return total;
      },
    },
  };
}
