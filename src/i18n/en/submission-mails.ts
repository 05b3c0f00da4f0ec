// Mails to the senders of submitted events in English.
import type { MailUrl } from '../../core/mail.js';
import type { MailText } from '../mail/mail-text.js';

const reason = 'You receive this mail because an event was submitted with this email address.';

export const submissionMails = {
  confirm: (title: string, url: MailUrl): MailText => ({
    subject: `Confirm your event: ${title}`,
    paragraphs: [
      `You submitted “${title}”. Open this link to confirm your email address:`,
      url,
      'The link works once, for 3 days. An editor then reviews the event.',
    ],
    reason: `${reason} Ignore it if it was not you: nothing will be published.`,
  }),
  received: (title: string): MailText => ({
    subject: `Received: ${title}`,
    paragraphs: [
      `Thank you for submitting “${title}”. An editor will review it, and you will get a mail with the result.`,
    ],
    reason,
  }),
  approved: (title: string, url: MailUrl): MailText => ({
    subject: `Published: ${title}`,
    paragraphs: [`Your event “${title}” is published:`, url],
    reason,
  }),
  rejected: (title: string, note: string): MailText => ({
    subject: `Not published: ${title}`,
    paragraphs: [`Your event “${title}” will not be published. Reason:`, note],
    reason,
  }),
};
