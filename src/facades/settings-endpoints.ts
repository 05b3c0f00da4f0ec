// Progress of background work that a change of settings starts.
import type { Endpoint } from '../core/facade.js';
import { listOf, type Schema } from '../core/schema.js';

const text: Schema = { type: 'string' };

const progressSchema: Schema = {
  type: 'object',
  description: 'Background work, running or ended.',
  required: ['jobs'],
  properties: {
    jobs: listOf({
      type: 'object',
      required: ['name', 'done', 'total', 'ended_utc'],
      properties: {
        name: { ...text, description: '`languages`: texts are indexed for new languages.' },
        done: { type: 'integer' },
        total: { type: 'integer' },
        ended_utc: { type: ['string', 'null'], description: 'Null while it runs.' },
      },
    }),
  },
};

export const settingsEndpoints: readonly Endpoint[] = [
  {
    path: '/settings/progress',
    pattern: '/settings/progress',
    actions: { GET: 'custom' },
    custom: 'settings-progress',
    operations: {
      GET: {
        right: 'administer',
        operationId: 'readSettingsProgress',
        summary: 'Get the progress of background work',
        description: 'New languages are used when all texts are indexed for them.',
        tag: { name: 'Settings', description: 'Settings of the site.' },
        schemaName: 'ProgressList',
        schema: progressSchema,
        example: { jobs: [{ name: 'languages', done: 400, total: 1_200, ended_utc: null }] },
      },
    },
  },
];
