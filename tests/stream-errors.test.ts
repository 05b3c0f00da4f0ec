// A stream that fails before its first byte: the error response announces nothing of the stream.
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { deliver, deliverCached, withoutStream } from '../src/http/deliver.js';
import type { ApiResponse, Rendered } from '../src/http/response.js';

test('an error before the first byte has no encoding, name or ETag of the stream', async () => {
  const app = Fastify();
  const rendered: Rendered = {
    statusCode: 200,
    headers: { 'Content-Type': 'text/calendar', 'Content-Disposition': 'inline; filename="events.ics"' },
    bytes: Buffer.alloc(0),
    tag: 'feed',
    isWeak: true,
  };
  const stream = { open: async () => new Readable({ read: (): never => never() }), tables: [] };
  const response = { statusCode: 200, headers: {}, body: undefined, stream } as unknown as ApiResponse;
  const entry = { found: undefined, reader: undefined, put: () => undefined, end: () => undefined };
  app.get('/feed', (request, reply) =>
    deliverCached(request, reply, entry as never, async () => ({ response, rendered })),
  );
  const problem = { statusCode: 500, headers: { 'Content-Type': 'application/json' }, bytes: Buffer.from('{}') };
  app.setErrorHandler((_, request, reply) => deliver(request, withoutStream(reply), { ...problem, tag: undefined }));
  const reply = await app.inject({ url: '/feed', headers: { 'accept-encoding': 'gzip' } });
  expect([reply.statusCode, reply.body]).toEqual([500, '{}']);
  const names = ['content-encoding', 'content-disposition', 'etag'];
  expect(names.filter((name) => reply.headers[name] !== undefined)).toEqual([]);
  await app.close();
});

const never = (): never => {
  throw new Error('the store failed');
};
