// A page as journeys use it: elements are found by selector and name, waited for, and used by pointer and keys.
import type { Browser, Point } from './browser.js';

/** An exact name, or a pattern. Names have single spaces. */
export type Name = string | RegExp;

/** For machines that are busy with other work. */
const timeoutMs = 60_000;
const pollMs = 60;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Functions for expressions in the page. Names are computed as far as journeys need them. */
const library = `
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0;
  const trimmed = (text) => (text ?? '').trim().replace(/\\s+/g, ' ');
  const nameOf = (one) => {
    const ids = one.getAttribute('aria-labelledby');
    if (one.hasAttribute('aria-label')) return trimmed(one.getAttribute('aria-label'));
    if (ids) return trimmed(ids.split(' ').map((id) => document.getElementById(id)?.textContent).join(' '));
    if (one.labels?.length) return trimmed([...one.labels].map((label) => label.textContent).join(' ').replace('*', ''));
    return trimmed(one.alt || one.placeholder || one.textContent || one.title);
  };
  const matches = (text, name) => name === null || (name instanceof RegExp ? name.test(text) : text === name);
  const all = (css, name) => [...document.querySelectorAll(css)].filter((one) => shown(one) && matches(nameOf(one), name));
`;

const written = (name: Name | undefined): string =>
  name === undefined ? 'null' : name instanceof RegExp ? String(name) : JSON.stringify(name);

/** Where to click, or why not yet. The element must be on top and must not move any more. */
const target = (css: string, name: Name | undefined) => `(async () => { ${library}
  const one = all(${JSON.stringify(css)}, ${written(name)})[0];
  if (!one) return 'not found';
  if (one.disabled) return 'disabled';
  one.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  const place = () => { const { left, top, width, height } = one.getClientRects()[0] ?? {}; return { x: left + width / 2, y: top + height / 2 }; };
  const before = place();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const { x, y } = place();
  if (x !== before.x || y !== before.y) return 'moving';
  const hit = document.elementFromPoint(x, y);
  const parts = [one, ...(one.labels ?? [])];
  return hit && parts.some((part) => part.contains(hit)) ? { x, y } : 'covered by ' + hit?.outerHTML.slice(0, 80);
})()`;

export function pageOf(browser: Browser, site: string) {
  const { evaluate } = browser;

  /** Asks until the answer is neither false nor empty. */
  async function until<T>(what: string, ask: () => Promise<T>): Promise<NonNullable<T>> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      // A page that is just being left cannot be asked.
      const answer = await ask().catch(() => undefined);
      if (answer) return answer;
      if (Date.now() > deadline) throw new Error(`${what}: not within ${timeoutMs / 1000} s at ${await path()}`);
      await pause(pollMs);
    }
  }

  const path = () => evaluate<string>('location.pathname + location.search').catch(() => '?');
  const described = (css: string, name?: Name) => `${css}${name === undefined ? '' : ` ${written(name)}`}`;
  const ask = <T>(expression: string) => evaluate<T>(`(() => { ${library} return ${expression}; })()`);

  async function pointOf(css: string, name?: Name): Promise<Point> {
    let reason = '';
    return until(`click on ${described(css, name)}`, async () => {
      const found = await evaluate<Point | string>(target(css, name));
      if (typeof found !== 'string') return found;
      reason = found;
      return undefined;
    }).catch((error: Error) => {
      throw new Error(`${error.message} (${reason})`);
    });
  }

  const click = async (css: string, name?: Name) => browser.pointer([await pointOf(css, name)]);
  const count = (css: string, name?: Name) => ask<number>(`all(${JSON.stringify(css)}, ${written(name)}).length`);
  const see = (css: string, name?: Name) => until(`see ${described(css, name)}`, () => count(css, name));
  const value = (css: string) => ask<string>(`all(${JSON.stringify(css)}, null)[0]?.value`);

  async function untilEqual<T>(what: string, wanted: T, ask: () => Promise<T>): Promise<void> {
    let got: T | undefined;
    await until(what, async () => {
      got = await ask();
      return JSON.stringify(got) === JSON.stringify(wanted);
    }).catch((error: Error) => {
      throw new Error(`${error.message}: ${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`);
    });
  }

  return {
    browser,
    site,
    evaluate,
    until,
    equals: untilEqual,
    path,
    pointOf,
    click,
    count,
    see,
    value,
    open: (to: string) => browser.open(to.startsWith('http') ? to : site + to),
    keys: browser.keys,
    gone: (css: string, name?: Name) => until(`no ${described(css, name)}`, async () => (await count(css, name)) === 0),
    at: (pattern: RegExp) => until(`address ${pattern}`, async () => pattern.test(await path())),
    text: (css: string) => ask<string>(`trimmed(all(${JSON.stringify(css)}, null)[0]?.innerText)`),
    /** Replaces the text of a field by typing. */
    fill: async (css: string, text: string, name?: Name) => {
      await click(css, name);
      await browser.keys('Control+a', ...(text ? [text] : ['Backspace']));
    },
    focusOn: (css: string, name?: Name) =>
      until(`focus on ${described(css, name)}`, () =>
        ask<boolean>(
          `(all(${JSON.stringify(css)}, ${written(name)})[0]?.focus(), all(${JSON.stringify(css)}, ${written(name)})[0] === document.activeElement)`,
        ),
      ),
  };
}

export type JourneyPage = ReturnType<typeof pageOf>;

export interface Journey {
  readonly name: string;
  readonly play: (page: JourneyPage) => Promise<void>;
}
