// The style and icon of the plain pages, which the documentation shows where it has no script.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from './html.js';
import { icon, style } from './look.js';
import { fileHeaders } from './place.js';

export const plainPolicy = ["style-src 'self'", "img-src 'self'"];

export const styleLink = (path: string): string => `<link rel="stylesheet" href="${escapeHtml(path)}/style.css">`;

/** A small file that a reader may keep for an hour and then asks about again. */
function file(app: FastifyInstance, url: string, type: string, content: string): void {
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
  const headers = { ...fileHeaders(type, 'public, max-age=3600'), ETag: etag };
  app.get(url, (request: FastifyRequest, reply: FastifyReply) =>
    request.headers['if-none-match'] === etag
      ? reply.code(304).headers(headers).send()
      : reply.headers(headers).send(content),
  );
}

export function plainFiles(app: FastifyInstance): void {
  file(app, '/style.css', 'text/css; charset=utf-8', style);
  file(app, '/favicon.svg', 'image/svg+xml', icon);
}
