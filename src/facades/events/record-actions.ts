// Actions on one event beside reading and changing it: duplicate it, and create a preview link.
import type { CustomOperation, Endpoint, PathPart } from '../../core/facade.js';
import { optional } from '../../core/field.js';
import { wholeBetween } from '../../core/kinds/number.js';
import { Problem, problemWith } from '../../core/problem.js';
import { event } from '../../models/event/event.js';

const id: PathPart = { description: 'ID of the event.', schema: { type: 'integer', minimum: 1 }, example: 341 };
const tag = { name: 'Events', description: 'Events with their dates, venues, organizers, categories and tags.' };
const about = problemWith(event);
const problems = [new Problem('not-found', about), new Problem('gone', about)];

const actionOn = (name: string, operation: CustomOperation, takes: Endpoint['takes'] = {}): Endpoint => ({
  path: `/events/:id(^\\d+$)/${name}`,
  pattern: `/events/(?P<id>\\d+)/${name}`,
  by: 'id',
  owner: event.name,
  actions: { POST: 'custom' },
  custom: name,
  takes,
  operations: { POST: operation },
  parts: { id },
});

const maxPreviewDays = 30;

export const recordActionEndpoints: readonly Endpoint[] = [
  actionOn('duplicate', {
    right: event.policy.change,
    operationId: 'duplicateEvent',
    summary: 'Duplicate an event',
    description:
      'Creates a draft of the caller with the values of an event that the caller may read: all but slug, status, author, publication date and password. A series becomes a new series, and one of its dates a single event.',
    tag,
    statusCode: 201,
    schemaName: 'DuplicatedEvent',
    schema: {
      description: 'The new event, as reading it returns it.',
      type: 'object',
      required: ['id', 'status'],
      properties: { id: { type: 'integer' }, title: { type: 'string' }, status: { const: 'draft' } },
    },
    example: { id: 342, title: 'Harvest Fair', status: 'draft' },
    problems: [...problems, new Problem('forbidden'), new Problem('protected', about)],
  }),
  actionOn(
    'preview-link',
    {
      right: event.policy.change,
      operationId: 'createPreviewLink',
      noDryRun: true,
      summary: 'Create a preview link of an event',
      description:
        'Anyone with the link can read the event on the website before it is published, until the link expires. Links of an event in the trash do not work.',
      tag,
      statusCode: 201,
      schemaName: 'PreviewLink',
      schema: {
        description: 'The link and its end.',
        type: 'object',
        required: ['url', 'expires_utc'],
        properties: {
          url: { type: 'string', format: 'uri', description: 'URL of the preview.' },
          expires_utc: { type: 'string', description: 'Instant from which the link is invalid, in UTC.' },
        },
      },
      example: { url: 'https://example.org/preview?key=Zm9v', expires_utc: '2027-10-09 10:00:00' },
      problems,
    },
    {
      POST: {
        days: optional(
          wholeBetween(1, maxPreviewDays),
          `Days until the link expires, at most ${maxPreviewDays}. Default: 7.`,
          {
            example: 7,
          },
        ),
      },
    },
  ),
];
