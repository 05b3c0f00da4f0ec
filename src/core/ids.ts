// Which of some ids are those of records: one question to the database for all who ask in the same moment, such as the
// many events of an import.
import { all, type Condition, oneOf } from '../core/condition.js';
import type { Desk } from '../core/context.js';
import type { Table } from '../core/store.js';

interface Question {
  readonly ids: Set<number>;
  readonly answer: Promise<ReadonlySet<number>>;
}

const open = new WeakMap<Desk, Map<string, Question>>();
const atOnce = 1_000;

export async function idsAmong(
  desk: Desk,
  table: Table,
  ids: readonly number[],
  visible: Condition,
): Promise<ReadonlySet<number>> {
  const questions = open.get(desk) ?? new Map<string, Question>();
  open.set(desk, questions);
  const key = JSON.stringify([table.name, visible]);
  const question = questions.get(key) ?? begin();
  for (const id of ids) question.ids.add(id);
  return question.answer;

  function begin(): Question {
    const asked = new Set<number>();
    const answer = Promise.resolve().then(() => {
      questions.delete(key);
      return find(desk, table, [...asked], visible);
    });
    const begun = { ids: asked, answer };
    questions.set(key, begun);
    return begun;
  }
}

async function find(desk: Desk, table: Table, ids: readonly number[], visible: Condition): Promise<Set<number>> {
  const parts = Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, at) =>
    ids.slice(at * atOnce, (at + 1) * atOnce),
  );
  const lists = parts.map((part) => {
    const where = all(oneOf('id', part), visible);
    return desk.store.ids({ table, where, order: [], limit: atOnce });
  });
  return new Set((await Promise.all(lists)).flat());
}
