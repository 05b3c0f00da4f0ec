// Page weight of the demo calendar: bytes of script, number of requests and accessibility.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seriousViolations, useBrowser, type Visit } from '../harness/browser.js';
import { cleanUp, newFolder, type Served, serve } from '../harness/program.js';

const scriptLimit = 50 * 1_024;

const pages = [
  { name: 'first page', path: '/', loaded: 'main' },
  { name: 'month', path: '/calendar/month', loaded: 'main' },
  { name: 'event', path: '/event/harbour-lights-festival/', loaded: 'main' },
  { name: 'documentation', path: '/docs/events', loaded: 'main' },
  { name: 'console, signing in', path: '/admin', loaded: 'input[type=password]' },
];

interface PageWeight {
  readonly scripts: number;
  readonly requests: number;
}

/** `loaded`: an element that the page shows when it is complete. */
async function weightOf(page: Visit, url: string, loaded: string): Promise<PageWeight> {
  const sizes: Promise<{ readonly script: boolean; readonly bytes: number }>[] = [];
  page.on('requestfinished', (request) => {
    const script = request.resourceType() === 'script';
    sizes.push(request.sizes().then(({ responseBodySize }) => ({ script, bytes: responseBodySize })));
  });
  await page.goto(url);
  await page.locator(loaded).waitFor();
  await expect.poll(() => sizes.length).toBe(page.requestedUrls.filter((asked) => !asked.startsWith('data:')).length);
  const all = await Promise.all(sizes);
  const scripts = all.filter(({ script }) => script).reduce((sum, { bytes }) => sum + bytes, 0);
  return { scripts, requests: all.length };
}

describe('the demo calendar', () => {
  const browser = useBrowser();
  let served: Served;
  const report: string[] = [];

  beforeAll(async () => {
    served = await serve(['--demo'], { data: newFolder() });
  });
  afterAll(async () => {
    console.log(['', 'script bytes and requests:', ...report].join('\n'));
    await cleanUp();
  });

  test.each(pages)(
    '$name loads at most 50 KB of script in 30 requests, none of them third-party',
    async ({ name, path, loaded }) => {
      const page = await browser.open();
      const { scripts, requests } = await weightOf(page, served.url + path, loaded);
      expect(scripts).toBeLessThanOrEqual(scriptLimit);
      expect(requests).toBeLessThanOrEqual(30);
      expect(page.requestedUrls.filter((url) => !url.startsWith(served.url) && !url.startsWith('data:'))).toEqual([]);
      expect(await seriousViolations(page)).toEqual([]);
      report.push(`${name}: ${scripts} bytes, ${requests} requests`);
    },
  );
});
