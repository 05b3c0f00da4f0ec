// Scripts and styles of the browser bundles: their URLs from the build manifest, and the routes that serve them.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { webFolder } from '../core/shipped.js';
import { encodingFor } from '../http/encode.js';
import { type Html, html } from './html.js';
import { fileHeaders } from './page-site.js';

const folder = fileURLToPath(webFolder);
const manifestFile = join(folder, '.vite/manifest.json');

interface Bundle {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

let manifestCache: Readonly<Record<string, Bundle>> | undefined;

function manifest(): Readonly<Record<string, Bundle>> {
  if (manifestCache) return manifestCache;
  if (!existsSync(manifestFile)) throw new TypeError('the pages are not built: run `npm run prepare`');
  manifestCache = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, Bundle>;
  return manifestCache;
}

function bundleOf(entry: string): Bundle {
  const bundle = manifest()[entry];
  if (!bundle) throw new TypeError(`nothing is built from ${entry}`);
  return bundle;
}

/** URL of an entry's script, for one that must run before the first paint. */
export const scriptOf = (entry: string, path: string): string => `${path}/${bundleOf(entry).file}`;

/** A tag that loads a module before a script imports it. */
export const preloadLink = (entry: string, path: string): Html =>
  html`<link rel="modulepreload" href="${scriptOf(entry, path)}">\n`;

/** Tags for the head of a page that load the styles of an entry; `path` is the path of the site. */
export function styleLinks(entry: string, path: string): Html {
  const bundle = bundleOf(entry);
  const styles = [bundle, ...(bundle.imports ?? []).map((name) => manifest()[name])].flatMap((part) => part?.css ?? []);
  return html`${styles.map((file) => html`<link rel="stylesheet" href="${path}/${file}">\n`)}`;
}

/** The same with the script of the entry. */
export const assetLinks = (entry: string, path: string): Html =>
  html`${styleLinks(entry, path)}<script type="module" src="${scriptOf(entry, path)}"></script>\n`;

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
};

export interface AssetFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

const files = new Map<string, AssetFile>();

/** A file of `dist/web`, read once. */
export function assetFile(name: string): AssetFile | undefined {
  const cached = files.get(name);
  if (cached) return cached;
  const path = join(folder, name);
  if (!existsSync(`${path}.br`)) return undefined;
  const sent = {
    type: types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    plain: readFileSync(path),
    br: readFileSync(`${path}.br`),
    gzip: readFileSync(`${path}.gz`),
  };
  files.set(name, sent);
  return sent;
}

function send(request: FastifyRequest, reply: FastifyReply, name: string, cache: string): FastifyReply {
  const sent = assetFile(name);
  if (!sent) return reply.callNotFound() as unknown as FastifyReply;
  const encoding = encodingFor(request.headers['accept-encoding'], sent.plain.length);
  reply.headers({
    ...fileHeaders(sent.type, cache),
    Vary: 'Accept-Encoding',
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...(encoding && { 'Content-Encoding': encoding }),
  });
  return reply.send(sent[encoding ?? 'plain']);
}

export function assetFiles(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/assets/:file', (request, reply) =>
    // File names contain a hash of the content.
    send(request, reply, `assets/${basename(request.params.file)}`, 'public, max-age=31536000, immutable'),
  );
  app.get('/embed.js', (request, reply) => send(request, reply, 'embed.js', 'public, max-age=300'));
}
