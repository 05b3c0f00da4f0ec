// Answers requests of users who forgot their password: mails a link to each existing user with an email address.
import { createPasswordLink, linkSeconds, linkUrl } from '../auth/password-links.js';
import { everything, is } from '../core/condition.js';
import { recordLock } from '../core/locks.js';
import type { Reader, Writer } from '../core/store.js';
import { plusSeconds } from '../core/time/clock.js';
import { composeMail } from '../i18n/mail/compose.js';
import { passwordRequests, type UserRow, users } from '../models/account/account.js';
import { recipientOf } from '../models/account/profile.js';
import { queueNotice } from '../operations/mail.js';
import type { Job, JobContext } from './job.js';

const batchSize = 100;
/** Older requests are dropped: nobody waits for the mail any more. */
const maxAgeSeconds = 3_600;

export const passwordRequestsJob: Job = {
  name: 'password-requests',
  intervalSeconds: 3,
  run: async (context) => {
    const { store, signal } = context;
    const requests = { table: passwordRequests, where: everything, order: [{ column: 'id' }], limit: batchSize };
    for (let rows = await store.list(requests); rows.length > 0; rows = await store.list(requests)) {
      for (const row of rows) {
        if (signal.aborted) return;
        await store.transact((writer) => answer(writer, row, context));
      }
    }
  },
};

type Request = { readonly id: number; readonly user_key: string; readonly created_utc: string };

async function answer(writer: Writer, { id, user_key, created_utc }: Request, { call }: JobContext): Promise<void> {
  // Another process may have answered it.
  if ((await writer.remove(passwordRequests, is('id', id))) === 0) return;
  const { now, site } = call();
  if (created_utc < plusSeconds(now, -maxAgeSeconds)) return;
  const found = await findByNameOrEmail(writer, user_key);
  if (!found || found.email === '') return;
  await writer.lock(recordLock(users, found.id));
  const link = await createPasswordLink(writer, found.id, 'reset', now);
  const url = linkUrl(site.baseUrl, link);
  const hours = linkSeconds.reset / 3_600;
  await queueNotice(
    writer,
    composeMail(recipientOf(found), site, ({ reset }) => reset(url, hours)),
    now,
  );
}

/** Names come first: a name may look like the address of another user. */
const findByNameOrEmail = async (store: Reader, key: string): Promise<UserRow | undefined> =>
  (await store.read({ table: users, where: is('name_key', key) })) ??
  (await store.read({ table: users, where: is('email_key', key) }));
