// A stream that fails before its first byte: the error response announces nothing of the stream.
import { describe, expect, test } from 'vitest';
import { is } from '../src/core/condition.js';
import { event } from '../src/models/event/event.js';
import { expectRefusal } from './harness/client.js';
import { engines } from './harness/engines.js';
import { useWorld } from './harness/world.js';

const [engine] = engines;
if (!engine) throw new Error('there is no engine');

describe('a feed that fails before its first byte', () => {
  const world = useWorld(engine, { settings: { ALMANAC_LOG_LEVEL: 'silent' } });

  test('is an error without the encoding, name and ETag of the feed', async () => {
    const { id } = await world.event({ recurrence: { rule: 'FREQ=DAILY;COUNT=600' } });
    await world.store.transact((writer) => writer.updateWhere(event, is('series', id), { timezone: 'Nowhere/None' }));
    const reply = await world.ask('GET /events.ics?series=flat', { headers: { 'accept-encoding': 'gzip' } });
    expectRefusal(reply, { statusCode: 500, code: 'internal_server_error' });
    expect(['content-encoding', 'content-disposition', 'etag'].map((name) => reply.headers.get(name))).toEqual([
      null,
      null,
      null,
    ]);
  });
});
