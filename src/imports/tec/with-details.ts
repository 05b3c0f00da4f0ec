// Bodies of events with their details, as the lists of rows have shown them, or as the site shows a single event.
import { isObject } from '../../core/is-object.js';
import { detailFields, detailsIn } from './details.js';
import type { Session } from './session.js';
import { type Body, idIn } from './values.js';

/** Events that no list of rows has shown are asked for by themselves. */
export async function withDetails(
  session: Session,
  bodies: readonly Body[],
  isPublic: boolean,
): Promise<readonly Body[]> {
  const unknown = new Map(
    bodies.filter((body) => !session.hasDetails(body)).map((body) => [session.detailsKey(body), body] as const),
  );
  await Promise.all([...unknown].map(([key, body]) => readDetails(session, key, body, isPublic)));
  return bodies.map((body) => ({ ...body, details: session.detailsOf(body) }));
}

async function readDetails(session: Session, key: number | string, body: Body, isPublic: boolean): Promise<void> {
  if (!session.showsDetails) return;
  const path = `wp/v2/tribe_events/${typeof key === 'number' ? key : idIn(body, 'id')}`;
  const answer = await session.client.get(path, { _fields: detailFields }, isPublic ? { as: 'anonymous' } : {});
  if (answer.status !== 200 || !isObject(answer.body)) return;
  const details = detailsIn(answer.body);
  if (details) session.addDetails(key, details);
  else session.showsDetails = false;
}
