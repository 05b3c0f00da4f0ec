// Mails that the service sends: the queue, for administrators, and a test mail.
import type { CustomOperation, Endpoint } from '../core/facade.js';
import { type Fields, optional } from '../core/field.js';
import { choice } from '../core/kinds/choice.js';
import { type MailRow, mailStates } from '../core/mail.js';
import { Problem } from '../core/problem.js';
import { listOf, reference, type Schema } from '../core/schema.js';

const text: Schema = { type: 'string' };
const optionalText: Schema = { type: ['string', 'null'] };

/** Listed at most, newest first. */
export const maxListedMails = 100;

export const mailBody = (row: MailRow) => ({
  id: row.id,
  to: row.recipient,
  subject: row.subject,
  state: row.state,
  attempts: row.attempts,
  next_attempt_utc: row.next_attempt_utc || null,
  error: row.error || null,
  created_utc: row.created_utc,
  finished_utc: row.finished_utc || null,
});

const mailSchema: Schema = {
  type: 'object',
  description: 'A mail without its text.',
  required: ['id', 'to', 'subject', 'state', 'attempts', 'next_attempt_utc', 'error', 'created_utc', 'finished_utc'],
  properties: {
    id: { type: 'integer' },
    to: text,
    subject: text,
    state: { ...text, enum: mailStates },
    attempts: { type: 'integer' },
    next_attempt_utc: { ...optionalText, description: 'Null unless queued.' },
    error: { ...optionalText, description: 'The last failure.' },
    created_utc: text,
    finished_utc: { ...optionalText, description: 'When it was sent or failed.' },
  },
};

const listSchema: Schema = {
  type: 'object',
  description: `The newest ${maxListedMails} mails, and the number of mails in each state.`,
  required: ['mails', 'totals', 'is_on'],
  properties: {
    mails: listOf(reference('Mail')),
    totals: {
      type: 'object',
      required: mailStates,
      properties: Object.fromEntries(mailStates.map((state) => [state, { type: 'integer' }])),
    },
    is_on: { type: 'boolean', description: 'Whether a mail server is set up.' },
  },
};

const example = {
  id: 12,
  to: 'ada@example.org',
  subject: 'Reset your password',
  state: 'queued',
  attempts: 1,
  next_attempt_utc: '2026-09-02 14:01:00',
  error: 'connect ECONNREFUSED 192.0.2.1:587',
  created_utc: '2026-09-02 14:00:00',
  finished_utc: null,
};

const tag = { name: 'Mail', description: 'Mails that the service sends.' };

const list: CustomOperation = {
  right: 'administer',
  operationId: 'listMails',
  summary: 'List mails',
  description: 'Sent and failed mails are listed for 7 days.',
  tag,
  schemaName: 'MailList',
  schema: listSchema,
  example: { mails: [example], totals: { queued: 1, sent: 40, failed: 0 }, is_on: true },
};

const sendTest: CustomOperation = {
  right: 'administer',
  operationId: 'sendTestMail',
  summary: 'Send a test mail to yourself',
  description: 'Queues a mail to the email address of the caller. The list of mails shows the result.',
  tag,
  statusCode: 202,
  schemaName: 'Mail',
  schema: mailSchema,
  example: { ...example, attempts: 0, error: null, subject: 'Test mail' },
  problems: [new Problem('mail-off'), new Problem('no-email'), new Problem('mail-queue-full')],
};

const listFields: Fields = {
  state: optional(choice(mailStates), 'Only mails in this state.', { example: 'failed' }),
};

export const mailEndpoints: readonly Endpoint[] = [
  {
    path: '/mails',
    pattern: '/mails',
    actions: { GET: 'custom' },
    custom: 'mails',
    takes: { GET: listFields },
    operations: { GET: list },
  },
  {
    path: '/mails/test',
    pattern: '/mails/test',
    actions: { POST: 'custom' },
    custom: 'test-mail',
    operations: { POST: sendTest },
  },
];
