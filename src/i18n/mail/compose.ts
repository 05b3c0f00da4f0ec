// Mails as plain text in the language of their recipient.
import { headerText, type Mail } from '../../core/mail.js';
import type { Site } from '../../core/site.js';
import { type Texts, textsFor } from '../texts.js';
import type { MailText } from './mail-text.js';

export interface Recipient {
  /** Name in the greeting. */
  readonly name: string;
  readonly email: string;
  /** Empty for the default language of the site. */
  readonly language: string;
}

export type ChooseMail = (mails: Texts['mails']) => MailText;

type MailSite = Pick<Site, 'name' | 'languages'>;

export function composeMail({ name, email, language }: Recipient, site: MailSite, choose: ChooseMail): Mail {
  const { mails } = textsFor(language || site.languages[0]);
  const { subject, paragraphs, reason } = choose(mails);
  const parts = [mails.greeting(inline(name)), ...paragraphs, `-- \n${inline(site.name)}\n${reason}`];
  return { to: email, subject: `${site.name}: ${subject}`, text: `${parts.join('\n\n')}\n` };
}

/** Text of others within a line: it cannot begin a line of its own. */
export const inline = headerText;
