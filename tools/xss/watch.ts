// A page in Chromium that notices scripts which run, markup that came from a payload, and violations of the policy.
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from 'playwright-core';
import { findChromium } from '../../tests/harness/chromium.js';
import { newFolder } from '../../tests/harness/program.js';
import { type Marked, type Marks, marksIn } from './marks.js';

export interface Fault {
  readonly view: string;
  readonly what: string;
  readonly marked?: Marked | undefined;
}

/** A page as text. */
export interface Parsed {
  readonly view: string;
  readonly text: string;
}

export interface Watch {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Opens an address in a view, and looks at it. */
  readonly open: (view: string, url: string) => Promise<void>;
  /** Looks at the page as it is now. */
  readonly look: (view: string) => Promise<void>;
  /** Parses pages as the browser does, without running them: that takes a hundredth of the time. */
  readonly parse: (pages: readonly Parsed[]) => Promise<void>;
  /** The value of a function of the browser for this argument, on a page without a policy. */
  readonly call: <T>(code: string, argument: unknown) => Promise<T>;
  /** Shows pieces of HTML on a page without a policy, as programs of others may do. */
  readonly show: (view: string, html: readonly string[]) => Promise<void>;
}

export interface Findings {
  readonly faults: Fault[];
  /** Pages that were looked at, and the marks on them, by view. */
  readonly views: Map<string, { parsed: number; opened: number; readonly marks: Set<number> }>;
  readonly seen: (view: string, text: string, how: 'parsed' | 'opened') => void;
  readonly report: (view: string, what: string) => void;
}

export function openFindings(marks: Marks): Findings {
  const faults: Fault[] = [];
  const views: Findings['views'] = new Map();
  const known = new Set<string>();
  return {
    faults,
    views,
    seen: (view, text, how) => {
      const entry = views.get(view) ?? { parsed: 0, opened: 0, marks: new Set<number>() };
      entry[how]++;
      for (const mark of marksIn(text)) if (marks.find(mark)) entry.marks.add(mark);
      views.set(view, entry);
    },
    report: (view, what) => {
      const [mark] = marksIn(what);
      const marked = mark === undefined ? undefined : marks.find(mark);
      // The same fault on many pages is shown once for each field and context.
      const kind = /^[a-z ]*/.exec(what)?.[0];
      const key = marked ? `${view} ${kind} ${marked.field} ${marked.context}` : `${view} ${what}`;
      if (known.has(key)) return;
      known.add(key);
      faults.push({ view, what, marked });
      console.log(`  FAULT ${view}: ${marked ? `${marked.context} in ${marked.field}: ` : ''}${what}`);
    },
  };
}

/** Runs before the scripts of every page and frame. Messages reach the tool through the console. */
const listen = `globalThis.ran = (mark) => console.error('xss ran ' + mark);
document.addEventListener('securitypolicyviolation', (event) =>
  console.error('xss policy ' + event.effectiveDirective + ' ' + event.blockedURI + ' ' + event.sample));`;

/** Markup that no text may make, and all texts of the page. */
const scan = `(document) => {
  const found = [];
  const texts = [];
  const addresses = ['href', 'src', 'action', 'formaction', 'data', 'xlink:href', 'poster', 'ping', 'background', 'srcdoc'];
  const isScript = (value) => /^(javascript|vbscript|data:text\\/html|data:image\\/svg)/i.test(value.replace(/[\\s\\x00-\\x20]/g, ''));
  const isOwnScript = (element) => {
    const src = element.getAttribute('src');
    return src === null ? /json/.test(element.type) : /^\\/assets\\/[\\w.-]+$|^\\/[\\w-]+\\.js$|^http:\\/\\/127.0.0.1:\\d+\\/embed.js$/.test(src);
  };
  const check = (element) => {
    const add = (what) => found.push(what + ': ' + element.outerHTML.slice(0, 300));
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) add('handler');
      if (/^xss\\d/i.test(name)) add('attribute of a payload');
      if (addresses.includes(name) && isScript(value) && !(name === 'src' && element.localName === 'img')) add('script as address');
      if (name === 'style' && /xss|url\\(/i.test(value) && /1\\d{6}/.test(value)) add('style of a payload');
    }
    if (/^(object|embed|applet)$/.test(element.localName) || (element.localName === 'base' && element.hasAttribute('href'))) add('element');
    if (element.localName === 'iframe' && element.hasAttribute('srcdoc')) add('frame with content');
    if (element.localName === 'script' && !isOwnScript(element)) add('script');
    if (element.localName === 'style' && /1\\d{6}/.test(element.textContent)) add('style of a payload ' + element.textContent.slice(0, 200));
    if (element.localName === 'meta' && element.httpEquiv === 'refresh') add('refresh');
    if (typeof element.value === 'string') texts.push(element.value);
  };
  const walk = (root) => {
    for (const element of root.querySelectorAll('*')) {
      check(element);
      if (element.shadowRoot) walk(element.shadowRoot);
      if (element.localName === 'template') walk(element.content);
    }
  };
  walk(document);
  return { found, text: document.documentElement.outerHTML + texts.join(' ') };
}`;
const look = `(${scan})(document)`;
const parseAll = `(texts) => texts.map((text) => (${scan})(new DOMParser().parseFromString(text, 'text/html')))`;

