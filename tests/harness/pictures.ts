// Images to upload, a server to fetch them from, and inspection of the results.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { expect } from 'vitest';
import { openFiles } from '../../src/app.js';
import type { Reply, Who } from './client.js';
import type { World } from './world.js';

let seeds = 0;

/** A unique image: left half in one colour, right half in another. */
export function drawn(width: number, height: number, left = 'red', right = 'blue') {
  const seed = ++seeds;
  const half = (background: string) => ({
    create: { width: Math.ceil(width / 2), height, channels: 3, background } as const,
  });
  const mark = {
    create: { width: 1, height: 1, channels: 3, background: { r: seed % 256, g: seed >> 8, b: 7 } } as const,
  };
  return sharp({ create: { width, height, channels: 3, background: left } }).composite([
    { input: half(right), left: Math.floor(width / 2), top: 0 },
    { input: mark, left: 0, top: 0 },
  ]);
}

export const png = (width: number, height: number): Promise<Buffer> => drawn(width, height).png().toBuffer();

interface Sending {
  readonly as?: Who;
  readonly on?: 'native' | 'dropin';
  readonly type?: string;
  readonly name?: string;
  readonly query?: string;
}

/** Sends a file as the body itself. */
export const upload = (
  world: Pick<World, 'ask'>,
  raw: Buffer,
  { as = 'author', on = 'native', type = 'image/png', name = 'fair.png', query = '' }: Sending = {},
): Promise<Reply> =>
  world.ask(`POST /media${query}`, {
    as,
    on,
    raw,
    headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
  });

export async function stored(world: Pick<World, 'ask'>, bytes?: Buffer, sending?: Sending) {
  const reply = await upload(world, bytes ?? (await png(400, 300)), sending);
  expect(reply.statusCode, reply.text).toBe(201);
  return reply.body;
}

/** The parts of a form as bytes, with the header that tells where they end. */
export async function multipart(parts: Readonly<Record<string, string | File>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) form.append(name, value);
  const response = new Response(form);
  const headers = { 'content-type': response.headers.get('content-type') ?? '' };
  return { raw: Buffer.from(await response.arrayBuffer()), headers };
}

export const asFile = (bytes: Buffer, name: string, type = 'image/png'): File =>
  new File([new Uint8Array(bytes)], name, { type });

/** Gets a file by its public URL from the real address of the server. */
export const fetchFile = (world: World, url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(world.address + new URL(url).pathname, init);

export const bytesAt = async (world: World, url: string): Promise<Buffer> => {
  const response = await fetchFile(world, url);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};

/** Names of all stored files. */
export async function keptNames(world: World): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { name } of openFiles(world.config).list()) names.push(name);
  return names.sort();
}

export interface Gallery {
  readonly url: (path: string) => string;
  /** Paths that were asked for. */
  readonly asked: string[];
  readonly close: () => Promise<unknown>;
}

type Shown = Readonly<Record<string, { readonly bytes?: Buffer; readonly type?: string; readonly to?: string }>>;

/** A foreign site with pictures, on this machine; `reach` lets the service come here. */
export async function openGallery(shown: Shown): Promise<Gallery> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const { bytes, type = 'image/png', to } = shown[path] ?? {};
    if (to) response.writeHead(302, { location: to }).end();
    else if (bytes) response.writeHead(200, { 'content-type': type }).end(bytes);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => `http://gallery.example:${port}${path}`,
    asked,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

export const reachHere = {
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  allow: (address: string) => address === '127.0.0.1',
};
