// Sends the requests that the documentation offers to try, and shows what came back.
import './style.css';
import { type Asked, askedBy, curlOf } from './request.js';

const columns = document.querySelector<HTMLElement>('.columns');
const server = columns?.dataset.server ?? '';
const api = columns?.dataset.api ?? '';

const typed = (id: string): string => document.querySelector<HTMLInputElement>(`#${id}`)?.value.trim() ?? '';

/** The typed credentials; else the browser's own session, whose token every change needs. */
async function credentialsFor(method: string): Promise<Record<string, string>> {
  const [user, password] = [typed('user'), typed('password')];
  if (user !== '') {
    const bytes = new TextEncoder().encode(`${user}:${password}`);
    return { Authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` };
  }
  if (method === 'GET') return {};
  const session = await fetch(`${api}/session`);
  return session.ok ? { 'X-CSRF-Token': (await session.json()).csrf ?? '' } : {};
}

async function send({ method, path, headers, body }: Asked): Promise<Response> {
  const named = typed('user') !== '';
  return fetch(api + path, {
    method,
    headers: { Accept: 'application/json', ...headers, ...(await credentialsFor(method)) },
    // With typed credentials the browser's own session stays out of it.
    credentials: named ? 'omit' : 'same-origin',
    cache: 'no-store',
    ...(body !== undefined && { body }),
  });
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  text: string,
  className = '',
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}

function pre(text: string): HTMLPreElement {
  const made = document.createElement('pre');
  made.tabIndex = 0;
  made.append(element('code', text));
  return made;
}

async function show(outcome: HTMLElement, response: Response): Promise<void> {
  const head = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  const details = document.createElement('details');
  details.append(element('summary', 'Headers'), pre(head));
  outcome.replaceChildren(
    element('p', `${response.status} ${response.statusText}`, response.ok ? 'status good' : 'status bad'),
    details,
    pre(pretty(await response.text())),
  );
}

for (const form of document.querySelectorAll<HTMLFormElement>('.try form')) {
  const button = form.querySelector('button');
  const outcome = form.querySelector<HTMLElement>('.outcome');
  const curl = form.querySelector('.curl');
  if (!button || !outcome || !curl) continue;
  button.disabled = false;
  const tell = () => {
    curl.textContent = curlOf(askedBy(form), server);
  };
  tell();
  form.addEventListener('input', tell);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    outcome.replaceChildren(element('p', 'Waiting for the answer…', 'status'));
    try {
      await show(outcome, await send(askedBy(form)));
    } catch (error) {
      outcome.replaceChildren(element('p', `No answer came: ${error}`, 'status bad'));
    }
    button.disabled = false;
  });
}
