// Notices by mail that users can switch off. Each is queued in the transaction of the change that causes it, and skipped
// while mail is off.
import { type Right, rightsOf, roles } from '../core/actor.js';
import { all, is, isSet, not, oneOf } from '../core/condition.js';
import { type MailUrl, mailUrl, type WhenAndWhere } from '../core/mail.js';
import type { LiveSite } from '../core/site.js';
import type { Writer } from '../core/store.js';
import { toWall } from '../core/time/zone.js';
import { type ChooseMail, composeMail, inline } from '../i18n/mail/compose.js';
import { type Notice, type UserRow, users } from '../models/account/account.js';
import { recipientOf, shownName } from '../models/account/profile.js';
import { ordinaryMails, queueNotice, securityMails } from '../operations/mail.js';
import type { OnSignIn } from './sessions.js';

/** Of the service: whether mail is on, and the site as of now. */
export interface NoticeService {
  readonly mail: { readonly isOn: () => boolean };
  readonly liveSite: Pick<LiveSite, 'current'>;
}

async function notify(
  { mail, liveSite }: NoticeService,
  store: Writer,
  user: UserRow,
  notice: Notice,
  now: string,
  choose: ChooseMail,
  about?: WhenAndWhere,
): Promise<boolean> {
  if (!mail.isOn() || user.email === '' || user.muted_notices.includes(notice)) return false;
  const quota = notice === 'sign_in' ? securityMails : ordinaryMails;
  await queueNotice(store, composeMail(recipientOf(user), liveSite.current(), choose, about), now, quota);
  return true;
}

const userById = (store: Writer, id: number): Promise<UserRow | undefined> =>
  store.read({ table: users, where: is('id', id) });

export interface NewDevice {
  /** Browser and system in words. */
  readonly device: string;
  readonly ip: string;
}

/** After a sign-in from a browser that the user has not used before. */
export async function notifySignIn(
  service: NoticeService,
  store: Writer,
  userId: number,
  { device, ip }: NewDevice,
  now: string,
): Promise<void> {
  const user = await userById(store, userId);
  const site = service.liveSite.current();
  const url = mailUrl(site, '/admin/account');
  const details = { device: inline(device), ip, time: `${toWall(now, site.zone)} (${site.zone})` };
  if (user && url) await notify(service, store, user, 'sign_in', now, ({ signIn }) => signIn(details, url));
}

export const noticeOfSignIn =
  (service: NoticeService & { readonly now: () => string }): OnSignIn =>
  async (writer, { id }, { browser, ip }, { isNew }) => {
    if (isNew) await notifySignIn(service, writer, id, { device: browser, ip }, service.now());
  };

export interface PendingRecord {
  readonly title: string;
  /** The user who wrote it; 0 for a visitor. */
  readonly author: number;
  /** Path of the record in the console: `/admin/…`. */
  readonly path: string;
  readonly about?: WhenAndWhere;
}

/** Reviewers who are asked at most. */
const maxReviewers = 50;
const reviewRight: Right = 'edit-others';

/** To everybody who may review the record, except its author. */
export async function notifyPending(
  service: NoticeService,
  store: Writer,
  { title, author, path, about }: PendingRecord,
  now: string,
): Promise<void> {
  const url = mailUrl(service.liveSite.current(), path);
  if (!service.mail.isOn() || !url) return;
  const reviewing = roles.filter((role) => rightsOf({ role }).includes(reviewRight));
  const where = all(oneOf('role', reviewing), isSet('email_key'), not(is('id', author)));
  const reviewers = await store.list({ table: users, where, order: [{ column: 'id' }], limit: maxReviewers });
  const writer = author === 0 ? undefined : await userById(store, author);
  for (const reviewer of reviewers)
    await notify(
      service,
      store,
      reviewer,
      'pending_event',
      now,
      ({ pendingEvent }) => pendingEvent(inline(title), writer ? inline(shownName(writer)) : '', url),
      about,
    );
}

export interface ReviewedRecord {
  readonly title: string;
  readonly author: number;
  /** Public page of an approved record. */
  readonly url: MailUrl | undefined;
  readonly isApproved: boolean;
  /** The reason of a rejection; may be empty. */
  readonly note: string;
  readonly about?: WhenAndWhere;
}

/** To the author of a record that was approved or rejected. Returns whether a mail is queued. */
export async function notifyReviewed(
  service: NoticeService,
  store: Writer,
  { title, author, url, isApproved, note, about }: ReviewedRecord,
  now: string,
): Promise<boolean> {
  const user = await userById(store, author);
  const given = { title: inline(title), note: inline(note) };
  if (!user || (isApproved && !url)) return false;
  return notify(
    service,
    store,
    user,
    'reviewed_event',
    now,
    ({ approvedEvent, rejectedEvent }) => (isApproved && url ? approvedEvent(given, url) : rejectedEvent(given)),
    about,
  );
}
