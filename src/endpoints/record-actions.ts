// Actions on one event beside reading and changing it: duplicates it, and creates a link that shows it before it is published.
import { type Endpoint, type Operation, type PathPart, shapeOf } from '../core/facade.js';
import { optional } from '../core/field.js';
import { wholeBetween } from '../core/kinds/number.js';
import { bodyLike, key, output } from '../core/output.js';
import { Problem, problemWith } from '../core/problem.js';
import { address, described, integer, text } from '../core/schema.js';
import { plusSeconds } from '../core/time/clock.js';
import { change } from '../http/change.js';
import { endpoint, operation } from '../http/handler.js';
import { urlFor } from '../http/links.js';
import { recordResponse } from '../http/record.js';
import { recordKeyOf } from '../http/request.js';
import { event } from '../models/event/event.js';
import { refuseUnchangeable } from '../operations/changeable.js';
import { copyRecord } from '../operations/duplicate.js';
import { authorizeRead, find, hydratedRow } from '../operations/read.js';

const about = problemWith(event);
const problems = [new Problem('not-found', about), new Problem('gone', about)];
const common = {
  right: event.policy.change,
  tag: { name: 'Events', description: 'Events with their dates, venues, organizers, categories and tags.' },
  statusCode: 201,
} as const;

const daySeconds = 86_400;
const defaultDays = 7;
const maxDays = 30;

const duplicate = operation({
  ...common,
  operationId: 'duplicateEvent',
  summary: 'Duplicate an event',
  description:
    'Creates a draft of the caller with the values of an event that the caller may read: all but slug, status, author, publication date and password. A series becomes a new series, and one of its dates a single event.',
  output: bodyLike(
    'DuplicatedEvent',
    {
      description: 'The new event, as reading it returns it.',
      type: 'object',
      required: ['id', 'status'],
      properties: { id: integer, title: text, status: { const: 'draft' } },
    },
    { id: 342, title: 'Harvest Fair', status: 'draft' },
  ),
  problems: [...problems, new Problem('forbidden'), new Problem('protected', about)],
  handler: async (service, request) => {
    const shape = shapeOf(request.call.facade, event.name);
    return change(service, request, async (context) => {
      const source = await find(context, shape, recordKeyOf(request), 'read');
      // Of a password-protected record only its editors get a copy, which has no password.
      await authorizeRead(context, shape, source, { context: 'edit' });
      const written = await copyRecord(context, shape, source);
      const { id } = written;
      const row = await hydratedRow(context, shape, await find(context, shape, { id }, 'read'));
      return {
        ...recordResponse(shape, row, request, 'changed', { statusCode: 201 }),
        headers: { Location: urlFor(request.call, `${shape.path}/${id}`) },
        write: { shape, written, after: row },
      };
    });
  },
});

const previewLink = operation({
  ...common,
  operationId: 'createPreviewLink',
  dryRun: 'refused',
  summary: 'Create a preview link of an event',
  description:
    'Anyone with the link can read the event on the website before it is published, until the link expires. Links of an event in the trash do not work.',
  input: {
    days: optional(
      wholeBetween(1, maxDays),
      `Days until the link expires, at most ${maxDays}. Default: ${defaultDays}.`,
      { example: defaultDays },
    ),
  },
  output: output<{ readonly url: string; readonly expires_utc: string }>('PreviewLink', 'The link and its end.', {
    url: key(described(address, 'URL of the preview.'), 'https://example.org/preview?key=Zm9v'),
    expires_utc: key(described(text, 'Instant from which the link is invalid, in UTC.'), '2027-10-09 10:00:00'),
  }),
  problems,
  handler: async (service, request, { days = defaultDays }, reply) => {
    const { call, context } = request;
    const shape = shapeOf(call.facade, event.name);
    const row = await find(context, shape, recordKeyOf(request), 'update');
    await refuseUnchangeable(context, shape.model, row);
    // Records in the trash have no preview.
    await authorizeRead(context, shape, row, { context: 'edit' });
    const expires_utc = plusSeconds(call.now, Number(days) * daySeconds);
    const token = await service.previewTokens.make({ resource: shape.model.name, id: row.id, expires: expires_utc });
    return reply({ url: `${call.site.baseUrl}/preview?key=${token}`, expires_utc });
  },
});

const id: PathPart = { description: 'ID of the event.', schema: { type: 'integer', minimum: 1 }, example: 341 };
const actionOn = (name: string, POST: Operation): Endpoint =>
  endpoint(`/events/:id(^\\d+$)/${name}`, { POST }, { by: 'id', parts: { id } });

export const recordActionEndpoints: readonly Endpoint[] = [
  actionOn('duplicate', duplicate),
  actionOn('preview-link', previewLink),
];
