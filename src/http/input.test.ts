// Bodies of requests as data.
import { expect, test } from 'vitest';
import { readParts } from './input.js';

const body = (boundary: string) =>
  Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--${boundary}--\r\n`);

test('parts are read by the boundary that was counted', async () => {
  expect(await readParts(body('ZZZ'), 'multipart/form-data; boundary=ZZZ')).toEqual({ a: '1' });
  expect(await readParts(body('ZZZ'), 'multipart/form-data; charset=utf-8; boundary="ZZZ"')).toEqual({ a: '1' });
  const twice = 'multipart/form-data; x="; boundary=ZZZ"; boundary=B';
  await expect(readParts(body('B'), twice)).rejects.toMatchObject({ problem: 'bad-request' });
});
