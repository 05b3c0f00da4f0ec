// The review queue: pending events of visitors and contributors, oldest first.
import { all, is, not, oneOf } from '../core/condition.js';
import type { Context } from '../core/context.js';
import { embedsOf } from '../core/embeds.js';
import { shapeOf } from '../core/facade.js';
import type { Model } from '../core/model.js';
import type { Presented } from '../core/present.js';
import type { Row } from '../core/store.js';
import { fold } from '../core/text/fold.js';
import { users } from '../models/account/account.js';
import { event, overridesStatus } from '../models/event/event.js';
import { type SubmissionRow, submissions, trustedSenders } from '../models/submission/submission.js';
import { eventBody, eventUrl } from './event-body.js';
import { heldIn } from './picture.js';

export interface ReviewItem {
  readonly row: Row;
  readonly body: Presented;
}

export interface ReviewPage {
  readonly items: readonly ReviewItem[];
  readonly total: number;
}

export const isWaiting = all(is('status', 'pending'), overridesStatus);

/** Visible events only, although the right to review includes all of them. */
export async function reviewPage(context: Context, page: number, perPage: number): Promise<ReviewPage> {
  const { store, call } = context;
  const { model, links } = shapeOf(call.facade, 'event');
  const { rows, total } = await store.page({
    table: model,
    where: all(isWaiting, model.policy.visible(call.actor, false)),
    order: [{ column: 'date_utc' }, { column: 'id' }],
    limit: perPage,
    offset: (page - 1) * perPage,
    embeds: embedsOf(model, call.actor, context, links),
    language: call.language,
  });
  return { items: await reviewItems(context, rows), total };
}

export async function reviewItems(context: Context, rows: readonly Row[]): Promise<readonly ReviewItem[]> {
  const { store } = context;
  const table = submissions;
  const sent = await store.list({
    table,
    where: oneOf(
      'event_id',
      rows.map(({ id }) => id),
    ),
    order: [],
    limit: rows.length,
  });
  const items: ReviewItem[] = [];
  for (const row of rows) {
    const submission = sent.find(({ event_id }) => event_id === row.id);
    items.push({ row, body: await reviewBody(context, row, submission) });
  }
  return items;
}

async function reviewBody(context: Context, row: Row, submission: SubmissionRow | undefined): Promise<Presented> {
  const { store } = context;
  const author = Number(row.author) > 0 && (await store.read({ table: users, where: is('id', row.author) }));
  return {
    event: await eventBody(context, row),
    submitted_utc: submission?.created_utc ?? row.date_utc,
    sender: submission
      ? {
          name: submission.name,
          email: submission.email,
          is_confirmed: submission.is_confirmed,
          is_trusted: submission.is_confirmed && (await isTrustedSender(context, submission)),
        }
      : null,
    author: author ? { id: author.id, name: author.name } : null,
    message: submission?.message ?? '',
    picture: submission ? shownPicture(submission) : null,
    duplicates: await duplicatesOf(context, row),
  };
}

/** Inside the response, since no URL serves a picture that nobody has approved. */
function shownPicture(submission: SubmissionRow): Presented | null {
  const held = heldIn(submission);
  return held ? { url: `data:image/webp;base64,${held.data}`, alt_text: held.alt_text } : null;
}

const isTrustedSender = async ({ store }: Context, { email_key }: SubmissionRow): Promise<boolean> =>
  (await store.count({ table: trustedSenders, where: is('email_key', email_key) })) > 0;

const maxSameDay = 100;
const maxDuplicates = 5;

/** Other events on the same day with a similar title. */
async function duplicatesOf(context: Context, row: Row): Promise<readonly Presented[]> {
  const { store, call } = context;
  const { model, links } = shapeOf(call.facade, 'event');
  const day = String(row.start_date).slice(0, 10);
  const sameDay = await store.list({
    table: model,
    where: all(
      { is: 'compared', column: 'start_date', by: '>=', value: `${day} 00:00:00` },
      { is: 'compared', column: 'start_date', by: '<=', value: `${day} 23:59:59` },
      oneOf('listing', [0, 1]),
      not(is('id', row.id)),
      model.policy.visible(call.actor, false),
    ),
    order: [{ column: 'start_date' }, { column: 'id' }],
    limit: maxSameDay,
    embeds: embedsOf(model, call.actor, context, links),
    language: call.language,
  });
  const similar = sameDay.filter(
    ({ title, series }) => series !== row.id && isSimilar(String(title), String(row.title)),
  );
  return Promise.all(
    similar.slice(0, maxDuplicates).map(async (other) => ({
      id: other.id,
      title: other.title,
      status: other.status,
      start_date: other.start_date,
      url: await eventUrl(context, other),
    })),
  );
}

/** At least half of the distinct words of both titles are the same. */
export function isSimilar(one: string, other: string): boolean {
  const [first, second] = [wordsOf(one), wordsOf(other)];
  const common = [...first].filter((word) => second.has(word)).length;
  return common > 0 && common * 2 >= new Set([...first, ...second]).size;
}

const wordsOf = (title: string): ReadonlySet<string> => new Set(fold(title).match(/[\p{L}\p{N}]+/gu) ?? []);

/** Only events are reviewed. */
export const isReviewed = ({ name }: Pick<Model, 'name'>): boolean => name === event.name;

export const reviewedModel = ({ facade }: Context['call']): Model => shapeOf(facade, 'event').model;
