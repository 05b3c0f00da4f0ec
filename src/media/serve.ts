// Serves image files publicly. Their names are content hashes, so clients may cache them forever.
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { matchesTag } from '../core/etag.js';
import {
  fileName,
  type PictureShape,
  partsOf,
  pictureHeaders,
  picturePath,
  pictureShapes,
  pictureTypes,
} from '../core/picture.js';
import { Problem } from '../core/problem.js';
import { openDrawn } from './drawn.js';
import type { MediaStore } from './store.js';

const headers = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
  ...pictureHeaders,
};

/** About 50 pictures. */
const cutBytes = 8 * 1_048_576;

interface Cut {
  readonly name: string;
  readonly shape: PictureShape;
}

export const serveFiles =
  (files: MediaStore) =>
  (app: FastifyInstance): void => {
    // Loaded on first use, as the encoder of uploads is.
    const cut = openDrawn<Cut>(cutBytes, async ({ name, shape }) => {
      const content = await files.get(name);
      if (!content) throw new Problem('no-route');
      return (await import('./process.js')).cutPicture(await buffer(content.stream), shape);
    });
    const shapes = Object.keys(pictureShapes).join('|');
    app.get<{ Params: Cut }>(`${picturePath}:shape(^(?:${shapes})$)/:name`, async (request, reply) => {
      const { name, shape } = request.params;
      const parts = partsOf(name);
      if (!parts || name !== fileName(parts) || !(await files.has(name))) return reply.callNotFound();
      const tagged = { ...headers, ETag: `"${shape}-${name}"` };
      if (matchesTag(request.headers['if-none-match'], tagged.ETag)) return reply.code(304).headers(tagged).send();
      const bytes = await cut({ name, shape });
      return reply.headers(tagged).type(pictureTypes.jpg).send(bytes);
    });
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
