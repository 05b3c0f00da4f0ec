// WebKit: the small browser of WebKitGTK, by WebDriver, on a display of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { type Browser, type BrowserSettings, type Engine, keyActions, pointerActions, type Size } from './browser.js';

const driver = '/usr/bin/WebKitWebDriver';
const display = '/usr/bin/Xvfb';
const browser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

const ended = (child: ChildProcess): Promise<unknown> => new Promise((resolve) => child.once('close', resolve));

/** Xvfb chooses a free number and writes it to the given pipe. */
async function startDisplay(folder: string): Promise<{ readonly child: ChildProcess; readonly name: string }> {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp', '-fbdir', folder];
  const child = spawn(display, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const number = await new Promise<string>((resolve, reject) => {
    child.stdio[3]?.once('data', (text) => resolve(String(text).trim()));
    child.once('close', (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
  return { child, name: `:${number}` };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Settings of the desktop, which pages read as `prefers-color-scheme` and `prefers-reduced-motion`. */
function writeDesktop(folder: string, isDark: boolean): Readonly<Record<string, string>> {
  const settings = join(folder, 'config', 'gtk-3.0');
  mkdirSync(settings, { recursive: true });
  const lines = [
    '[Settings]',
    `gtk-theme-name=${isDark ? 'Adwaita-dark' : 'Adwaita'}`,
    'gtk-enable-animations=0',
    `gtk-application-prefer-dark-theme=${isDark ? 1 : 0}`,
  ];
  writeFileSync(join(settings, 'settings.ini'), `${lines.join('\n')}\n`);
  // The toolbar of the window must fit the width of a phone.
  writeFileSync(
    join(settings, 'gtk.css'),
    '* { margin: 0; padding: 0; border-width: 0; min-width: 0; font-size: 1px; }\n',
  );
  return {
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_CACHE_HOME: join(folder, 'cache'),
  };
}

/** The part of the screen below the toolbar, from the file that Xvfb keeps (XWD, 32 bits per pixel). */
async function screenPicture(file: string, { width, height, top }: Size & { readonly top: number }): Promise<Buffer> {
  const bytes = await readFile(file);
  const header = (at: number) => bytes.readUInt32BE(4 * at);
  const [headerBytes, screenWidth, screenHeight, colors] = [header(0), header(4), header(5), header(19)];
  const pixels = bytes.subarray(headerBytes + 12 * colors);
  // Blue, green, red and an unused byte.
  const raw = { width: screenWidth, height: screenHeight, channels: 4 } as const;
  return sharp(pixels.subarray(0, 4 * screenWidth * screenHeight), { raw })
    .extract({ left: 0, top, width, height })
    .removeAlpha()
    .recomb([
      [0, 0, 1],
      [0, 1, 0],
      [1, 0, 0],
    ])
    .png()
    .toBuffer();
}

const usedElements = [
  'a[href]',
  'input:not([type=hidden])',
  ...['button', 'select', 'textarea', 'summary', 'dialog[open]'],
  ...['tab', 'menuitem', 'option', 'switch', 'textbox'].map((role) => `[role=${role}]`),
].join(', ');

interface Evaluated<T> {
  readonly value: T;
  readonly error?: string;
  readonly faults: readonly string[];
}

/** How WebDriver names an element in JSON. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** The driver does not pass on the console. Listeners hear what goes wrong after the page is loaded, and an observer also
 * gets earlier violations of the policy. */
const listen = `(() => {
  const faults = [];
  addEventListener('error', ({ message }) => message && faults.push(message));
  addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => faults.push(violatedDirective + ' ' + blockedURI));
  if ('ReportingObserver' in globalThis)
    new ReportingObserver((reports) => faults.push(...reports.map(({ type, body }) => type + ' ' + body?.blockedURL)), { buffered: true }).observe();
  return faults;
})()`;

async function start({ colorScheme, folder, env }: BrowserSettings): Promise<Browser> {
  const screen = await startDisplay(folder);
  const port = await freePort();
  const child = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], {
    env: {
      ...process.env,
      ...env,
      ...writeDesktop(folder, colorScheme === 'dark'),
      HOME: folder,
      DISPLAY: screen.name,
      GDK_BACKEND: 'x11',
      LANG: 'en_US.UTF-8',
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    },
    stdio: 'ignore',
  });
  const errors: string[] = [];

  let session = '';
  const send = async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}/session${session}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  const capabilities = {
    alwaysMatch: {
      'webkitgtk:browserOptions': {
        binary: browser,
        args: ['--automation'],
      },
    },
  };
  let made: { sessionId: string } | undefined;
  for (let attempt = 0; !made; attempt++) {
    made = await send<{ sessionId: string }>('POST', '', { capabilities }).catch(async (error: Error) => {
      if (attempt > 50 || !/fetch failed/.test(error.message)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return undefined;
    });
  }
  session = `/${made.sessionId}`;

  const evaluate = async <T>(expression: string): Promise<T> => {
    const script = `const done = arguments[0];
      const faults = globalThis.browserFaults ??= ${listen};
      const answer = (given) => done({ ...given, faults: faults.splice(0) });
      Promise.resolve(${expression}).then((value) => answer({ value: value ?? null }), (error) => answer({ error: String(error) }));`;
    const { value, error, faults } = await send<Evaluated<T>>('POST', '/execute/async', { script, args: [] });
    errors.push(...faults);
    if (error) throw new Error(error);
    return value;
  };
  return {
    errors,
    stepsInDates: false,
    open: (url) => send('POST', '/url', { url }),
    evaluate,
    pointer: (path) =>
      send('POST', '/actions', {
        actions: [
          { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: pointerActions(path) },
        ],
      }),
    keys: (...items) =>
      send('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions: keyActions(items) }] }),
    chooseFile: async (selector, file) => {
      const element = await send<Record<string, string>>('POST', '/element', {
        using: 'css selector',
        value: selector,
      });
      await send('POST', `/element/${element[elementKey]}/value`, { text: file });
    },
    resize: async ({ width, height }) => {
      // The window has a toolbar.
      await send('POST', '/window/rect', { width, height });
      const inner = await evaluate<{ width: number; height: number }>('({ width: innerWidth, height: innerHeight })');
      await send('POST', '/window/rect', { width: 2 * width - inner.width, height: 2 * height - inner.height });
    },
    picture: async () => {
      const window = await evaluate<Size & { readonly top: number }>(
        '({ width: innerWidth, height: innerHeight, top: outerHeight - innerHeight })',
      );
      return screenPicture(join(folder, 'Xvfb_screen0'), window);
    },
    unnamed: async () => {
      const elements = await evaluate<readonly Record<string, string>[]>(
        `[...document.querySelectorAll('${usedElements}')].filter((one) => one.checkVisibility({ visibilityProperty: true }))`,
      );
      const found: string[] = [];
      for (const element of elements) {
        const path = `/element/${element[elementKey]}`;
        if (await send<string>('GET', `${path}/computedlabel`)) continue;
        found.push(await send<string>('GET', `${path}/property/outerHTML`));
      }
      return found.map((html) => html.slice(0, 120));
    },
    close: async () => {
      const closed = [ended(child), ended(screen.child)];
      await send('DELETE', '').catch(() => undefined);
      child.kill();
      screen.child.kill();
      await Promise.all(closed);
    },
  };
}

const programs = { 'webkit2gtk-driver': driver, xvfb: display };

export const webkit: Engine = {
  name: 'webkit',
  missing: () => Object.entries(programs).flatMap(([name, file]) => (existsSync(file) ? [] : [name])),
  start,
};
