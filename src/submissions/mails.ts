// Mails to the sender of a submission.
import type { Mail, MailUrl } from '../core/mail.js';
import type { Site } from '../core/site.js';
import { composeMail, inline } from '../i18n/mail/compose.js';
import type { MailText } from '../i18n/mail/en.js';
import { submissionMailsFor } from '../i18n/mail/submissions.js';
import type { SubmissionMails } from '../i18n/mail/submissions-en.js';
import type { SubmissionRow } from '../models/submission/submission.js';

export type Sender = Pick<SubmissionRow, 'name' | 'email' | 'language'>;

const mailTo = (site: Site, { name, email, language }: Sender, choose: (texts: SubmissionMails) => MailText): Mail => {
  const texts = submissionMailsFor(language || (site.languages[0] ?? ''));
  return composeMail({ name, email, language }, site, () => choose(texts));
};

export const confirmationPath = (token: string): string => `/submit/confirm?token=${token}`;

export const confirmationMail = (site: Site, sender: Sender, title: string, url: MailUrl): Mail =>
  mailTo(site, sender, ({ confirm }) => confirm(inline(title), url));

export const receivedMail = (site: Site, sender: Sender, title: string): Mail =>
  mailTo(site, sender, ({ received }) => received(inline(title)));

export const approvedMail = (site: Site, sender: Sender, title: string, url: MailUrl): Mail =>
  mailTo(site, sender, ({ approved }) => approved(inline(title), url));

export const rejectedMail = (site: Site, sender: Sender, title: string, reason: string): Mail =>
  mailTo(site, sender, ({ rejected }) => rejected(inline(title), reason));
