// API calls for two-step verification and sessions.
import { request } from '../api/client';
import type { SecondFactor, UserSession, UserSessionList } from '../api/generated';

const secondFactorPath = '/users/me/second-factor';

export const readSecondFactor = async (signal: AbortSignal): Promise<SecondFactor> =>
  (await request<SecondFactor>('GET', secondFactorPath, { signal })).body;

/** Returns the secret for the app, which is shown once. */
export const startSecondFactor = async (current_password: string): Promise<SecondFactor> =>
  (await request<SecondFactor>('POST', secondFactorPath, { body: { current_password } })).body;

/** Returns the recovery codes, which are shown once. */
export const confirmSecondFactor = async (code: string): Promise<SecondFactor> =>
  (await request<SecondFactor>('PATCH', secondFactorPath, { body: { code } })).body;

export const renewRecoveryCodes = async (current_password: string, code: string): Promise<SecondFactor> =>
  (await request<SecondFactor>('POST', `${secondFactorPath}/recovery-codes`, { body: { current_password, code } }))
    .body;

export const removeSecondFactor = (current_password: string, code: string) =>
  request('DELETE', secondFactorPath, { body: { current_password, code } });

/** By an administrator, for a user who lost their phone. */
export const removeSecondFactorOf = (user: number) => request('DELETE', `/users/${user}/second-factor`);

export const listSessions = async (signal: AbortSignal): Promise<readonly UserSession[]> =>
  (await request<UserSessionList>('GET', '/users/me/sessions', { signal })).body.sessions;

export const endSession = (id: number) => request('DELETE', `/users/me/sessions/${id}`);

export const endOtherSessions = () => request('DELETE', '/users/me/sessions');
