// What every change goes through: who may, how often, what is got ready outside, and the transaction.

import { type Actor, may, type Right } from '../core/actor.js';
import type { Desk, WritingDesk } from '../core/context.js';
import { type Fields, optional } from '../core/field.js';
import { flag } from '../core/kinds/flag.js';
import { Problem } from '../core/problem.js';
import { inFieldNames, type Parsed, parse, prepare, refuseFaults } from '../facades/parse.js';
import { preparing } from '../operations/preparing.js';
import type { Answer } from './answer.js';
import type { Asked } from './asked.js';
import { once } from './kept.js';
import type { Service } from './service.js';

export const refusal = ({ id }: Actor): Problem => new Problem(id === 0 ? 'unauthorized' : 'forbidden');

/** The general right, and not too many changes at once. */
export async function allow(service: Service, asked: Asked, right: Right): Promise<void> {
  const { actor } = asked.call;
  if (!may(actor, right)) throw refusal(actor);
  await spend(service, actor);
}

export async function spend({ writes }: Service, { id }: Actor): Promise<void> {
  const seconds = await writes.spend(String(id));
  if (seconds > 0) throw new Problem('rate-limited', { seconds, headers: { 'Retry-After': String(seconds) } });
}

const preparingMilliseconds = 30_000;

/** Gets ready what the change needs from outside, makes the change, and puts away what is left over either way. */
export const prepared = (
  service: Service,
  asked: Asked,
  fields: Fields,
  parsed: Parsed,
  work: (desk: WritingDesk, given: Parsed) => Promise<Answer>,
): Promise<Answer> =>
  preparing(service.store, deskOf(asked), preparingMilliseconds, async (desk) => {
    const ready = await prepare(fields, parsed, desk);
    return change(service, asked, (writing) => work(writing, ready)).catch((error: unknown) => {
      throw inFieldNames(fields, error);
    });
  });

/** Makes the change, once for each key; or, of a preview, all but keeps it. */
export async function change(
  { store }: Service,
  asked: Asked,
  work: (desk: WritingDesk) => Promise<Answer>,
): Promise<Answer> {
  const desk = deskOf(asked);
  if (!isPreview(asked)) return store.transact((writer) => once(asked, writer, () => work({ ...desk, store: writer })));
  const { told: _, ...answer } = await store.preview((writer) => work({ ...desk, store: writer }));
  return { ...answer, http: 200, headers: {} };
}

const previewParam = { _preview: optional(flag, 'Answers what the change would lead to, and keeps nothing of it') };

function isPreview({ call, query }: Asked): boolean {
  if (!call.facade.console || query._preview === undefined) return false;
  const { given, faults } = parse(previewParam, query, call, true);
  refuseFaults(faults);
  return given._preview === true;
}

/** A preview makes pictures, too, but neither leaves nor takes a file. */
const deskOf = (asked: Asked): Desk =>
  isPreview(asked) ? { ...asked.desk, pictures: { ...asked.desk.pictures, ...untouched } } : asked.desk;

const untouched = { keep: async () => undefined, remove: async () => undefined };
