// Sends one mail by SMTP. A server that the operator configured may be on a private network, one from the settings of the
// site may not.
import { lookup } from 'node:dns/promises';
import { isIP, Socket } from 'node:net';
import { codeOf, messageOf } from '../core/error.js';
import { type Delivery, headerText, type Mail, type MailSettings } from '../core/mail.js';
import type { SmtpServer } from '../core/text/smtp-url.js';
import { isPublic } from './addresses.js';

/** Without an answer, and in all: a server that answers one byte at a time must not hold a connection. */
const timeoutMs = 20_000;
const totalTimeoutMs = 40_000;

/** `limitMs`: for a caller who waits for the result. */
export async function sendMail(
  { server, publicOnly, sender: { address, name } }: MailSettings,
  { to, subject, text }: Mail,
  limitMs = totalTimeoutMs,
): Promise<Delivery> {
  if (!server) throw new TypeError('there is no mail server');
  const host = publicOnly ? await publicAddressOf(server.host) : server.host;
  if (typeof host !== 'string') return host;
  // The socket is ours, so that the limit can end the connection in any state.
  const socket = new Socket();
  const timer = setTimeout(() => socket.destroy(new Error('The mail server took too long.')), limitMs);
  // Most starts send no mail, and the package is large.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    ...connectionTo(server),
    host,
    socket,
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
    clearTimeout(timer);
    transport.close();
    socket.destroy();
  }
}

type Failure = Extract<Delivery, { result: 'failed' }>;

const notPublic: Failure = {
  result: 'failed',
  error: 'The mail server has no public address. Set ALMANAC_SMTP_URL to use a server on a private network.',
  cause: 'private-address',
  isPermanent: false,
  isServerDown: true,
};

/** One address that is not public rejects the host, as when URLs are fetched. */
async function publicAddressOf(host: string): Promise<string | Failure> {
  const found = await lookup(host, { all: true }).catch(() => []);
  const [first] = found;
  if (!first) return { ...notPublic, error: `There is no server called ${host}.`, cause: 'connection' };
  return found.every(({ address }) => isPublic(address)) ? first.address : notPublic;
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

/** Error codes of nodemailer by cause; certificates are found by the message. */
const causes: Readonly<Record<string, Cause>> = {
  EAUTH: 'authentication',
  ENOAUTH: 'authentication',
  ETLS: 'certificate',
  ECONNECTION: 'connection',
  ETIMEDOUT: 'connection',
  EDNS: 'connection',
  ESOCKET: 'connection',
};

type Cause = Failure['cause'];

function causeOf(error: unknown): Cause {
  if (/certificate|wrong version number/i.test(messageOf(error))) return 'certificate';
  const command = error instanceof Error && 'command' in error ? String(error.command) : '';
  if (command === 'MAIL FROM') return 'sender';
  if (command === 'RCPT TO') return 'recipient';
  return causes[codeOf(error)] ?? 'other';
}

/** Failures of the envelope and of the message concern this mail, all others the server or its settings. */
function failureOf(error: unknown, server: SmtpServer): Delivery {
  const concernsMail = ['EENVELOPE', 'EMESSAGE'].includes(codeOf(error));
  const responseCode = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
  return {
    result: 'failed',
    error: withoutSecrets(messageOf(error), server),
    cause: causeOf(error),
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
