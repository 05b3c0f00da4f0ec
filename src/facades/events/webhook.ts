// The shape of webhooks.
import { everything, is } from '../../core/condition.js';
import { optional, required } from '../../core/field.js';
import { filter } from '../../core/filter.js';
import type { Kind } from '../../core/kind.js';
import { choice, wordList } from '../../core/kinds/choice.js';
import { flag } from '../../core/kinds/flag.js';
import { filterText, lineText } from '../../core/kinds/text.js';
import { webPage } from '../../core/kinds/web.js';
import type { Model } from '../../core/model.js';
import { Invalid } from '../../core/problem.js';
import { listOf, type Schema } from '../../core/schema.js';
import type { Shape } from '../../core/shape.js';
import { capitalized } from '../../core/text/capitalized.js';
import { typesOf, type WebhookRow, webhookPayloads, webhookReasons, webhookStates } from '../../core/webhook.js';
import { webhook } from '../../models/webhook/webhook.js';
import { selfQuery } from '../self-query.js';
import { eventShapes } from './events.js';
import { address, clock, flagSchema, integer, out, text } from './outputs.js';
import { listBody, recordNotFound } from './post.js';
import { filterQuery, lookUpFilters } from './webhook-filters.js';

const followed = eventShapes.map(({ model }) => model).filter((model) => model.followed);

/** Of all records whose changes can be followed. */
export const webhookTypes: readonly string[] = followed.flatMap(typesOf);

/** Labels of the last word of a type. */
const typeLabels: Readonly<Record<string, string>> = {
  created: 'Created',
  updated: 'Changed',
  trashed: 'Moved to the trash',
  restored: 'Taken out of the trash',
  removed: 'Deleted permanently',
  published: 'Published',
  moved: 'Moved to another time or place',
};

const byType = (text: (model: Model, word: string) => string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    followed.flatMap((model) => typesOf(model).map((type) => [type, text(model, type.slice(type.indexOf('.') + 1))])),
  );

const typeChoices = {
  labels: byType((_, word) => typeLabels[word] ?? word),
  headings: byType(({ noun }) => capitalized(noun.many)),
};

const target: Kind<string> = {
  ...webPage,
  read: (input, call) => {
    const url = webPage.read(input, call);
    if (url === '') throw new Invalid('Must not be empty.');
    return url;
  },
};

const moment = (description: string, of: (row: WebhookRow) => string) =>
  out<WebhookRow>({ anyOf: [{ ...clock }, { const: '' }], description }, of);

const words = (list: readonly string[], description: string): Schema => ({ ...text, enum: list, description });

export const webhookShape: Shape = {
  model: webhook,
  path: 'webhooks',
  schema: 'Webhook',
  about:
    'Endpoints of other programs that get messages about changes, as signed requests of [Standard Webhooks](https://www.standardwebhooks.com/). Administrators have all of them, editors their own.',
  lookedUpBy: ['id'],
  fields: {
    url: required(target, 'URL that receives the messages, at a public address.', {
      prepare: async (url, { allowsWebhook }) => {
        if (!(await allowsWebhook(url)))
          throw new Invalid('Webhooks cannot use this URL. Use an https URL at a public address.');
        return url;
      },
      inForm: { label: 'Address', help: 'An https address of the program that receives the messages.' },
      example: 'https://hooks.example/almanac',
      sample: 'https://hooks.example/almanac',
    }),
    types: optional(wordList(webhookTypes, typeChoices), 'Types of messages. Default: all of them.', {
      inForm: { label: 'Messages', help: 'Choose none to get all.' },
      example: ['event.published', 'event.moved'],
    }),
    filters: optional(filterQuery, 'Filters of a list of events, as a query string. Other records are not filtered.', {
      lookUp: async (given, context) => {
        await lookUpFilters(given, context);
        return given;
      },
      inForm: { label: 'Only events that match', help: 'Filters as in the address of a list: categories=music' },
      example: 'featured=true',
      sample: 'featured=true',
    }),
    payload: optional(
      choice(webhookPayloads, undefined, {
        thin: 'IDs and links of the record',
        full: 'Also the record, as everyone sees it',
      }),
      '`thin` messages name the record, `full` ones also contain it as everyone sees it.',
      { documentedDefault: 'thin', example: 'thin', inForm: { label: 'Content of messages' } },
    ),
    description: optional(lineText(200), 'What it is for.', { example: 'Newsletter' }),
    active: optional(
      flag,
      'False stops messages, true starts them again. Nothing is sent later for the time between.',
      {
        documentedDefault: true,
        toInput: (row) => row.state !== 'disabled',
        inForm: { group: 'details' },
        example: true,
      },
    ),
    secret: optional(
      {
        declared: { type: 'string' },
        schema: { type: 'string' },
        read: () => {
          throw new Invalid('Secrets are generated.');
        },
      },
      '',
      {
        bodyOnly: true,
        undocumented: true,
        noForm: true,
        createOnly: true,
        generate: ({ vault }) => vault.makeSecret(),
        prepare: (given, { vault }) => vault.encrypt(given),
      },
    ),
  },
  readParams: {},
  list: {
    filters: {
      url: filter(filterText, 'Webhooks with exactly this URL.', (url) => is('url', url), {
        example: 'https://hooks.example/almanac',
      }),
    },
    defaultScope: () => everything,
    order: () => [{ column: 'id' }],
    selfQuery: selfQuery(),
    body: listBody('webhooks'),
  },
  body: {
    id: out(integer, (row) => row.id),
    url: out<WebhookRow>(address, (row) => row.url),
    types: out<WebhookRow>(listOf({ ...text, enum: webhookTypes }), (row) => row.types),
    filters: out<WebhookRow>(text, (row) => row.filters),
    payload: out<WebhookRow>({ ...text, enum: webhookPayloads }, (row) => row.payload),
    description: out<WebhookRow>(text, (row) => row.description),
    active: out<WebhookRow>(flagSchema, (row) => row.state !== 'disabled'),
    state: out<WebhookRow>(
      words(webhookStates, '`failing` if the last messages were not accepted; `disabled` if nothing is sent.'),
      (row) => row.state,
    ),
    reason: out<WebhookRow>(
      words(
        webhookReasons,
        'Why it is disabled: by a user, because the endpoint answered 410, failed for five days, its owner lost the right to have it, its secret cannot be decrypted, or too many messages wait.',
      ),
      (row) => row.reason,
    ),
    failing_since: moment(
      'Time of the first failure since the last success in UTC; empty if there is none.',
      (row) => row.failing_since,
    ),
    last_success: moment('Time of the last success in UTC, to the minute.', (row) => row.last_success),
    last_failure: moment('Time of the last failure in UTC.', (row) => row.last_failure),
    owner: out<WebhookRow>(
      { ...integer, description: 'ID of the user who created it and gets mails about failures.' },
      (row) => row.owner,
    ),
    created_utc: out<WebhookRow>(clock, (row) => row.created_utc),
    modified_utc: out<WebhookRow>(clock, (row) => row.modified_utc),
    secret: out({ ...text, description: 'Signs messages. Returned once, when it is created.' }, () => undefined),
  },
  notFound: recordNotFound,
  errors: { create: ['no-secret-key', 'too-many-webhooks'] },
};
