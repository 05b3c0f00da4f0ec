import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { gzipStream } from './encode.js';

describe('gzipStream', () => {
  test('sends each piece of its source before the next one is there', async () => {
    const source = new PassThrough();
    const read = gzipStream(source).pipe(createGunzip());
    source.write('BEGIN:VCALENDAR');
    const [first] = await once(read, 'data');
    expect(String(first)).toBe('BEGIN:VCALENDAR');
    const last = once(read, 'data');
    source.end('END:VCALENDAR');
    expect(String(await last)).toBe('END:VCALENDAR');
  });
});
