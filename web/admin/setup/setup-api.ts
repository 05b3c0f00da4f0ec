// First-run set-up: whether it is open, and its requests. The code comes from the fragment of the printed address.
import { signal } from '@preact/signals';
import type { LoadedDemo, Setup } from '../api/generated';
import { ApiError, send } from '../api/http';
import { csrfHeader, session, signIn } from '../api/session';

/** Read once at the start: after set-up the page is loaded again, with the new name and time zone. */
export const setup = signal<Setup | undefined>(undefined);

/** The code of the printed address, which is removed from the address bar and the history. */
let printedCode = '';
export const codeFromAddress = (): string => printedCode;

export function takeCode(): void {
  const [, code] = /^#setup=([\w-]{1,100})$/.exec(location.hash) ?? [];
  if (code === undefined) return;
  printedCode = code;
  history.replaceState(history.state, '', location.pathname + location.search);
}

export async function loadSetup(): Promise<void> {
  setup.value = (await send<Setup>('GET', '/setup')).body;
}

export interface SetupValues {
  readonly code: string;
  readonly site_name?: string | undefined;
  readonly timezone?: string | undefined;
  readonly languages?: readonly string[] | undefined;
  readonly public_url?: string | undefined;
  readonly user: string;
  readonly email: string;
  readonly password: string;
}

/** Creates the account and saves the settings, then signs in. */
export async function setUp(values: SetupValues): Promise<void> {
  await send('POST', '/setup', { body: { ...values } });
  await signIn(values.user, values.password);
}

/** Requests of at most 20 seconds each. */
const maxRequests = 60;

export async function loadDemo(): Promise<void> {
  for (let count = 1; count <= maxRequests; count++) {
    try {
      const headers = csrfHeader(session.value);
      const { body } = await send<LoadedDemo>('POST', '/setup/demo', { headers });
      if (body.events !== null) return;
    } catch (error) {
      // Another process has loaded it since the first request.
      if (count > 1 && error instanceof ApiError && error.status === 409) return;
      throw error;
    }
  }
}
