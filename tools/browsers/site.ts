// The demo calendar for one engine, and a server on this machine that plays the rest of the world: map images, a receiver of
// webhooks, and a page that embeds the calendar.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { basic, newFolder } from '../../tests/harness/program.js';
import { accountOf, serveDemo } from '../demo-site.js';

const tile =
  '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="#cde"/></svg>';

export interface DemoSite {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** A page of another site with the embedded calendar. */
  readonly hostUrl: string;
  /** An address that accepts webhooks. */
  readonly receiverUrl: string;
  readonly received: readonly string[];
  /** A picture to upload. */
  readonly picture: string;
  /** Errors that the service has logged. */
  readonly loggedErrors: () => readonly string[];
  /** Sends a request to the API as the administrator. */
  readonly api: <T>(method: string, path: string, body?: object) => Promise<T>;
  readonly stop: () => Promise<void>;
}

export async function startSite(): Promise<DemoSite> {
  const received: string[] = [];
  let embedded = '';
  const others = createServer((request, response) => {
    const { url = '' } = request;
    if (url.endsWith('.svg')) return response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(tile);
    if (url !== '/hook') return response.writeHead(200, { 'content-type': 'text/html' }).end(embedded);
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    return request.on('end', () => {
      received.push(body);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => others.listen(0, '127.0.0.1', resolve));
  const elsewhere = `http://127.0.0.1:${(others.address() as AddressInfo).port}`;
  const served = await serveDemo({
    ALMANAC_MAP_TILES: `${elsewhere}/{z}/{x}/{y}.svg`,
    ALMANAC_WEBHOOK_HTTP: 'on',
    ALMANAC_WEBHOOK_ALLOW: '127.0.0.0/8',
    ALMANAC_SECRET: 'only for the demo calendar on this machine',
  });
  embedded = `<!doctype html><html lang="en"><title>Another site</title><link rel="icon" href="data:,"><main><h1>Another site</h1><script src="${served.url}/embed.js" data-view="list" data-limit="4"></script></main>`;
  const account = accountOf(served);
  const picture = join(newFolder(), 'fair.png');
  await sharp({ create: { width: 800, height: 600, channels: 3, background: '#7a5' } })
    .png()
    .toFile(picture);
  return {
    ...account,
    url: served.url,
    hostUrl: `${elsewhere}/page`,
    receiverUrl: `${elsewhere}/hook`,
    received,
    picture,
    loggedErrors: () =>
      (served.output.stdout + served.output.stderr).split('\n').filter((line) => line.startsWith('{')),
    api: async (method, path, body) => {
      const response = await fetch(`${served.url}/cal/events/v1${path}`, {
        method,
        headers: { ...basic(account.user, account.applicationPassword), 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as never;
    },
    stop: async () => {
      others.closeAllConnections();
      others.close();
      await served.stop();
    },
  };
}
