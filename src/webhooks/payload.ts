// The body of a message. It names the record and never contains more of it than everyone may read.
import { anonymous } from '../core/actor.js';
import type { Call } from '../core/call.js';
import type { Context } from '../core/context.js';
import { shapeOf } from '../core/facade.js';
import { fieldOf } from '../core/field.js';
import { localized } from '../core/language.js';
import { present, recordView } from '../core/present.js';
import { Problem } from '../core/problem.js';
import type { Shape } from '../core/shape.js';
import type { Row } from '../core/store.js';
import { isoInstant } from '../core/time/clock.js';
import { type MessageRow, testType } from '../core/webhook.js';
import { authorizeRead, find, hydratedRow } from '../operations/read.js';
import { versionOf } from '../operations/version.js';

/** What Standard Webhooks advises. A larger message is sent without the record. */
const maxBytes = 20_000;

/** A changed record as of now. */
export interface Subject {
  readonly shape: Shape;
  readonly restUrl: string;
  /** Absent if the record no longer exists. */
  readonly version?: string;
  /** As everyone sees it; absent if it is not public. */
  readonly shown?: Readonly<Record<string, unknown>>;
}

/** `isWhole`: with all that everyone sees of it, not only its URL. */
export async function subjectOf(
  context: Context,
  { resource, record_id: id }: MessageRow,
  isWhole: boolean,
): Promise<Subject> {
  const { call } = context;
  const shape = shapeOf(call.facade, resource);
  const restUrl = `${call.site.baseUrl}${call.facade.prefix}/${shape.path}/${id}`;
  const row = await readable(context, shape, id);
  const version = row && versionOf(row, shape.model);
  const shown = row && (await shownToAll({ ...context, call: { ...call, actor: anonymous } }, shape, row.id, isWhole));
  return { shape, restUrl, ...(version && { version }), ...(shown && { shown }) };
}

const readable = (context: Context, shape: Shape, id: number): Promise<Row | undefined> =>
  find(context, shape, { id }, 'read').catch(undefinedFor);

/** The response to a reader who is not signed in; undefined if that is an error. */
async function shownToAll(context: Context, shape: Shape, id: number, isWhole: boolean) {
  try {
    const row = await find(context, shape, { id }, 'read');
    await authorizeRead(context, shape, row, {});
    const view = recordView(row, context.call, 'read');
    const { url } = shape.body;
    if (!isWhole) return url ? present({ url }, localized(row, shape.model, context.call), view) : {};
    const whole = await hydratedRow(context, shape, row);
    return present(shape.body, localized(whole, shape.model, context.call), view);
  } catch (error) {
    return undefinedFor(error);
  }
}

/** Problems of the database are not about the record. */
function undefinedFor(error: unknown): undefined {
  if (error instanceof Problem && error.statusCode < 500) return undefined;
  throw error;
}

export interface Envelope {
  readonly type: string;
  readonly payload: 'thin' | 'full';
  readonly changeToken: string;
  /** False if the record no longer matches the filters. */
  readonly matches: boolean;
}

export function contentOf(
  message: MessageRow,
  { shape, restUrl, version, shown }: Subject,
  { type, payload, changeToken, matches }: Envelope,
  { site }: Call,
): string {
  const { resource, record_id: id, uid, action, changed, at_utc } = message;
  const data = {
    resource,
    id,
    uid: uid || `${resource}-${id}@${site.uidHost}`,
    action,
    version: version ?? null,
    // The path of a page contains words of the title.
    url: typeof shown?.url === 'string' ? shown.url : null,
    rest_url: restUrl,
    change_token: changeToken,
    changed: [...new Set(changed.flatMap((column) => fieldOf(shape.fields, column) ?? []))],
    visible: shown !== undefined,
    ...(!matches && { matches }),
  };
  const thin = JSON.stringify({ type, timestamp: isoInstant(at_utc), data });
  if (payload === 'thin' || !shown) return thin;
  const full = JSON.stringify({ type, timestamp: isoInstant(at_utc), data: { ...data, record: shown } });
  return Buffer.byteLength(full) > maxBytes ? thin : full;
}

export const testContent = (webhookId: number, now: string): string =>
  JSON.stringify({
    type: testType,
    timestamp: isoInstant(now),
    data: { webhook: webhookId, text: 'This is a test. It was sent by hand, and nothing has changed.' },
  });
