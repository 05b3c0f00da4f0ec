// What a record is to hold: its plain fields as they were given, and what its model settles.
import type { Model, Settled, SettleInput } from './model.js';
import { settleStored } from './stored.js';

export function settleRecord(model: Model, question: SettleInput): Settled {
  const settled = model.settle(question);
  return { ...settled, values: { ...settleStored(model.stored, question.given, question.stored), ...settled.values } };
}
