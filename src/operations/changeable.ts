// Whether the caller may change a record.
import type { Context } from '../core/context.js';
import { holds } from '../core/judge.js';
import type { Model } from '../core/model.js';
import { Problem } from '../core/problem.js';
import type { Row } from '../core/store.js';
import { isVisible, unreadable } from './read.js';

/** Where unknown records are reported as missing, so is a record that the caller may not read. */
export async function refuseUnchangeable(context: Context, model: Model, stored: Row): Promise<void> {
  const { call } = context;
  if (holds(model.policy.changeable(call.actor), stored)) return;
  const readable = !call.facade.unknownIsMissing || (await isVisible(context, model, stored));
  throw readable ? new Problem('forbidden') : unreadable(model, stored, call);
}
