// The tables of submissions: events sent through the public form, and trusted senders.
import { flagColumn, integerColumn, jsonColumn, sparseTextColumn, textColumn } from '../../core/column.js';
import { all, before, type Condition, is, not } from '../../core/condition.js';
import type { Given } from '../../core/field.js';
import { plainTable, type RowIn } from '../../core/store.js';
import { DAY, plusSeconds } from '../../core/time/clock.js';

const submissionColumns = {
  /** 0 until the sender has confirmed the email address: the event does not exist before. */
  event_id: integerColumn,
  /** The signed-in user who sent the form, 0 for none. */
  user_id: integerColumn,
  /** From the token of the form, so that each form is accepted once. */
  form_nonce: textColumn,
  /** Keyed digest of the IP address, so that one client cannot use up the limits of all. */
  client_key: textColumn,
  /** Digest of the token in the confirmation link; empty if no confirmation was sent. */
  digest: sparseTextColumn,
  name: textColumn,
  email: textColumn,
  email_key: textColumn,
  is_confirmed: flagColumn,
  /** To the editors. */
  message: textColumn,
  /** Language of the form, for mails; empty on sites in one language. */
  language: textColumn,
  /** Input for the new event, and the picture of the sender. Once the event exists, the picture until it is decided on. */
  content: jsonColumn<Given>({}),
  created_utc: textColumn,
};
export const submissions = plainTable('submissions', submissionColumns);
export type SubmissionRow = RowIn<typeof submissionColumns>;

/** Submissions of events whose picture waits for a decision. */
export const holdsPicture: Condition = all(not(is('event_id', 0)), not(is('content', {})));

/** Without the texts, for the limits. */
const { event_id, client_key, created_utc } = submissionColumns;
export const submissionClients = plainTable('submissions', { event_id, client_key, created_utc });

const trustedSenderColumns = {
  email: textColumn,
  email_key: textColumn,
  /** The editor who trusted the sender. */
  user_id: integerColumn,
  created_utc: textColumn,
};
export const trustedSenders = plainTable('trusted_senders', trustedSenderColumns);
export type TrustedSenderRow = RowIn<typeof trustedSenderColumns>;

/** E-mail addresses are compared case-insensitively. */
export const emailKeyOf = (email: string): string => email.trim().toLowerCase();

/** Life of a confirmation link. */
const confirmationSeconds = 3 * DAY;

/** Unconfirmed submissions whose link has expired. */
export const confirmationExpired = (now: string): Condition =>
  all(is('event_id', 0), before('created_utc', plusSeconds(now, -confirmationSeconds)));
