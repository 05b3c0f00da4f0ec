// The values of a record: plain fields as given, and the values that its model settles.
import type { Model, Settled, SettleInput } from './model.js';
import { settleStored } from './stored.js';

export function settleRecord(model: Model, input: SettleInput): Settled {
  const settled = model.settle(input);
  return { ...settled, values: { ...settleStored(model.stored, input.given, input.stored), ...settled.values } };
}
