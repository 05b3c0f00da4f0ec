// Pictures of events for link previews, below the pages of the events. The name has a digest of what is drawn, so that the
// picture can be cached for ever; another name gets the current picture for a short time.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Card } from '../core/card.js';
import { matchesTag } from '../core/etag.js';
import { shapeOf } from '../core/facade.js';
import { pictureHeaders } from '../core/picture.js';
import { Problem } from '../core/problem.js';
import { readForm } from '../http/input.js';
import { problemOf, problemResponse } from '../http/problem.js';
import { queryText, readPath } from '../http/request.js';
import type { Service } from '../http/service.js';
import { cardOf, cardVersion } from './calendar/event-card.js';
import { pageRequestOf } from './calendar/page-request.js';
import { openRecord } from './calendar/queries.js';
import { eventAt, eventPaths } from './calendar/series-path.js';
import { fileHeaders } from './page-site.js';

const forever = 'public, max-age=31536000, immutable';
const forAMinute = 'public, max-age=60';

interface CardPath {
  readonly part: string;
  readonly day?: string;
  readonly number?: string;
  readonly card: string;
}

export function eventCards(app: FastifyInstance, service: Service): void {
  const events = shapeOf(service.facades[0], 'event');

  /** Of an event that everyone may read, in the language of the URL: that of the reader must not matter. */
  async function cardAt(request: FastifyRequest, { part, day, number }: CardPath): Promise<Card> {
    const { lang = service.liveSite.current().languages[0] } = readForm(queryText(request.url));
    const pageRequest = pageRequestOf(service, events, request, { lang });
    const found = await eventAt(pageRequest, { slug: part, day, number });
    if ('redirect' in found) throw new Problem('no-route');
    const { body } = await openRecord(pageRequest, 'event', found.row);
    return cardOf(pageRequest, body);
  }

  for (const path of eventPaths)
    app.get(`${path}/card/:card(^[\\w-]+\\.png$)`, async (request, reply) => {
      try {
        const params = readPath(request.params) as unknown as CardPath;
        const card = await cardAt(request, params);
        const version = cardVersion(card);
        const isCurrent = params.card === `${version}.png`;
        const etag = `"${version}"`;
        // Before the headers: a refused drawing has others.
        const isKnown = matchesTag(request.headers['if-none-match'], etag);
        const bytes = isKnown ? undefined : await service.drawCard(card);
        return reply
          .code(isKnown ? 304 : 200)
          .headers({ ...fileHeaders('image/png', isCurrent ? forever : forAMinute), ...pictureHeaders, ETag: etag })
          .send(bytes);
      } catch (error) {
        const { statusCode, headers, body } = problemResponse(problemOf(error, request), service.facades[0]);
        return reply
          .code(statusCode)
          .headers({ ...headers, 'Cache-Control': 'no-cache' })
          .send(body);
      }
    });
}
