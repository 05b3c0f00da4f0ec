// The health port: it answers while the service is started, and notices when the event loop of the service hangs.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { openHealthPort } from '../src/http/health-port.js';
import { type NotReady, reportReadiness } from '../src/http/readiness.js';
import { untilBody } from './harness/health.js';
import { cleanUp, newFolder, run } from './harness/program.js';

const untilStatus = fileURLToPath(new URL('harness/until-status.mjs', import.meta.url));

/** Blocks the event loop of this process until another one gets the status code. Returns that response. */
const untilStatusBlocking = (url: string, statusCode: number): string =>
  execFileSync(process.execPath, [untilStatus, url, String(statusCode)], { encoding: 'utf8' });

const fail = (error: unknown): void => {
  throw error;
};

const ready = { ready: async () => undefined };

describe('the health port', () => {
  afterAll(cleanUp);

  test('fails while the event loop of the service hangs, and recovers with it', async () => {
    const health = await openHealthPort({ host: '127.0.0.1', port: 0, hungAfterMs: 1_500 }, fail);
    const url = `http://127.0.0.1:${health.port}`;
    const stop = reportReadiness({ store: ready, pictures: ready }, (reason) => health.report(7, reason), fail);
    try {
      await untilBody(`${url}/readyz`, { status: 'ready' });
      await untilBody(`${url}/healthz`, { status: 'ok' });
      expect(untilStatusBlocking(`${url}/healthz`, 503)).toBe('{"status":"hung","processes":[7]}');
      expect(untilStatusBlocking(`${url}/readyz`, 503)).toBe('{"status":"not ready","reason":"hung"}');
      await untilBody(`${url}/healthz`, { status: 'ok' });
      await untilBody(`${url}/readyz`, { status: 'ready' });
    } finally {
      stop();
      await health.close();
    }
  });

  test('fails while one of two processes hangs, and names it', async () => {
    const health = await openHealthPort({ host: '127.0.0.1', port: 0, hungAfterMs: 1_500 }, fail);
    const url = `http://127.0.0.1:${health.port}`;
    const stop = reportReadiness({ store: ready, pictures: ready }, (reason) => health.report(7, reason), fail);
    try {
      await untilBody(`${url}/readyz`, { status: 'ready' });
      // It never reports again.
      health.report(8, undefined);
      await untilBody(`${url}/readyz`, { status: 'not ready', reason: 'hung' });
      await untilBody(`${url}/healthz`, { status: 'hung', processes: [8] });
      health.report(8, undefined);
      await untilBody(`${url}/readyz`, { status: 'ready' });
    } finally {
      stop();
      await health.close();
    }
  });

  test('is not ready while a check of the store does not end', async () => {
    const reasons: (NotReady | undefined)[] = [];
    let now = 0;
    const hanging = { ready: () => new Promise<void>(() => undefined) };
    await new Promise<void>((resolve) => {
      const stop = reportReadiness(
        { store: hanging, pictures: ready },
        (reason) => {
          reasons.push(reason);
          now += 3_000;
          if (reason !== 'database unavailable') return;
          stop();
          resolve();
        },
        fail,
        { intervalMs: 1, now: () => now },
      );
    });
    expect(reasons).toEqual(['starting', 'starting', 'database unavailable']);
  });

  test('is opened first: a port in use ends the start', async () => {
    const health = await openHealthPort({ host: '127.0.0.1', port: 0 }, fail);
    const data = newFolder();
    const ran = await run(['serve'], { data, environment: { ALMANAC_HEALTH_PORT: String(health.port) } });
    expect([ran.code, ran.stderr]).toEqual([69, expect.stringContaining(String(health.port))]);
    expect(readdirSync(data)).toEqual([]);
    const other = await fetch(`http://127.0.0.1:${health.port}/metrics`);
    const posted = await fetch(`http://127.0.0.1:${health.port}/healthz`, { method: 'POST' });
    expect([other.status, posted.status]).toEqual([404, 404]);
    await health.close();
  });
});
