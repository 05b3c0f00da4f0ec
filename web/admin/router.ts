// The client-side router: every page of the console has an address, the back button works, and a page with unsaved
// changes can block navigation until the user confirms.
import { signal } from '@preact/signals';
import { consolePath } from './api/paths';
import { inBackground } from './ui/toast';

export interface Address {
  /** Path segments below `/admin`. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

function read(): Address {
  const below = decodeURI(location.pathname).slice(consolePath.length);
  return { parts: below.split('/').filter(Boolean), query: new URLSearchParams(location.search) };
}

export const address = signal(read());

/** `to` is relative to the console: `/venues/7`. */
export const hrefOf = (to: string): string => consolePath + to;

export interface NavigateOptions {
  readonly replace?: boolean;
  /** Ignores blockers, for example after saving. */
  readonly force?: boolean;
}

export async function navigate(to: string, { replace = false, force = false }: NavigateOptions = {}): Promise<void> {
  if (!force && !(await mayLeave())) return;
  if (replace) history.replaceState({ at }, '', hrefOf(to));
  else history.pushState({ at: ++at }, '', hrefOf(to));
  address.value = read();
  if (!replace) scrollTo(0, 0);
}

/** Changes query parameters of the current page, such as the page number of a list; adds no history entry. */
export function setQuery(changes: Readonly<Record<string, string | undefined>>): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) value ? query.set(name, value) : query.delete(name);
  const text = query.toString();
  history.replaceState(history.state, '', location.pathname + (text && `?${text}`));
  address.value = read();
}

/** The page of a list. */
export const setPage = (page: number): void => setQuery({ page: page > 1 ? String(page) : undefined });

/** Resolves to true when the page may be left. */
type NavigationBlocker = () => boolean | Promise<boolean>;
const blockers = new Set<NavigationBlocker>();

/** Runs `blocker` before each navigation; returns a function that removes it. */
export function blockNavigation(blocker: NavigationBlocker): () => void {
  blockers.add(blocker);
  return () => blockers.delete(blocker);
}

async function mayLeave(): Promise<boolean> {
  for (const blocker of blockers) if (!(await blocker())) return false;
  return true;
}

/** Index of the current history entry, kept in its state: a cancelled back or forward step is undone by the difference. */
let at = Number(history.state?.at ?? 0);
/** The next popstate event comes from that undo. */
let returning = false;

async function onPopState(): Promise<void> {
  const to = Number(history.state?.at ?? 0);
  if (returning) {
    returning = false;
    return;
  }
  if (blockers.size > 0 && !(await mayLeave())) {
    returning = at !== to;
    if (returning) history.go(at - to);
    return;
  }
  at = to;
  address.value = read();
}

function onLinkClick(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest('a');
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target) return;
  const inside = link.pathname === consolePath || link.pathname.startsWith(`${consolePath}/`);
  if (link.origin !== location.origin || !inside) return;
  event.preventDefault();
  // A link within the page only moves the focus: the page is not left, and the history gets no entry.
  if (link.getAttribute('href')?.startsWith('#')) {
    document.getElementById(link.hash.slice(1))?.focus();
    history.replaceState(history.state, '', link.hash);
  } else inBackground(navigate(link.pathname.slice(consolePath.length) + link.search + link.hash));
}

export function startRouter(): void {
  addEventListener('popstate', () => inBackground(onPopState()));
  document.addEventListener('click', onLinkClick);
}