/** As a program does that trusts the HTML it gets. */
const insert = `(texts) => {
  document.body.replaceChildren();
  for (const text of texts) {
    const element = document.createElement('div');
    document.body.append(element);
    element.innerHTML = text;
  }
}`;

interface Look {
  readonly found: readonly string[];
  readonly text: string;
}

export async function startBrowser(): Promise<Browser> {
  const { executable, env = {} } = await findChromium();
  return chromium.launch({
    executablePath: executable,
    // No name is looked up: everything is on this machine.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
    env: { ...(process.env as Record<string, string>), ...env, HOME: newFolder() },
  });
}

const isNavigating = (error: Error): boolean => /context was destroyed|detached|navigat/i.test(error.message);

/** `hits` are requests to the server that must not be asked. `host` is a page of another site, without a policy. */
export async function openWatch(browser: Browser, findings: Findings, hits: string[], host: string): Promise<Watch> {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', acceptDownloads: false });
  context.setDefaultTimeout(60_000);
  await context.addInitScript(listen);
  const page = await context.newPage();
  const messages: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('xss ')) messages.push(message.text());
  });
  page.on('dialog', (dialog) => {
    messages.push(`dialog ${dialog.message()}`);
    dialog.dismiss().catch(() => undefined);
  });
  const lookAt = async (frame: Frame): Promise<Look> => {
    try {
      return await frame.evaluate<Look>(look);
    } catch (error) {
      if (isNavigating(error as Error)) return { found: [], text: '' };
      throw error;
    }
  };
  const lookNow = async (view: string): Promise<void> => {
    const looks = await Promise.all(page.frames().map(lookAt));
    findings.seen(view, looks.map(({ text }) => text).join(' '), 'opened');
    for (const what of looks.flatMap(({ found }) => found)) findings.report(view, what);
    for (const message of messages.splice(0)) findings.report(view, message);
    for (const hit of hits.splice(0)) findings.report(view, `request ${hit}`);
  };
  const call = async <T>(code: string, argument: unknown): Promise<T> => {
    if (page.url() !== host) await page.goto(host);
    return page.evaluate<T>(`(${code})(${JSON.stringify(argument)})`);
  };
  return {
    page,
    context,
    look: lookNow,
    call,
    parse: async (pages) => {
      const looks = await call<readonly Look[]>(
        parseAll,
        pages.map(({ text }) => text),
      );
      for (const [at, { found, text }] of looks.entries()) {
        const { view = '' } = pages[at] ?? {};
        findings.seen(view, text, 'parsed');
        for (const what of found) findings.report(view, what);
      }
    },
    open: async (view, url) => {
      try {
        await page.goto(url, { waitUntil: 'domcontentloaded' });
      } catch (error) {
        // A file that the browser saves instead of showing it.
        if (/Download is starting|ERR_ABORTED/.test((error as Error).message)) return;
        throw error;
      }
      // Messages of the page arrive after its events.
      await page.evaluate('new Promise((done) => setTimeout(done))').catch(() => undefined);
      await lookNow(view);
    },
    show: async (view, html) => {
      await call(insert, html);
      // Until images have failed.
      await page.waitForTimeout(50);
      await lookNow(view);
    },
  };
}
