// Approves and rejects pending events, of visitors and of contributors alike.
import { all, is, linked, not } from '../core/condition.js';
import type { WriteContext } from '../core/context.js';
import { shapeOf } from '../core/facade.js';
import { holds } from '../core/judge.js';
import { Problem, problemWith } from '../core/problem.js';
import { isUnreleased, type Status } from '../core/status.js';
import { linkedRows, type Row } from '../core/store.js';
import { lookUpForModel, parse } from '../facades/parse.js';
import type { PreparedFile } from '../models/media/prepare.js';
import { type SubmissionRow, submissions } from '../models/submission/submission.js';
import { readLocked } from '../operations/lock.js';
import { find } from '../operations/read.js';
import { writesOf } from '../operations/write.js';
import { type Decision, type NotifyAuthor, notifySender } from './notify.js';
import { addImage, heldIn } from './picture.js';
import { isWaiting } from './review.js';
import { trust } from './trusted-senders.js';

export interface DecideOptions {
  /** Throws if the caller may not change the event. */
  readonly authorize: (context: WriteContext, row: Row) => Promise<void>;
  /** Throws if the event is not the version that the caller has read. */
  readonly check: (row: Row) => void;
  readonly sendsMail: boolean;
  readonly notifyAuthor: NotifyAuthor;
  /** The picture of the submission, if it was prepared. */
  readonly picture?: PreparedFile | undefined;
}

export interface Decided {
  readonly row: Row;
  /** A mail to the sender or the author is queued. */
  readonly isNotified: boolean;
}

/** Publishes the event, and its venues and organizers that are not public yet. */
export async function approve(
  context: WriteContext,
  id: number,
  trusts: boolean,
  options: DecideOptions,
): Promise<Decided> {
  const shape = shapeOf(context.call.facade, 'event');
  const { stored, submission } = await lockWaiting(context, id, options);
  if (trusts) await trust(context, submission);
  for (const kind of contacts)
    for (const { id: contactId } of ownContacts(stored, kind)) await publishContact(context, kind, contactId);
  const image = await imageOf(context, stored, submission, options);
  const parsed = parse(shape.fields, image === undefined ? {} : { image }, context.call, false);
  const given = await lookUpForModel(shape.fields, parsed, context);
  await writesOf(shape.model).update(context, shape.model, stored, { ...given, status: 'publish' });
  await dropPicture(context, submission);
  return decided(context, id, submission, { kind: 'approved' }, options);
}

/** Moves the event to the trash, with new venues and organizers that no other event uses. */
export async function reject(
  context: WriteContext,
  id: number,
  reason: string,
  options: DecideOptions,
): Promise<Decided> {
  const shape = shapeOf(context.call.facade, 'event');
  const { stored, submission } = await lockWaiting(context, id, options);
  await writesOf(shape.model).remove(context, shape.model, stored, {});
  for (const kind of submission ? contacts : [])
    for (const contact of ownContacts(stored, kind)) await removeUnused(context, kind, contact, id);
  await dropPicture(context, submission);
  return decided(context, id, submission, { kind: 'rejected', reason }, options);
}

/** The ID of a new image for an event that has none. */
async function imageOf(
  context: WriteContext,
  { image_id, title }: Row,
  submission: SubmissionRow | undefined,
  { picture }: DecideOptions,
): Promise<number | undefined> {
  const held = submission && heldIn(submission);
  return held && picture && Number(image_id) === 0 ? addImage(context, picture, held, String(title)) : undefined;
}

async function dropPicture({ store }: WriteContext, submission: SubmissionRow | undefined): Promise<void> {
  if (submission && heldIn(submission)) await store.update(submissions, submission.id, { content: {} });
}

/** Two editors may decide at the same time: the second one finds the event no longer pending. */
async function lockWaiting(context: WriteContext, id: number, { authorize, check }: DecideOptions) {
  const { store, call } = context;
  const shape = shapeOf(call.facade, 'event');
  const { model } = shape;
  const stored = await readLocked(store, model, id, () => find(context, shape, { id }, 'update'));
  await authorize(context, stored);
  if (!holds(isWaiting, stored)) throw new Problem('already-reviewed', problemWith(model));
  check(stored);
  const submission = await store.read({ table: submissions, where: is('event_id', id) });
  return { stored, submission };
}

async function decided(
  context: WriteContext,
  id: number,
  submission: SubmissionRow | undefined,
  decision: Decision,
  { sendsMail, notifyAuthor }: DecideOptions,
): Promise<Decided> {
  const row = await find(context, shapeOf(context.call.facade, 'event'), { id }, 'read');
  return { row, isNotified: sendsMail && (await notifySender(context, row, submission, decision, notifyAuthor)) };
}

const contacts = ['venue', 'organizer'] as const;
type Contact = (typeof contacts)[number];

/** Created together with the event: by the same author, and not public yet. */
const ownContacts = (event: Row, kind: Contact): readonly Row[] =>
  linkedRows(event, kind).filter(({ author, status }) => author === event.author && isUnreleased(status as Status));

async function publishContact(context: WriteContext, kind: Contact, id: number): Promise<void> {
  const shape = shapeOf(context.call.facade, kind);
  const row = await readLocked(context.store, shape.model, id, () => find(context, shape, { id }, 'update'));
  if (isUnreleased(row.status as Status))
    await writesOf(shape.model).update(context, shape.model, row, { status: 'publish' });
}

async function removeUnused(context: WriteContext, kind: Contact, { id }: Row, eventId: number): Promise<void> {
  const { store, call } = context;
  const [shape, { model: event }] = [shapeOf(call.facade, kind), shapeOf(call.facade, 'event')];
  const row = await readLocked(store, shape.model, id, () => find(context, shape, { id }, 'remove'));
  const link = event.links[kind]?.table ?? '';
  const others = await store.count({ table: event, where: all(linked(link, is('id', id)), not(is('id', eventId))) });
  if (row.status === 'pending' && others === 0) await writesOf(shape.model).remove(context, shape.model, row, {});
}
