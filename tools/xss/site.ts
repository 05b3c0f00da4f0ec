// The service in this process with a user of each role, a mail server, and a server that plays the rest of the world: map
// images, a calendar to subscribe to, a receiver of webhooks, a page of another site, and addresses that must not be asked.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { now, openDatabase, startServer } from '../../src/app.js';
import { addUser } from '../../src/auth/accounts.js';
import { readConfig } from '../../src/config.js';
import { type Role, roles } from '../../src/core/actor.js';
import { type MailServer, openMailServer } from '../../tests/harness/mail-server.js';
import { basic, newFolder } from '../../tests/harness/program.js';

// biome-ignore lint/suspicious/noExplicitAny: a response of the API, of which the tool names what it needs
export type Answer = any;

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly body: Answer;
}

export type Body = Readonly<Record<string, unknown>>;
export type Mount = 'native' | 'dropin';

const prefixes: Readonly<Record<Mount, string>> = { native: '/cal/events/v1', dropin: '/wp-json/tribe/events/v1' };

export interface OtherSite {
  readonly url: string;
  /** Marks of requests that must not be sent. */
  readonly hits: string[];
  /** The calendar that it serves. */
  calendar: string;
  /** What it answers to webhooks. */
  receipt: string;
  readonly close: () => void;
}

export interface Site {
  readonly url: string;
  readonly password: string;
  readonly other: OtherSite;
  readonly mail: MailServer;
  readonly api: (as: Role, request: string, body?: Body | FormData, mount?: Mount) => Promise<Reply>;
  /** Sends a form as a visitor with this address. */
  readonly submit: (path: string, fields: Readonly<Record<string, string>>, ip: string) => Promise<Reply>;
  readonly runDue: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const tile =
  '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="#cde"/></svg>';

async function startOther(): Promise<OtherSite> {
  const server = createServer((request, response) => {
    const { url = '/' } = request;
    const send = (type: string, text: string): ServerResponse =>
      response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(text);
    if (url.startsWith('/tiles/')) return send('image/svg+xml', tile);
    if (url.startsWith('/calendar.ics')) return send('text/calendar', other.calendar);
    if (url.startsWith('/hook')) return send('text/html', other.receipt);
    if (url.startsWith('/host')) return send('text/html', '<!doctype html><link rel="icon" href="data:,"><body>');
    if (/^\/1\d{6}/.test(url)) other.hits.push(url);
    return response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const other: OtherSite = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hits: [],
    calendar: '',
    receipt: '',
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return other;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const password = 'correct horse battery';

export async function startSite(): Promise<Site> {
  const [other, mail, port] = [await startOther(), openMailServer(), await freePort()];
  await mail.start();
  const url = `http://127.0.0.1:${port}`;
  const config = readConfig({
    ALMANAC_DATA: newFolder(),
    ALMANAC_PORT: String(port),
    // Mails with links need it.
    ALMANAC_BASE_URL: url,
    ALMANAC_LANGUAGES: 'en,fr',
    ALMANAC_LOG_LEVEL: 'error',
    ALMANAC_RATE_LIMIT: 'off',
    ALMANAC_SMTP_URL: mail.url,
    // Visitors have different addresses: each may send some forms only.
    ALMANAC_TRUST_PROXY: 'on',
    ALMANAC_WEBHOOK_HTTP: 'on',
    ALMANAC_SECRET: 'only for this calendar on this machine',
  });
  const store = await openDatabase(config);
  const running = await startServer(config, store, {}, { allow: (address) => address === '127.0.0.1' });
  const credentials = new Map<Role, Record<string, string>>();
  for (const role of roles) {
    const added = await addUser(store, { name: role, role, signIn: password, now: now() });
    credentials.set(role, basic(role, added.password));
  }
  const reply = async (response: Response): Promise<Reply> => {
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '') && text.startsWith('{');
    return { status: response.status, text, body: isJson ? JSON.parse(text) : undefined };
  };
  return {
    url,
    password,
    other,
    mail,
    api: async (as, request, body, mount = 'native') => {
      const [method = 'GET', path = ''] = request.split(/ (.*)/s, 2);
      const isForm = body instanceof FormData;
      return reply(
        await fetch(url + prefixes[mount] + path, {
          method,
          headers: { ...credentials.get(as), ...(body && !isForm && { 'content-type': 'application/json' }) },
          ...(body && { body: isForm ? body : JSON.stringify(body) }),
        }),
      );
    },
    submit: async (path, fields, ip) =>
      reply(
        await fetch(url + path, {
          method: 'POST',
          redirect: 'manual',
          headers: { 'x-forwarded-for': ip },
          body: new URLSearchParams(fields),
        }),
      ),
    runDue: running.jobs.runDue,
    stop: async () => {
      await running.stop();
      await store.close();
      await mail.stop();
      other.close();
    },
  };
}

/** Sends a request and expects success. */
export async function must(reply: Promise<Reply>): Promise<Answer> {
  const { status, text, body } = await reply;
  if (status >= 300) throw new Error(`${status} ${text.slice(0, 500)}`);
  return body;
}
