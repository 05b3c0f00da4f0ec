// The pages and views that pictures are taken of and that are checked: names, zoom and print.
import axe from 'axe-core';
import type { Browser } from './browser.js';
import type { JourneyPage } from './page.js';

export interface View {
  readonly name: string;
  readonly path: string;
  /** Matches once the page is complete. */
  readonly awaits: string;
  /** Has so many elements that an engine takes minutes to name them; the rules of axe must do. */
  readonly isLong?: true;
}

export const publicViews: readonly View[] = [
  { name: 'list', path: '/', awaits: '.card' },
  { name: 'month', path: '/calendar/month', awaits: '.month' },
  { name: 'week', path: '/calendar/week', awaits: 'h1' },
  { name: 'day', path: '/calendar/day', awaits: 'h1' },
  { name: 'places', path: '/calendar/places', awaits: '.place' },
  { name: 'event', path: '/event/harbour-lights-festival/', awaits: '.facts' },
  { name: 'series', path: '/event/tuesday-choir/all/', awaits: '.dates li' },
  { name: 'venue', path: '/venue/the-tide-hall/', awaits: 'h1' },
  { name: 'submit', path: '/submit/', awaits: 'form' },
  { name: 'docs', path: '/docs/events', awaits: 'h1', isLong: true },
];

export const consoleViews: readonly View[] = [
  { name: 'console-dashboard', path: '/admin', awaits: '.plot' },
  { name: 'console-events', path: '/admin/events', awaits: 'table.records tbody tr' },
  { name: 'console-calendar', path: '/admin/calendar', awaits: '.ec-event' },
  {
    name: 'console-new-event',
    path: '/admin/events/new?recurrence=FREQ%3DWEEKLY%3BCOUNT%3D6',
    awaits: '[data-field=title]',
  },
  { name: 'console-venue', path: '/admin/venues/new', awaits: '[data-field=venue]' },
  { name: 'console-settings', path: '/admin/settings', awaits: 'form' },
  { name: 'console-media', path: '/admin/media', awaits: 'main img' },
  { name: 'console-imports', path: '/admin/imports', awaits: 'main h1' },
  { name: 'console-webhook', path: '/admin/webhooks/new', awaits: '[data-field=url]' },
  { name: 'console-account', path: '/admin/account', awaits: 'form' },
];

/** Images in the window are loaded, and nothing is being loaded by the console. */
const settled = `(() => {
  const isNear = ({ left, top, width }) => width > 0 && left < innerWidth && top < innerHeight;
  const images = [...document.images].filter((one) => one.loading !== 'lazy' || isNear(one.getBoundingClientRect()));
  return document.readyState === 'complete' && images.every((one) => one.complete) && !document.querySelector('.skeleton');
})()`;

export async function show(page: JourneyPage, { path, awaits }: View): Promise<void> {
  await page.open(path);
  await page.see(awaits);
  await page.until('a complete page', () => page.evaluate<boolean>(settled));
}

/** Rules of axe about names. */
const nameRules = [
  'area-alt',
  'aria-command-name',
  'aria-dialog-name',
  'aria-input-field-name',
  'aria-progressbar-name',
  'aria-toggle-field-name',
  'aria-tooltip-name',
  'button-name',
  'document-title',
  'frame-title',
  'image-alt',
  'input-button-name',
  'input-image-alt',
  'label',
  'link-name',
  'role-img-alt',
  'select-name',
  'summary-name',
];

/** Elements without a name: by the rules of axe, and by what the engine computes for screen readers. */
export async function findUnnamed(browser: Browser, { isLong }: View): Promise<readonly string[]> {
  if (!(await browser.evaluate<boolean>("'axe' in globalThis")))
    await browser.evaluate(`(() => { ${axe.source}; return true; })()`);
  const options = JSON.stringify({
    runOnly: { type: 'rule', values: nameRules },
    resultTypes: ['violations'],
    preload: false,
  });
  const violations = await browser.evaluate<readonly string[]>(
    `axe.run(${options}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 120))))`,
  );
  return [...violations, ...((!isLong && (await browser.unnamed?.())) || [])];
}
