// Scripts of the documentation: searching, and sending requests from the forms of the operations.
import './style.css';
import { offerCopying, offerLanguages } from './code.js';
import { type FormRequest, requestOf } from './request.js';
import { samples } from './samples.js';
import { startSearch } from './search.js';

const columns = document.querySelector<HTMLElement>('.columns');
const server = columns?.dataset.server ?? '';
const api = columns?.dataset.api ?? '';

const typed = (id: string): string => document.querySelector<HTMLInputElement>(`#${id}`)?.value.trim() ?? '';

/** Basic authentication with the typed credentials; else the CSRF token that unsafe methods need beside the session cookie. */
async function credentialsFor(method: string): Promise<Record<string, string>> {
  const [user, password] = [typed('user'), typed('password')];
  if (user !== '') {
    const bytes = new TextEncoder().encode(`${user}:${password}`);
    return { Authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` };
  }
  if (method === 'GET') return {};
  const session = await readSession();
  return session ? { 'X-CSRF-Token': session.csrf ?? '' } : {};
}

/** Undefined for visitors who are not signed in to the console. */
async function readSession(): Promise<{ readonly user: string; readonly csrf?: string } | undefined> {
  const response = await fetch(`${api}/session`);
  return response.ok ? response.json() : undefined;
}

/** Says before a change is sent who sends it, and whether it is saved. */
async function describeSender(form: HTMLFormElement, note: Element): Promise<void> {
  const name = typed('user') || (await readSession().catch(() => undefined))?.user;
  const dryRun = form.querySelector<HTMLInputElement>('[name=dry_run]');
  const sender = name === undefined ? 'Sent without authentication' : `Sent as ${name}`;
  note.textContent =
    dryRun?.value.trim() === 'true'
      ? `${sender}, as a dry run: nothing is saved. Clear dry_run to change the live calendar.`
      : `${sender} to the live calendar.`;
}

async function send({ method, path, headers, body }: FormRequest): Promise<Response> {
  const hasCredentials = typed('user') !== '';
  return fetch(api + path, {
    method,
    headers: { Accept: 'application/json', ...headers, ...(await credentialsFor(method)) },
    // Without the session cookie, so that the typed credentials decide.
    credentials: hasCredentials ? 'omit' : 'same-origin',
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
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
  const outcome = form.querySelector<HTMLElement>('.outcome');
  const block = form.querySelector<HTMLElement>('.code');
  const code = block?.querySelector('code');
  const sender = form.querySelector('.sender');
  if (!button || !outcome || !block || !code) continue;
  button.disabled = false;
  let language: keyof typeof samples = 'curl';
  const showCode = () => {
    code.textContent = samples[language](requestOf(form), server);
  };
  offerLanguages(block, (chosen) => {
    language = chosen;
    showCode();
  });
  form.addEventListener('input', showCode);
  if (sender) {
    const describe = () => describeSender(form, sender);
    form.parentElement?.addEventListener('toggle', describe);
    form.addEventListener('change', describe);
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    outcome.replaceChildren(element('p', 'Sending…', 'status'));
    try {
      await show(outcome, await send(requestOf(form)));
    } catch (error) {
      outcome.replaceChildren(element('p', `Request failed: ${error}`, 'status bad'));
    }
    button.disabled = false;
  });
}

offerCopying();
startSearch();
