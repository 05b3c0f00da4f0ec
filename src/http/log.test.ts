import { expect, test } from 'vitest';
import { redactSecrets } from './log.js';

const secret = 'k3ZtQ8mWc1XyR7vLp0NsB5hDf9GaJ2uE';

test.each([
  `/cal/events/v1/events.ics?key=${secret}`,
  `/cal/events/v1/events.ics?featured=1&key=${secret}&series=flat`,
  `{"level":50,"err":{"message":"GET /events.ics?KEY=${secret}"}}`,
  `{"url":"/events.ics?%6b%65%79=${secret}"}`,
  `{"url":"/events.ics?key[]=${secret}&key%5B0%5D=${secret}"}`,
  `query key=${secret} failed`,
  `{"url":"/events/7?password=${secret}"}`,
])('removes the secret from %s', (line) => {
  expect(redactSecrets(line)).not.toContain(secret);
  expect(redactSecrets(line)).toContain('[redacted]');
});

test('leaves everything else of a line as it is', () => {
  const line = `{"url":"/events.ics?key=${secret}&monkey=1&keys=2","msg":"a = b, key: c"}\n`;
  expect(redactSecrets(line)).toBe(`{"url":"/events.ics?key=[redacted]&monkey=1&keys=2","msg":"a = b, key: c"}\n`);
});
