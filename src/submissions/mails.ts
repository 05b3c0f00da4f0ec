// Mails to the sender of a submission.
import type { Mail, MailUrl, WhenAndWhere } from '../core/mail.js';
import type { Site } from '../core/site.js';
import { composeMail, inline } from '../i18n/mail/compose.js';
import type { SubmissionRow } from '../models/submission/submission.js';

export type Sender = Pick<SubmissionRow, 'name' | 'email' | 'language'>;

export const confirmationPath = (token: string): string => `/submit/confirm?token=${token}`;

export const confirmationMail = (site: Site, sender: Sender, title: string, url: MailUrl): Mail =>
  composeMail(sender, site, ({ submissions }) => submissions.confirm(inline(title), url));

export const receivedMail = (site: Site, sender: Sender, title: string, about: WhenAndWhere): Mail =>
  composeMail(sender, site, ({ submissions }) => submissions.received(inline(title)), about);

export const approvedMail = (site: Site, sender: Sender, title: string, url: MailUrl, about: WhenAndWhere): Mail =>
  composeMail(sender, site, ({ submissions }) => submissions.approved(inline(title), url), about);

export const rejectedMail = (site: Site, sender: Sender, title: string, reason: string, about: WhenAndWhere): Mail =>
  composeMail(sender, site, ({ submissions }) => submissions.rejected(inline(title), reason), about);
