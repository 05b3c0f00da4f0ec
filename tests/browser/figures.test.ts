// What a page costs whoever opens it: bytes of script, requests, faults of accessibility, and how long until something is
// seen. The times are told, as a ratio to an empty page of the same server's machine, and never judged.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gravest, useBrowser, type Visit } from '../harness/browser.js';
import { cleanUp, newFolder, type Served, serve } from '../harness/program.js';

const scriptLimit = 50 * 1_024;
const rounds = 5;

const pages = [
  { name: 'first page', path: '/' },
  { name: 'month', path: '/calendar/month' },
  { name: 'event', path: '/event/harbour-lights-festival/' },
  { name: 'documentation', path: '/docs/events' },
  { name: 'console, signing in', path: '/admin' },
];

interface Cost {
  readonly scripts: number;
  readonly requests: number;
}

async function costOf(page: Visit, url: string): Promise<Cost> {
  const sizes: Promise<{ readonly script: boolean; readonly bytes: number }>[] = [];
  page.on('requestfinished', (request) => {
    const script = request.resourceType() === 'script';
    sizes.push(request.sizes().then(({ responseBodySize }) => ({ script, bytes: responseBodySize })));
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const all = await Promise.all(sizes);
  const scripts = all.filter(({ script }) => script).reduce((sum, { bytes }) => sum + bytes, 0);
  return { scripts, requests: all.length };
}

const paintOf = async (page: Page, url: string): Promise<number> => {
  await page.goto(url, { waitUntil: 'load' });
  return page.evaluate(
    `new Promise((tell) => new PerformanceObserver((seen) => tell(seen.getEntries()[0].startTime)).observe({ type: 'paint', buffered: true }))`,
  );
};

const median = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

describe('the demo calendar', () => {
  const browser = useBrowser();
  let served: Served;
  let empty: Server;
  const told: string[] = [];

  beforeAll(async () => {
    served = await serve(['--demo'], { data: newFolder() });
    empty = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Empty</title><p>Nothing</p>');
    }).listen(0, '127.0.0.1');
  });
  afterAll(async () => {
    console.log(['', 'script bytes, requests, first paint against an empty page:', ...told].join('\n'));
    empty?.close();
    await cleanUp();
  });

  test.each(pages)('$name is light, and asks nobody else', async ({ name, path }) => {
    const page = await browser.open();
    const { scripts, requests } = await costOf(page, served.url + path);
    expect(scripts).toBeLessThanOrEqual(scriptLimit);
    expect(requests).toBeLessThanOrEqual(30);
    expect(page.asked.filter((url) => !url.startsWith(served.url) && !url.startsWith('data:'))).toEqual([]);
    expect(await gravest(page)).toEqual([]);
    const { port } = empty.address() as AddressInfo;
    const [ours, nothing]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      ours.push(await paintOf(page, served.url + path));
      nothing.push(await paintOf(page, `http://127.0.0.1:${port}/`));
    }
    const ratio = (median(ours) / median(nothing)).toFixed(1);
    told.push(`${name}: ${scripts} bytes, ${requests} requests, ${ratio}`);
  });
});
