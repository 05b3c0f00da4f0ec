// The queue of mails for administrators, and the test mail.
import { everything, is } from '../core/condition.js';
import { type MailState, mailStates, mails } from '../core/mail.js';
import { Problem } from '../core/problem.js';
import { mailBody, maxListedMails } from '../facades/mail-endpoints.js';
import { composeMail } from '../i18n/mail/compose.js';
import { recipientOf } from '../models/account/profile.js';
import { queueMail } from '../operations/mail.js';
import { readUser } from './account-secrets.js';
import { change } from './change.js';
import type { CustomHandlers, Handler } from './handler.js';
import { spendWriteToken } from './limits.js';

const newestFirst = [{ column: 'id', descending: true }];

const listMails: Handler = async ({ store, mail }, _request, { state }) => {
  const where = state === undefined ? everything : is('state', state);
  const rows = await store.list({ table: mails, where, order: newestFirst, limit: maxListedMails });
  const count = async (one: MailState) => [one, await store.count({ table: mails, where: is('state', one) })] as const;
  const totals = Object.fromEntries(await Promise.all(mailStates.map(count)));
  return { statusCode: 200, headers: {}, body: { mails: rows.map(mailBody), totals, is_on: mail.isOn() } };
};

const sendTestMail: Handler = async (service, request) => {
  const { call } = request;
  await spendWriteToken(service, call.actor);
  if (!service.mail.isOn()) throw new Problem('mail-off');
  return change(service, request, async ({ store }) => {
    const user = await readUser(store, call.actor.id);
    if (user.email === '') throw new Problem('no-email');
    await queueMail(
      store,
      composeMail(recipientOf(user), call.site, ({ test }) => test),
      call.now,
    );
    const [queued] = await store.list({
      table: mails,
      where: is('recipient', user.email),
      order: newestFirst,
      limit: 1,
    });
    return { statusCode: 202, headers: {}, body: queued && mailBody(queued) };
  });
};

export const mailHandlers: CustomHandlers = {
  mails: { GET: listMails },
  'test-mail': { POST: sendTestMail },
};
