// Serves image files publicly. Their names are content hashes, so clients may cache them forever.
import type { FastifyInstance } from 'fastify';
import { matchesTag } from '../core/etag.js';
import { partsOf, picturePath, pictureTypes } from '../core/picture.js';
import type { MediaStore } from './store.js';

const headers = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
  // Even if a browser rendered a file as a page, it could not run anything.
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

export const serveFiles =
  (files: MediaStore) =>
  (app: FastifyInstance): void => {
    app.get<{ Params: { name: string } }>(`${picturePath}:name`, async (request, reply) => {
      const { name } = request.params;
      const parts = partsOf(name);
      if (!parts) return reply.callNotFound();
      const etag = `"${name}"`;
      const tagged = { ...headers, ETag: etag };
      if (matchesTag(request.headers['if-none-match'], etag) && (await files.has(name))) {
        return reply.code(304).headers(tagged).send();
      }
      const content = await files.get(name);
      if (!content) return reply.callNotFound();
      return reply
        .headers({ ...tagged, ...(content.length !== undefined && { 'Content-Length': String(content.length) }) })
        .type(pictureTypes[parts.extension])
        .send(content.stream);
    });
  };
