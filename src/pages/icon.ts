// The favicon of every page, cached for an hour and then revalidated by its ETag.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { matchesTag } from '../core/etag.js';
import { fileHeaders } from './page-site.js';

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect x="3" y="5" width="26" height="24" rx="5" fill="#fff" stroke="#7a2e1d" stroke-width="2"/>
<path d="M3 13V10a5 5 0 0 1 5-5h16a5 5 0 0 1 5 5v3z" fill="#a63c24"/>
<path d="M10 2v6M22 2v6" stroke="#7a2e1d" stroke-width="2.5" stroke-linecap="round"/>
<circle cx="16" cy="21" r="4" fill="#e0a030"/>
</svg>
`;

const etag = `"${createHash('sha256').update(icon).digest('base64url').slice(0, 22)}"`;

export function iconFile(app: FastifyInstance): void {
  const headers = { ...fileHeaders('image/svg+xml', 'public, max-age=3600'), ETag: etag };
  app.get('/favicon.svg', (request, reply) =>
    matchesTag(request.headers['if-none-match'], etag)
      ? reply.code(304).headers(headers).send()
      : reply.headers(headers).send(icon),
  );
}
