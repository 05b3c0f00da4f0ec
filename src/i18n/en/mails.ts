// Texts of mails in English.
import type { MailUrl } from '../../core/mail.js';
import type { MailText } from '../mail/mail-text.js';
import { submissionMails } from './submission-mails.js';

export interface SignInDetails {
  /** Browser and system. */
  readonly device: string;
  readonly ip: string;
  /** Date and time in the zone of the site. */
  readonly time: string;
}

export interface ReviewedEvent {
  readonly title: string;
  /** Why it was rejected; may be empty. */
  readonly note: string;
}

const noticeReason = 'You can switch off this notice in your account.';

export const mails = {
  submissions: submissionMails,
  webhooks: {
    failing: (url: string, error: string, page: MailUrl): MailText => ({
      subject: 'Webhook fails',
      paragraphs: [
        `Messages to your webhook at ${url} are not accepted${error ? ` (${error})` : ''}. They are sent again several times, for about three days.`,
        `Look at the answers: ${page}`,
      ],
      reason: 'You receive this mail because you created this webhook.',
    }),
    disabled: (url: string, error: string, page: MailUrl): MailText => ({
      subject: 'Webhook disabled',
      paragraphs: [
        `Your webhook at ${url} was disabled${error ? ` (${error})` : ''}. No more messages are sent to it.`,
        `Enable it again, and send missed messages once more: ${page}`,
      ],
      reason: 'You receive this mail because you created this webhook.',
    }),
  },
  greeting: (name: string) => `Hello ${name},`,
  test: {
    subject: 'Test mail',
    paragraphs: ['Mail works: this site can send invitations, password resets and notices.'],
    reason: 'You receive this mail because you sent a test mail from the console.',
  } as MailText,
  invitation: (site: string, url: MailUrl, days: number): MailText => ({
    subject: 'Your invitation',
    paragraphs: [
      `You are invited to work on ${site}. Choose a password to sign in:`,
      url,
      `The link works once, for ${days} days.`,
    ],
    reason:
      'You receive this mail because an administrator created an account for you. Ignore it if you do not want one.',
  }),
  reset: (url: MailUrl, hours: number): MailText => ({
    subject: 'Reset your password',
    paragraphs: [
      'Choose a new password:',
      url,
      `The link works once, for ${hours} hour${hours === 1 ? '' : 's'}. Your current password works until then.`,
    ],
    reason: 'You receive this mail because someone asked to reset your password. Ignore it if it was not you.',
  }),
  passwordChanged: (url: MailUrl): MailText => ({
    subject: 'Your password was changed',
    paragraphs: [
      'Your password was changed with a link, and all your sessions were signed out.',
      `If it was not you, reset your password now and tell an administrator: ${url}`,
    ],
    reason: 'You receive this mail because it concerns the security of your account.',
  }),
  emailChanged: (url: MailUrl): MailText => ({
    subject: 'Your email address was changed',
    paragraphs: [
      'Your account now has another email address. This address no longer receives mails about it.',
      `If it was not you, tell an administrator: ${url}`,
    ],
    reason: 'You receive this mail because it concerns the security of your account.',
  }),
  signIn: ({ device, ip, time }: SignInDetails, url: MailUrl): MailText => ({
    subject: 'New sign-in to your account',
    paragraphs: [
      `Your account was used on a new device: ${device}, ${ip}, ${time}.`,
      `If it was not you, change your password: ${url}`,
    ],
    reason: noticeReason,
  }),
  pendingEvent: (title: string, author: string, url: MailUrl): MailText => ({
    subject: `Pending review: ${title}`,
    paragraphs: [author === '' ? `“${title}” waits for review:` : `“${title}” by ${author} waits for review:`, url],
    reason: noticeReason,
  }),
  approvedEvent: ({ title, note }: ReviewedEvent, url: MailUrl): MailText => ({
    subject: `Published: ${title}`,
    paragraphs: [`“${title}” was approved and is published:`, url, ...(note ? [note] : [])],
    reason: noticeReason,
  }),
  rejectedEvent: ({ title, note }: ReviewedEvent): MailText => ({
    subject: `Not published: ${title}`,
    paragraphs: [`“${title}” was not approved.`, ...(note ? [`Reason: ${note}`] : [])],
    reason: noticeReason,
  }),
};
