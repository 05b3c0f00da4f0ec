// Who works at the console. A session that ends while working is taken up again without losing the place.
import { signal } from '@preact/signals';
import type { Session, SignIn } from './generated';
import { Refusal, send } from './wire';

/** Undefined while nobody is signed in. */
export const session = signal<Session | undefined>(undefined);

/** Somebody was signed in and no longer is: the name to sign in with again. */
export const interrupted = signal<string | undefined>(undefined);

export type Right = Session['rights'][number];
export const may = (right: Right): boolean => session.value?.rights.includes(right) ?? false;

/** Every change carries the token of its session. */
export const tokenOf = ({ csrf = '' }: Partial<Session> = {}) => ({ 'X-CSRF-Token': csrf });

/** Tells that there may be a session: its cookie is out of sight for scripts. */
const trace = 'almanac-session';

/** The session that the browser has, if any. */
export async function presentSession(): Promise<Session | undefined> {
  try {
    return (await send<Session>('GET', '/session')).body;
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) return undefined;
    throw error;
  }
}

/** Goes on with the session of an earlier visit. */
export async function resume(): Promise<void> {
  if (!localStorage.getItem(trace)) return;
  session.value = await presentSession();
  if (!session.value) localStorage.removeItem(trace);
}

export async function signIn(user: string, password: string): Promise<void> {
  const given: SignIn = { user, password };
  const { body } = await send<Session>('POST', '/session', { body: given });
  session.value = body;
  localStorage.setItem(trace, 'yes');
  interrupted.value = undefined;
  for (const go of waiting.splice(0)) go(true);
}

export async function signOut(): Promise<void> {
  await send('DELETE', '/session', { headers: tokenOf(session.value) }).catch((error: unknown) => {
    // Already over: that is what was asked for.
    if (!(error instanceof Refusal) || error.status !== 401) throw error;
  });
  leave();
}

/** Gives up a session that has ended. */
export function leave(): void {
  localStorage.removeItem(trace);
  session.value = undefined;
  interrupted.value = undefined;
  for (const go of waiting.splice(0)) go(false);
}

const waiting: ((again: boolean) => void)[] = [];

/** Asks to sign in again; false when that was declined. */
export function signedInAgain(): Promise<boolean> {
  interrupted.value ??= session.value?.user ?? '';
  return new Promise((resolve) => waiting.push(resolve));
}
