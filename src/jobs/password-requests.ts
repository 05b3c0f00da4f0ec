// Answers requests of users who forgot their password: mails a link to each existing user with an email address.
import { createPasswordLink, linkPath, linkSeconds } from '../auth/password-links.js';
import { everything, is } from '../core/condition.js';
import { rowBatches } from '../core/each-row.js';
import { recordLock } from '../core/locks.js';
import { mailUrl, noMailLinks } from '../core/mail.js';
import type { Reader, Store, Writer } from '../core/store.js';
import { plusSeconds } from '../core/time/clock.js';
import { composeMail } from '../i18n/mail/compose.js';
import { identities, passwordRequests, type UserRow, users } from '../models/account/account.js';
import { recipientOf } from '../models/account/profile.js';
import { queueMail, securityMails } from '../operations/mail.js';
import { eachRecord } from './each-record.js';
import type { Job, JobContext } from './job.js';

/** Older requests are dropped: nobody waits for the mail any more. */
const maxAgeSeconds = 3_600;

export const passwordRequestsJob: Job = {
  name: 'password-requests',
  intervalSeconds: 3,
  run: (context) =>
    eachRecord(openRequests(context.store), {
      nameOf: ({ id }) => `request ${id}`,
      handle: (row) => context.store.transact((writer) => answer(writer, row, context)),
      signal: context.signal,
    }),
};

type Request = { readonly id: number; readonly user_key: string; readonly created_utc: string };

/** A request that fails stays for the next run, until it is too old. */
async function* openRequests(store: Store): AsyncGenerator<Request> {
  for await (const rows of rowBatches(store, { table: passwordRequests, where: everything })) yield* rows;
}

/** The earlier link works until the mail with the new one is in the queue: both are in one transaction. */
async function answer(writer: Writer, { id, user_key, created_utc }: Request, { call }: JobContext): Promise<void> {
  // Another process may have answered it.
  if ((await writer.remove(passwordRequests, is('id', id))) === 0) return;
  const { now, site } = call();
  if (created_utc < plusSeconds(now, -maxAgeSeconds)) return;
  const found = await findByNameOrEmail(writer, user_key);
  if (!found || found.email === '' || (await signsInElsewhere(writer, found))) return;
  await writer.lock(recordLock(users, found.id));
  const link = await createPasswordLink(writer, found.id, 'reset', now);
  const url = mailUrl(site, linkPath(link));
  if (!url) throw new TypeError(noMailLinks);
  const hours = linkSeconds.reset / 3_600;
  const mail = composeMail(recipientOf(found), site, ({ reset }) => reset(url, hours));
  await queueMail(writer, mail, now, securityMails);
}

/** With a provider only: a password would let its user in without the provider and its second factor. */
const signsInElsewhere = async (store: Reader, { id, password }: UserRow): Promise<boolean> =>
  password === '' && (await store.count({ table: identities, where: is('user_id', id) })) > 0;

/** Names come first: a name may look like the address of another user. */
const findByNameOrEmail = async (store: Reader, key: string): Promise<UserRow | undefined> =>
  (await store.read({ table: users, where: is('name_key', key) })) ??
  (await store.read({ table: users, where: is('email_key', key) }));
