// Mails as plain text in the language of their recipient.
import { headerText, type Mail } from '../../core/mail.js';
import type { Site } from '../../core/site.js';
import { english, type MailText, type MailTexts } from './en.js';
import { french } from './fr.js';

export interface Recipient {
  /** Name in the greeting. */
  readonly name: string;
  readonly email: string;
  /** Empty for the default language of the site. */
  readonly language: string;
}

type MailSite = Pick<Site, 'name' | 'languages'>;

const textsIn = (language: string): MailTexts => (language.split('-', 1)[0] === 'fr' ? french : english);

export function composeMail(
  { name, email, language }: Recipient,
  site: MailSite,
  choose: (texts: MailTexts) => MailText,
): Mail {
  const texts = textsIn(language || (site.languages[0] ?? ''));
  const { subject, paragraphs, reason } = choose(texts);
  const parts = [texts.greeting(inline(name)), ...paragraphs, `-- \n${inline(site.name)}\n${reason}`];
  return { to: email, subject: `${site.name}: ${subject}`, text: `${parts.join('\n\n')}\n` };
}

/** Text of others within a line: it cannot begin a line of its own. */
export const inline = headerText;
