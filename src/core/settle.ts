// What a record is to hold: its plain fields as they were given, and what its model settles.
import type { Model, Settled, SettleInput } from './model.js';
import { settleStored } from './stored.js';

export function settleRecord(model: Model, input: SettleInput): Settled {
  const settled = model.settle(input);
  return { ...settled, values: { ...settleStored(model.stored, input.given, input.stored), ...settled.values } };
}
