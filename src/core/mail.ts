// The queue of mails: its table, and the syntax of addresses and headers.
import { choiceColumn, flagColumn, integerColumn, sparseTextColumn, textColumn } from './column.js';
import type { Site } from './site.js';
import { plainTable, type RowIn } from './store.js';
import { parseUrl } from './text/parse-url.js';
import type { SmtpServer } from './text/smtp-url.js';

export const mailStates = ['queued', 'sent', 'failed'] as const;
export type MailState = (typeof mailStates)[number];

const mailColumns = {
  recipient: textColumn,
  subject: textColumn,
  /** Emptied when the mail is sent or has failed, because it may contain a link with a secret. */
  content: textColumn,
  /** About the security of an account: sent first, with a quota of its own. */
  is_security: flagColumn,
  state: choiceColumn(mailStates, 'failed'),
  attempts: integerColumn,
  /** Empty unless queued. */
  next_attempt_utc: sparseTextColumn,
  /** The last failure, without secrets. */
  error: textColumn,
  created_utc: textColumn,
  /** When it was sent or has failed. */
  finished_utc: sparseTextColumn,
};

export type MailRow = RowIn<typeof mailColumns>;

export const mails = plainTable('mails', mailColumns);

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

declare const mailUrlBrand: unique symbol;

/** A URL in the text of a mail. Only `mailUrl` makes one, so that no header of a request can choose its host. */
export type MailUrl = string & { readonly [mailUrlBrand]: true };

/** Undefined if the public URL of the site is not known: then the mail is not sent. */
export const mailUrl = ({ publicUrl }: Pick<Site, 'publicUrl'>, path: string): MailUrl | undefined =>
  publicUrl === '' ? undefined : (`${publicUrl}${path}` as MailUrl);

/** For the log and for `doctor`. */
export const noMailLinks =
  'mails with links are not sent, because the address of the site is unknown: set ALMANAC_BASE_URL, or the public URL in the settings';

/** How mails are sent. */
export interface MailSettings {
  /** With its password; without a server mail is off. */
  readonly server: SmtpServer | undefined;
  /** The server comes from the settings of the site instead of the environment: it must not be in an internal network. */
  readonly publicOnly: boolean;
  readonly sender: Sender;
}

export interface Sender {
  readonly address: string;
  readonly name: string;
}

/** From the settings; by default the name of the site and an address of its host. */
export const senderOf = ({ mail: { from, name }, name: siteName, publicUrl }: Site): Sender => ({
  name: name || siteName,
  address: from || `calendar@${parseUrl(publicUrl)?.hostname ?? 'localhost'}`,
});

/** Why a mail was not sent, as far as its server or the connection tells. */
export const mailCauses = [
  'authentication',
  'connection',
  'certificate',
  'sender',
  'recipient',
  'private-address',
  'other',
] as const;

export type Delivery =
  | { readonly result: 'sent' }
  | {
      readonly result: 'failed';
      /** The answer of the server or the error of the connection, without secrets. */
      readonly error: string;
      readonly cause: (typeof mailCauses)[number];
      /** The server refused this mail, and would again. */
      readonly isPermanent: boolean;
      /** Other mails would fail too. */
      readonly isServerDown: boolean;
    };

const maxAddressLength = 254;

/** One address without a name. The characters allow neither a second address nor a header. */
export const isEmailAddress = (text: string): boolean =>
  text.length <= maxAddressLength &&
  /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)*[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?$/u.test(
    text,
  );

const maxSubjectLength = 200;

/** A header value: line breaks and other control characters become spaces. */
export const headerText = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, maxSubjectLength);

/** Date and place of what a mail is about, in the language of its recipient. */
export type WhenAndWhere = (language: string | undefined) => string;
