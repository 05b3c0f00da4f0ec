// The session of the signed-in user. After it has expired, signing in again continues on the same page.
import { signal } from '@preact/signals';
import { languageFrom, loadLanguage } from '../i18n/texts';
import type { Session } from './generated';
import { ApiError, send } from './http';

/** Undefined when signed out. */
export const session = signal<Session | undefined>(undefined);

/** Username of the expired session, while the dialog to sign in again is open. */
export const expiredUser = signal<string | undefined>(undefined);

export type Right = Session['rights'][number];
export const may = (right: Right): boolean => session.value?.rights.includes(right) ?? false;

/** Switches to the language of the user; empty for that of the browser. Without a connection the present one stays. */
export const applyLanguage = (code: string): Promise<void> =>
  loadLanguage(languageFrom(code ? [code] : navigator.languages)).catch(() => undefined);

/** The CSRF header that every unsafe request needs. */
export const csrfHeader = ({ csrf = '' }: Partial<Session> = {}) => ({ 'X-CSRF-Token': csrf });

/** Local storage key that says that there may be a session: scripts cannot see the HttpOnly cookie. */
const sessionFlag = 'almanac-session';

/** Fragment of the address after a sign-in by the OpenID Connect provider. */
const signedInHash = '#signed-in';

/** The session of the browser's cookie, if it is valid. */
export async function fetchSession(): Promise<Session | undefined> {
  try {
    return (await send<Session>('GET', '/session')).body;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined;
    throw error;
  }
}

/** Restores the session of an earlier visit. */
export async function resume(): Promise<void> {
  if (location.hash === signedInHash) {
    history.replaceState(history.state, '', location.pathname + location.search);
    localStorage.setItem(sessionFlag, 'yes');
  }
  if (!localStorage.getItem(sessionFlag)) return;
  const found = await fetchSession();
  if (found) await applyLanguage(found.language);
  else localStorage.removeItem(sessionFlag);
  session.value = found;
}

/** `code` of the second factor, after an attempt without it. */
export async function signIn(user: string, password: string, code?: string): Promise<void> {
  const given = { user, password, ...(code !== undefined && { code }) };
  const { body } = await send<Session>('POST', '/session', { body: given });
  await applyLanguage(body.language);
  session.value = body;
  localStorage.setItem(sessionFlag, 'yes');
  expiredUser.value = undefined;
  for (const go of waiting.splice(0)) go(true);
}

export async function signOut(): Promise<void> {
  await send('DELETE', '/session', { headers: csrfHeader(session.value) }).catch((error: unknown) => {
    // 401: the session is already over.
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  });
  dropSession();
}

/** Signs out in this browser only, when the session is already over. */
export function dropSession(): void {
  localStorage.removeItem(sessionFlag);
  session.value = undefined;
  expiredUser.value = undefined;
  for (const go of waiting.splice(0)) go(false);
}

/** Requests that wait for the dialog. */
const waiting: ((signedIn: boolean) => void)[] = [];

/** Opens the dialog to sign in again; resolves to false when the user signs out instead. */
export function signInAgain(): Promise<boolean> {
  expiredUser.value ??= session.value?.user ?? '';
  return new Promise((resolve) => waiting.push(resolve));
}
