// Mails that the service sends: the queue, for administrators, and a test mail.
import { everything, is } from '../core/condition.js';
import type { Endpoint } from '../core/facade.js';
import { optional } from '../core/field.js';
import { choice } from '../core/kinds/choice.js';
import { mailAddress } from '../core/kinds/text.js';
import { type MailRow, type MailState, mailCauses, mailStates, mails } from '../core/mail.js';
import { itemsKey, key, maybe, output } from '../core/output.js';
import { Problem } from '../core/problem.js';
import { described, flagSchema, integer, objectOf, orNull, text } from '../core/schema.js';
import { endpoint, operation } from '../http/handler.js';
import { composeMail } from '../i18n/mail/compose.js';
import { recipientOf } from '../models/account/profile.js';
import { recordMail } from '../operations/mail.js';
import { readUser } from './owner.js';

/** Listed at most, newest first. */
const maxListedMails = 100;
const newestFirst = [{ column: 'id', descending: true }];

/** `cause`: of a test mail. */
type ShownMail = MailRow & { readonly cause?: string | undefined };

const mail = output<ShownMail>('Mail', 'A mail without its text.', {
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
  cause: maybe({ ...text, enum: mailCauses, description: 'Kind of the error of a test mail that was not sent.' }),
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
  dryRun: 'refused',
  summary: 'Send a test mail',
  description: 'Sends the mail at once instead of queueing it: `error` is the answer of the mail server.',
  input: {
    to: optional(mailAddress, 'The recipient. By default the email address of the caller.', {
      bodyOnly: true,
      example: 'ada@example.org',
    }),
  },
  output: mail,
  example: { ...Object(mail.example), state: 'sent', error: null, subject: 'Town Hall: Test mail' },
  problems: [new Problem('mail-off'), new Problem('no-email')],
  handler: async ({ store, mail: service }, { call }, given, reply) => {
    if (!service.isOn()) throw new Problem('mail-off');
    const user = await readUser(store, call.actor.id);
    const recipient = recipientOf(user);
    const email = String(given.to ?? '') || recipient.email;
    if (email === '') throw new Problem('no-email');
    const seconds = await service.testLimiter.spend(String(user.id));
    if (seconds > 0) throw new Problem('rate-limited', { seconds, headers: { 'Retry-After': String(seconds) } });
    const test = composeMail({ ...recipient, email }, call.site, (texts) => texts.test);
    const delivery = await service.sendNow(test);
    const sent = await store.transact((writer) => recordMail(writer, test, delivery, call.now));
    return reply({ ...sent, ...(delivery.result === 'failed' && { cause: delivery.cause }) });
  },
});

export const mailEndpoints: readonly Endpoint[] = [
  endpoint('/mails', { GET: list }),
  endpoint('/mails/test', { POST: sendTest }),
];
