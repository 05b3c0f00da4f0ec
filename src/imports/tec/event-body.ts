// Bodies of single events as records of the import.
import { mapEvent } from './event.js';
import type { MapContext } from './mapping.js';
import { mapImages } from './media.js';
import type { Mapped } from './page.js';
import type { Session } from './session.js';
import type { Body } from './values.js';

/** Images that are not in the library come before the event that shows them; a child waits for its parent. */
export function mapBody(session: Session, body: Body, context: MapContext): readonly Mapped[] {
  const event = mapEvent(body, context);
  if (!event) return [];
  const needsImages = session.hasLibrary === false && session.options.images !== 'none';
  const images = needsImages ? mapImages(body, context).filter(({ record }) => !session.knows(record.externalId)) : [];
  const parent = event.record.references?.parent?.[0];
  if (parent === undefined || session.knows(parent)) return [...images, event];
  session.children.push(event);
  return images;
}
