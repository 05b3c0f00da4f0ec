// A real SMTP server that stores the mails it receives. It can be stopped and started again on the same port.
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type MailSettings, mails } from '../../src/core/mail.js';
import type { Writer } from '../../src/core/store.js';
import { serverOf, serverSettingsOf } from '../../src/core/text/smtp-url.js';
import type { MailQuota } from '../../src/operations/mail.js';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly raw: string;
  /** The decoded text. */
  readonly text: string;
  /** Whether the connection used TLS. */
  readonly secure: boolean;
  /** The authenticated user; empty without authentication. */
  readonly user: string;
}

export interface MailServer {
  url: string;
  port: number;
  received: ReceivedMail[];
  /** Response to a recipient; undefined accepts it. */
  refuse: (address: string) => { readonly code: number; readonly message: string } | undefined;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const unfold = (head: string): string => head.replace(/\r\n[ \t]+/g, ' ');

function headersOf(head: string): Record<string, string> {
  const lines = unfold(head).split('\r\n');
  return Object.fromEntries(lines.map((line) => [line.split(':', 1)[0]?.toLowerCase(), line.replace(/^[^:]*: ?/, '')]));
}

const fromQuotedPrintable = (body: string): string =>
  Buffer.from(
    body
      .replace(/=\r\n/g, '')
      .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

const decoders: Readonly<Record<string, (body: string) => string>> = {
  'quoted-printable': fromQuotedPrintable,
  base64: (body) => Buffer.from(body, 'base64').toString('utf8'),
};

export function mailOf(raw: string): Pick<ReceivedMail, 'headers' | 'raw' | 'text'> {
  const [head = '', body = ''] = raw.split(/\r\n\r\n(.*)/s, 2);
  const headers = headersOf(head);
  const decode = decoders[headers['content-transfer-encoding'] ?? ''] ?? ((text: string) => text);
  return { headers, raw, text: decode(body).replaceAll('\r\n', '\n') };
}

/** As many mails as the quota allows. */
export async function fillQueue(writer: Writer, { maxQueued, isSecurity }: MailQuota, now: string): Promise<void> {
  const ids = await writer.takeIds(mails, maxQueued);
  const row = { recipient: 'x@example.org', subject: 's', content: 't', state: 'queued', attempts: 0 } as const;
  const rest = { is_security: isSecurity, next_attempt_utc: now, error: '', created_utc: now, finished_utc: '' };
  for (let at = 0; at < ids.length; at += 1_000)
    await writer.insertAll(
      mails,
      ids.slice(at, at + 1_000).map((id) => ({ ...row, ...rest, id })),
    );
}

/** Settings of a job that sends mails to this server. */
export const mailSettings = (url: string): MailSettings => ({
  server: serverOf(serverSettingsOf(url)),
  publicOnly: false,
  sender: { name: 'Almanac', address: 'calendar@calendar.example' },
});

/** The password in URLs of this server. */
export const mailPassword = 'p%ss wörd';

/** Without `options` it has neither TLS nor authentication. */
export function openMailServer(options: SMTPServerOptions = { disabledCommands: ['AUTH', 'STARTTLS'] }): MailServer {
  let server: SMTPServer | undefined;
  const mailServer: MailServer = {
    url: '',
    port: 0,
    received: [],
    refuse: () => undefined,
    start: async () => {
      const opened = new SMTPServer({
        ...options,
        closeTimeout: 100,
        onRcptTo: ({ address }, _session, done) => {
          const refusal = mailServer.refuse(address);
          done(refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
        },
        onAuth: ({ username, password }, _session, done) =>
          password === mailPassword ? done(null, { user: username }) : done(new Error('Invalid password')),
        onData: (stream, session, done) => {
          text(stream).then((raw) => {
            const { mailFrom, rcptTo } = session.envelope;
            mailServer.received.push({
              from: mailFrom ? mailFrom.address : '',
              to: rcptTo.map(({ address }) => address),
              secure: session.secure,
              user: String(session.user ?? ''),
              ...mailOf(raw),
            });
            done();
          }, done);
        },
      });
      // A client that closes the connection early is part of some tests.
      opened.on('error', () => undefined);
      await new Promise<void>((listening) => opened.listen(mailServer.port, '127.0.0.1', () => listening()));
      mailServer.port = (opened.server.address() as AddressInfo).port;
      mailServer.url = `smtp://127.0.0.1:${mailServer.port}`;
      server = opened;
    },
    stop: async () => {
      await new Promise<void>((closed) => (server ? server.close(() => closed()) : closed()));
      server = undefined;
    },
  };
  return mailServer;
}

/** One for all tests of the block that calls this. */
export function useMailServer(options?: SMTPServerOptions): MailServer {
  const mailServer = openMailServer(options);
  beforeAll(mailServer.start);
  beforeEach(() => Object.assign(mailServer, { received: [], refuse: () => undefined }));
  afterAll(mailServer.stop);
  return mailServer;
}
