// The changes of first-run set-up: the first administrator, and settings of the site as theirs.
import { operator } from '../core/actor.js';
import { is } from '../core/condition.js';
import type { WriteContext } from '../core/context.js';
import type { Given } from '../core/field.js';
import { readLocked } from './lock.js';
import { writesOf } from './write.js';

/** The digest of the password is given, not the password. */
export interface Owner {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export async function setUp(context: WriteContext, owner: Owner, settings: Given): Promise<number> {
  const { registry, store, call } = context;
  const users = registry.named('user');
  const asOperator = { ...context, call: { ...call, actor: operator } };
  const { id } = await writesOf(users).create(asOperator, users, { ...owner, role: 'administrator' });
  if (Object.keys(settings).length === 0) return id;
  const model = registry.named('settings');
  const stored = await readLocked(store, model, settingsId, () =>
    store.read({ table: model, where: is('id', settingsId) }),
  );
  if (!stored) throw new TypeError('there are no settings');
  const asOwner = { ...context, call: { ...call, actor: { id, name: owner.name, role: 'administrator' as const } } };
  await writesOf(model).update(asOwner, model, stored, settings);
  return id;
}

/** There is one record of settings. */
const settingsId = 1;
