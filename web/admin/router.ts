// Addresses inside the console. Every place has one; the back button works; a page may ask to be held before it is left.
import { signal } from '@preact/signals';
import { consolePath } from './api/place';
import { inBackground } from './ui/toast';

export interface Address {
  /** Segments below the console. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

function read(): Address {
  const below = decodeURI(location.pathname).slice(consolePath.length);
  return { parts: below.split('/').filter(Boolean), query: new URLSearchParams(location.search) };
}

export const address = signal(read());

/** `to` is below the console: `/venues/7`. */
export const hrefOf = (to: string): string => consolePath + to;

export interface Going {
  readonly replace?: boolean;
  /** Without asking whoever holds the page, for what has just been saved. */
  readonly freely?: boolean;
}

export async function navigate(to: string, { replace = false, freely = false }: Going = {}): Promise<void> {
  if (!freely && !(await released())) return;
  if (replace) history.replaceState({ at }, '', hrefOf(to));
  else history.pushState({ at: ++at }, '', hrefOf(to));
  address.value = read();
  if (!replace) scrollTo(0, 0);
}

/** Changes what is asked for at the same place, such as the page of a list. */
export function refine(changes: Readonly<Record<string, string | undefined>>): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) value ? query.set(name, value) : query.delete(name);
  const text = query.toString();
  history.replaceState(history.state, '', location.pathname + (text && `?${text}`));
  address.value = read();
}

type Holder = () => boolean | Promise<boolean>;
const holders = new Set<Holder>();

/** Asks `mayLeave` before another place is shown; answers how to stop asking. */
export function hold(mayLeave: Holder): () => void {
  holders.add(mayLeave);
  return () => holders.delete(mayLeave);
}

async function released(): Promise<boolean> {
  for (const mayLeave of holders) if (!(await mayLeave())) return false;
  return true;
}

/** Counts the places, so that a refused way back can be undone. */
let at = Number(history.state?.at ?? 0);
let returning = false;

async function popped(): Promise<void> {
  const to = Number(history.state?.at ?? 0);
  if (returning) {
    returning = false;
    return;
  }
  if (holders.size > 0 && !(await released())) {
    returning = at !== to;
    if (returning) history.go(at - to);
    return;
  }
  at = to;
  address.value = read();
}

function clicked(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest('a');
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target) return;
  const inside = link.pathname === consolePath || link.pathname.startsWith(`${consolePath}/`);
  if (link.origin !== location.origin || !inside) return;
  event.preventDefault();
  // A link within the page only moves the focus: the page is not left, and the history gets no entry.
  if (link.getAttribute('href')?.startsWith('#')) document.getElementById(link.hash.slice(1))?.focus();
  else inBackground(navigate(link.pathname.slice(consolePath.length) + link.search));
}

export function startRouter(): void {
  addEventListener('popstate', () => inBackground(popped()));
  document.addEventListener('click', clicked);
}
