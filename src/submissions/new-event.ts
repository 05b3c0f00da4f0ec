// Creates the event of a submission, with a venue and an organizer that do not exist yet.
import { operator } from '../core/actor.js';
import { all, is } from '../core/condition.js';
import type { Context, WriteContext } from '../core/context.js';
import { shapeOf } from '../core/facade.js';
import type { Given } from '../core/field.js';
import type { Status } from '../core/status.js';
import type { Row } from '../core/store.js';
import { fold } from '../core/text/fold.js';
import { lookUpForModel, parse } from '../facades/parse.js';
import type { SubmissionRow } from '../models/submission/submission.js';
import { find } from '../operations/read.js';
import { writesOf } from '../operations/write.js';

/** The form acts with all rights, since its fields are validated; the author is the signed-in sender, if there is one. */
export const formContext = <C extends Context>(
  context: C,
  { user_id, language }: Pick<SubmissionRow, 'user_id' | 'language'>,
): C => {
  const { language: _, ...call } = context.call;
  const actor = { ...operator, id: user_id, name: 'submission' };
  const isKnown = call.site.languages.includes(language);
  return { ...context, call: { ...call, actor, ...(isKnown && { language }) } };
};

/** `context` is that of the form. New venues and organizers get the same status, so that they are public with the event. */
export async function createSubmitted(
  context: WriteContext,
  { venue, organizer, category, ...content }: Given,
  status: Extract<Status, 'pending' | 'publish'>,
): Promise<Row> {
  const shape = shapeOf(context.call.facade, 'event');
  const input = {
    ...content,
    status,
    ...(venue !== undefined && { venue: await existingOrNew(context, 'venue', String(venue), status) }),
    ...(organizer !== undefined && {
      organizer: await existingOrNew(context, 'organizer', String(organizer), status),
    }),
    ...(category !== undefined && (await isCategory(context, Number(category))) && { categories: [Number(category)] }),
  };
  const parsed = parse(shape.fields, input, context.call, true);
  const given = await lookUpForModel(shape.fields, parsed, context);
  const { id } = await writesOf(shape.model).create(context, shape.model, given);
  return find(context, shape, { id }, 'read');
}

/** The ID of the public record with this name, else the fields of a new one. */
async function existingOrNew(context: WriteContext, kind: 'venue' | 'organizer', name: string, status: Status) {
  const table = shapeOf(context.call.facade, kind).model;
  const [known] = await context.store.list({
    table,
    where: all(is('name_key', fold(name)), is('status', 'publish')),
    order: [{ column: 'id' }],
    limit: 1,
    language: context.call.language,
  });
  return known ? known.id : { [kind]: name, status };
}

/** Checked again when the event is created: the category may have been deleted since the form was sent. */
export const isCategory = async ({ store, call }: Context, id: number): Promise<boolean> =>
  (await store.count({ table: shapeOf(call.facade, 'category').model, where: is('id', id) })) > 0;
