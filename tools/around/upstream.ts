// The services as they are when they work: mail, images, sign-in, geocoder, calendar and webhooks.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { openTestBucket } from '../../tests/harness/bucket.js';
import { type FaultyServer, startFaulty } from './faulty.js';

const calendar = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'BEGIN:VEVENT',
  'UID:one@calendar.example',
  'DTSTART:20310501T100000Z',
  'DTEND:20310501T110000Z',
  'SUMMARY:One',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

async function startHttp(content: (path: string, host: string) => readonly [type: string, body: string]) {
  const server = createServer(({ url = '', headers }, response) => {
    const [type, body] = content(url, headers.host ?? '');
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, stop };
}

async function startMail() {
  let received = 0;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    onData: (stream, _, done) => {
      text(stream).then(() => {
        received++;
        done();
      }, done);
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()));
  const stop = () => new Promise<void>((closed) => server.close(() => closed()));
  return { port: (server.server.address() as AddressInfo).port, received: () => received, stop };
}

const discovery = (_: string, host: string) => {
  const issuer = `http://${host}`;
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
  return ['application/json', JSON.stringify(metadata)] as const;
};

export const serviceNames = ['mail', 'images', 'sign-in', 'geocoder', 'calendar', 'webhook'] as const;
export type ServiceName = (typeof serviceNames)[number];

export interface Around {
  readonly servers: Readonly<Record<ServiceName, FaultyServer>>;
  readonly settings: Readonly<Record<string, string>>;
  readonly mailsReceived: () => number;
  readonly stop: () => Promise<void>;
}

export async function startAround(): Promise<Around> {
  const place = JSON.stringify([{ lat: '45.76', lon: '4.83', display_name: 'Lyon' }]);
  const [mail, bucket] = [await startMail(), await openTestBucket()];
  const pages = await Promise.all([
    startHttp(discovery),
    startHttp(() => ['application/json', place]),
    startHttp(() => ['text/calendar', calendar]),
    startHttp(() => ['text/plain', 'thanks']),
  ]);
  const [signIn, geocoder, calendars, webhook] = pages;
  const bucketUrl = new URL(bucket.url().replace('s3:', 'http:'));
  const servers = {
    mail: await startFaulty('smtp', mail.port),
    images: await startFaulty('http', Number(bucketUrl.port)),
    'sign-in': await startFaulty('http', signIn.port),
    geocoder: await startFaulty('http', geocoder.port),
    calendar: await startFaulty('http', calendars.port),
    webhook: await startFaulty('http', webhook.port),
  };
  const at = (name: ServiceName) => `http://127.0.0.1:${servers[name].port}`;
  return {
    servers,
    settings: {
      ALMANAC_SMTP_URL: `smtp://127.0.0.1:${servers.mail.port}?tls=off`,
      ALMANAC_BASE_URL: 'http://calendar.example',
      ALMANAC_MEDIA_URL: bucket.url().replace(`:${bucketUrl.port}/`, `:${servers.images.port}/`),
      ALMANAC_OIDC_ISSUER: at('sign-in'),
      ALMANAC_OIDC_CLIENT_ID: 'almanac',
      ALMANAC_OIDC_DEFAULT_ROLE: 'editor',
      ALMANAC_GEOCODER_URL: at('geocoder'),
      ALMANAC_WEBHOOK_HTTP: 'on',
      ALMANAC_WEBHOOK_ALLOW: '127.0.0.0/8',
    },
    mailsReceived: mail.received,
    stop: async () => {
      await Promise.all(Object.values(servers).map(({ stop }) => stop()));
      await Promise.all(pages.map(({ stop }) => stop()));
      await mail.stop();
      await bucket.close();
    },
  };
}
