// Firefox as it is installed, by WebDriver BiDi.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'undici';
import { fontFolder } from '../fonts.js';
import { type Browser, type BrowserSettings, type Engine, keyActions, pointerActions, usedRoles } from './browser.js';

const program = '/usr/bin/firefox-esr';

/** Firefox reports to its maker in the background. A proxy that does not exist keeps all of it on this machine. */
const preferences = (isDark: boolean) => ({
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.proxy.no_proxies_on': 'localhost,127.0.0.1',
  'app.normandy.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'layout.css.prefers-color-scheme.content-override': isDark ? 0 : 1,
  'ui.prefersReducedMotion': 1,
  // Its window has the focus, whichever window of the machine is active.
  'focusmanager.testmode': true,
  // The sandbox reads fonts from the folders of the system only.
  'security.sandbox.content.read_path_whitelist': `${fontFolder}/`,
});

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<{ level?: string; text?: string }>;
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

interface RemoteValue {
  readonly type: string;
  readonly value?: unknown;
  readonly sharedId?: string;
}

interface LocatedNode {
  readonly value?: { readonly attributes?: Readonly<Record<string, string>> };
}

interface Evaluated {
  readonly result?: RemoteValue;
  readonly exceptionDetails?: { readonly text: string };
}

/** The address that Firefox prints once it listens. */
function listening(child: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(printed);
      if (found?.[1]) resolve(found[1]);
    });
    child.once('close', (code) => reject(new Error(`Firefox ended with ${code}: ${printed}`)));
  });
}

async function connect(url: string, onEvent: (message: Message) => void) {
  const socket = new WebSocket(`${url}/session`);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`${url} does not answer`)));
  });
  const waiting = new Map<number, (message: Message) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id === undefined) onEvent(message);
    else waiting.get(message.id)?.(message);
  });
  let sent = 0;
  return async <T>(method: string, params: object = {}): Promise<T> => {
    const id = ++sent;
    const answer = await new Promise<Message>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    waiting.delete(id);
    if (answer.error) throw new Error(`${method}: ${answer.error}: ${answer.message}`);
    return answer.result as T;
  };
}

async function start({ colorScheme, folder, env }: BrowserSettings): Promise<Browser> {
  const profile = join(folder, 'profile');
  mkdirSync(profile, { recursive: true });
  const lines = Object.entries(preferences(colorScheme === 'dark')).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const args = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile, 'about:blank'];
  const child = spawn(program, args, {
    env: { ...process.env, ...env, HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const errors: string[] = [];
  const send = await connect(await listening(child), ({ method, params }) => {
    if (method === 'log.entryAdded' && params?.level === 'error') errors.push(params.text ?? '');
  });
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  // A window of our own: in the first one no element matches :focus.
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'window' });

  const run = async (expression: string): Promise<RemoteValue> => {
    const answer = await send<Evaluated>('script.evaluate', {
      expression,
      awaitPromise: true,
      target: { context },
    });
    if (!answer.result) throw new Error(answer.exceptionDetails?.text ?? 'no result');
    return answer.result;
  };
  return {
    errors,
    stepsInDates: true,
    open: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    evaluate: async (expression) => {
      const { value } = await run(`Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`);
      return JSON.parse(String(value));
    },
    pointer: (path) =>
      send('input.performActions', {
        context,
        actions: [
          { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: pointerActions(path) },
        ],
      }),
    keys: (...items) =>
      send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions: keyActions(items) }] }),
    chooseFile: async (selector, file) => {
      const { sharedId } = await run(`document.querySelector(${JSON.stringify(selector)})`);
      await send('input.setFiles', { context, element: { sharedId }, files: [file] });
    },
    resize: (viewport) => send('browsingContext.setViewport', { context, viewport, devicePixelRatio: 1 }),
    picture: async () => {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    print: async () => {
      const { data } = await send<{ data: string }>('browsingContext.print', { context, background: true });
      return Buffer.from(data, 'base64');
    },
    unnamed: async () => {
      const found: string[] = [];
      for (const role of usedRoles) {
        const { nodes } = await send<{ nodes: readonly LocatedNode[] }>('browsingContext.locateNodes', {
          context,
          locator: { type: 'accessibility', value: { role, name: '' } },
        });
        for (const { value } of nodes) found.push(`${role} ${JSON.stringify(value?.attributes)}`);
      }
      return found;
    },
    close: async () => {
      await send('browser.close').catch(() => undefined);
      child.kill();
      await ended;
    },
  };
}

export const firefox: Engine = {
  name: 'firefox',
  missing: () => (existsSync(program) ? [] : ['firefox-esr']),
  start,
};
