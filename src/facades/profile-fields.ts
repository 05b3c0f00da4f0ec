// The profile of a user: fields that administrators and the users themselves set.
import type { Fields } from '../core/field.js';
import { optional } from '../core/field.js';
import { choice, wordList } from '../core/kinds/choice.js';
import { lineText, mailAddress } from '../core/kinds/text.js';
import { languages } from '../core/languages.js';
import { type Notice, notices, userLanguages } from '../models/account/account.js';

const noticeLabels: Readonly<Record<Notice, string>> = {
  sign_in: 'Sign-in on a new device',
  pending_event: 'Event to review',
  reviewed_event: 'Review of own events',
};

export const emailField = optional(
  mailAddress,
  'Email address, for invitations, password resets and notices. An empty string removes it.',
  { example: 'ada@example.org', inForm: { help: 'For notices and to reset the password' } },
);

export const profileFields: Fields = {
  display_name: optional(lineText(100), 'Name that pages and the console show instead of the username.', {
    example: 'Ada Lovelace',
    inForm: { help: 'Shown instead of the username' },
  }),
  language: optional(
    choice(userLanguages, { '': 'Language of the browser', ...languages }),
    'Language of the console and of mails. An empty string uses the language of the browser and of the site.',
    { example: 'fr' },
  ),
  muted_notices: optional(
    wordList(notices, { labels: noticeLabels }),
    'Mails that the user does not receive: `sign_in` from a new device, `pending_event` to review, `reviewed_event` of their own.',
    { example: ['sign_in'], inForm: { label: 'Switched-off mails' } },
  ),
};
