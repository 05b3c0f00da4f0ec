// Sends one mail by SMTP. A server that the operator configured may be on a private network, one from the settings of the
// site may not.
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { createTransport } from 'nodemailer';
import { codeOf, messageOf } from '../core/error.js';
import { headerText, type Mail, type MailSettings } from '../core/mail.js';
import { parseSmtpUrl, type SmtpServer } from '../core/text/smtp-url.js';
import { isPublic } from './addresses.js';

const timeoutMs = 20_000;

export interface Sender {
  readonly address: string;
  readonly name: string;
}

export type Delivery =
  | { readonly result: 'sent' }
  /** `isPermanent`: the server refused this mail, and would again. `isServerDown`: other mails would fail too. */
  | {
      readonly result: 'failed';
      readonly error: string;
      readonly isPermanent: boolean;
      readonly isServerDown: boolean;
    };

export async function sendMail(
  { url, publicOnly }: MailSettings,
  { to, subject, text }: Mail,
  { address, name }: Sender,
): Promise<Delivery> {
  const server = parseSmtpUrl(url);
  const host = publicOnly ? await publicAddressOf(server.host) : server.host;
  if (host === undefined) return notPublic;
  const transport = createTransport({
    ...connectionTo(server),
    host,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      // Addresses as objects are never parsed as lists, and header values are encoded.
      from: { address, name: headerText(name) },
      to: { address: to, name: '' },
      subject: headerText(subject),
      text,
      // Automatic replies would go to an address that nobody reads.
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    return { result: 'sent' };
  } catch (error) {
    return failureOf(error, server);
  } finally {
    transport.close();
  }
}

const notPublic: Delivery = {
  result: 'failed',
  error: 'The mail server has no public address. Set ALMANAC_SMTP_URL to use a server on a private network.',
  isPermanent: false,
  isServerDown: true,
};

/** One address that is not public rejects the host, as when URLs are fetched. */
async function publicAddressOf(host: string): Promise<string | undefined> {
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.every(({ address }) => isPublic(address)) ? found[0]?.address : undefined;
}

const connectionTo = ({ host, port, secure, tls, user, password }: SmtpServer) => ({
  host,
  port,
  secure,
  requireTLS: !secure && (tls === 'required' || tls === 'unverified'),
  ignoreTLS: tls === 'off',
  // The certificate is that of the name, also if the connection goes to an address that was resolved here.
  tls: { rejectUnauthorized: tls !== 'unverified', ...(!isIP(host) && { servername: host }) },
  ...(user !== '' && { auth: { user, pass: password } }),
  connectionTimeout: timeoutMs,
  greetingTimeout: timeoutMs,
  socketTimeout: timeoutMs,
});

/** Failures of the envelope and of the message concern this mail, all others the server or its settings. */
function failureOf(error: unknown, server: SmtpServer): Delivery {
  const concernsMail = ['EENVELOPE', 'EMESSAGE'].includes(codeOf(error));
  const responseCode = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  return {
    result: 'failed',
    error: withoutSecrets(messageOf(error), server),
    isPermanent: concernsMail && responseCode >= 500,
    isServerDown: !concernsMail,
  };
}

const maxErrorLength = 300;

/** Servers may repeat what they were sent. */
function withoutSecrets(text: string, { user, password }: SmtpServer): string {
  const secrets = [password, user].filter((secret) => secret !== '');
  const encoded = secrets.flatMap((secret) => [secret, Buffer.from(secret).toString('base64')]);
  return encoded
    .reduce((result, secret) => result.replaceAll(secret, '…'), text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '))
    .slice(0, maxErrorLength);
}
