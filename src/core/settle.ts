// The values of a record: plain fields as given, and the values that its model settles.
import { settleExternal } from './external.js';
import type { Model, Settled, SettleInput } from './model.js';
import { settleStored } from './stored.js';

export function settleRecord(model: Model, input: SettleInput): Settled {
  const settled = model.settle(input);
  const plain = settleStored(model.stored, input.given, input.stored);
  return { ...settled, values: { ...plain, ...settleExternal(plain, input.given, input.call), ...settled.values } };
}
