// Mails that the service sends: the queue, for administrators, and a test mail.
import { everything, is } from '../core/condition.js';
import type { Endpoint } from '../core/facade.js';
import { optional } from '../core/field.js';
import { choice } from '../core/kinds/choice.js';
import { type MailRow, type MailState, mailStates, mails } from '../core/mail.js';
import { itemsKey, key, output } from '../core/output.js';
import { Problem } from '../core/problem.js';
import { described, flagSchema, integer, objectOf, orNull, text } from '../core/schema.js';
import { change } from '../http/change.js';
import { endpoint, operation } from '../http/handler.js';
import { composeMail } from '../i18n/mail/compose.js';
import { recipientOf } from '../models/account/profile.js';
import { queueMail } from '../operations/mail.js';
import { readUser } from './owner.js';

/** Listed at most, newest first. */
const maxListedMails = 100;
const newestFirst = [{ column: 'id', descending: true }];

const mail = output<MailRow>('Mail', 'A mail without its text.', {
  id: key(integer, 12),
  to: key(text, 'ada@example.org', (row) => row.recipient),
  subject: key(text, 'Reset your password'),
  state: key({ ...text, enum: mailStates }, 'queued'),
  attempts: key(integer, 1),
  next_attempt_utc: key(
    orNull(text, 'Null unless queued.'),
    '2026-09-02 14:01:00',
    (row) => row.next_attempt_utc || null,
  ),
  error: key(orNull(text, 'The last failure.'), 'connect ECONNREFUSED 192.0.2.1:587', (row) => row.error || null),
  created_utc: key(text, '2026-09-02 14:00:00'),
  finished_utc: key(orNull(text, 'When it was sent or failed.'), null, (row) => row.finished_utc || null),
});

interface Listed {
  readonly rows: readonly MailRow[];
  readonly totals: Readonly<Record<string, number>>;
  readonly is_on: boolean;
}

const mailList = output<Listed>(
  'MailList',
  `The newest ${maxListedMails} mails, and the number of mails in each state.`,
  {
    mails: itemsKey(mail, ({ rows }) => rows),
    totals: key(objectOf(Object.fromEntries(mailStates.map((state) => [state, integer]))), {
      queued: 1,
      sent: 40,
      failed: 0,
    }),
    is_on: key(described(flagSchema, 'Whether a mail server is set up.'), true),
  },
);

const common = {
  right: 'administer',
  tag: { name: 'Mail', description: 'Mails that the service sends.' },
} as const;

const list = operation({
  ...common,
  operationId: 'listMails',
  summary: 'List mails',
  description: 'Sent and failed mails are listed for 7 days.',
  input: { state: optional(choice(mailStates), 'Only mails in this state.', { example: 'failed' }) },
  output: mailList,
  handler: async ({ store, mail: { isOn } }, _, { state }, reply) => {
    const where = state === undefined ? everything : is('state', state);
    const rows = await store.list({ table: mails, where, order: newestFirst, limit: maxListedMails });
    const count = async (one: MailState) =>
      [one, await store.count({ table: mails, where: is('state', one) })] as const;
    return reply({ rows, totals: Object.fromEntries(await Promise.all(mailStates.map(count))), is_on: isOn() });
  },
});

const sendTest = operation({
  ...common,
  operationId: 'sendTestMail',
  summary: 'Send a test mail to yourself',
  description: 'Queues a mail to the email address of the caller. The list of mails shows the result.',
  statusCode: 202,
  output: mail,
  example: { ...Object(mail.example), attempts: 0, error: null, subject: 'Test mail' },
  problems: [new Problem('mail-off'), new Problem('no-email'), new Problem('mail-queue-full')],
  handler: async (service, request, _, reply) => {
    const { call } = request;
    if (!service.mail.isOn()) throw new Problem('mail-off');
    return change(service, request, async ({ store }) => {
      const user = await readUser(store, call.actor.id);
      if (user.email === '') throw new Problem('no-email');
      const test = composeMail(recipientOf(user), call.site, (texts) => texts.test);
      await queueMail(store, test, call.now);
      const where = is('recipient', user.email);
      const [queued] = await store.list({ table: mails, where, order: newestFirst, limit: 1 });
      if (!queued) throw new TypeError('the mail is not in the queue');
      return reply(queued);
    });
  },
});

export const mailEndpoints: readonly Endpoint[] = [
  endpoint('/mails', { GET: list }),
  endpoint('/mails/test', { POST: sendTest }),
];
