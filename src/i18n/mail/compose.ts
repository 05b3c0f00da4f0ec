// Mails as plain text in the language of their recipient.
import { headerText, type Mail, type WhenAndWhere } from '../../core/mail.js';
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

/** `about` comes first: when and where the event takes place. */
export function composeMail(
  { name, email, language }: Recipient,
  site: MailSite,
  choose: ChooseMail,
  about?: WhenAndWhere,
): Mail {
  const shown = language || site.languages[0];
  const { mails } = textsFor(shown);
  const { subject, paragraphs, reason } = choose(mails);
  const parts = [
    mails.greeting(inline(name)),
    ...(about ? [inline(about(shown))] : []),
    ...paragraphs,
    `-- \n${inline(site.name)}\n${reason}`,
  ];
  return { to: email, subject: `${site.name}: ${subject}`, text: `${parts.join('\n\n')}\n` };
}

/** Text of others within a line: it cannot begin a line of its own. */
export const inline = headerText;
