// The cookies of a session, and the browser that signs in.
import type { FastifyRequest } from 'fastify';
import { browserName } from '../auth/browser-name.js';
import { readCookie } from '../auth/identify.js';
import { browserCookieName } from '../auth/known-browsers.js';
import { type Client, cookieName, type NewSession, sessionSeconds } from '../auth/sessions.js';
import type { Site } from '../core/site.js';
import { knownBrowserSeconds } from '../models/account/account.js';

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly seconds: number;
  /** `Lax` is also sent when another site links or redirects here. */
  readonly sameSite?: 'Strict' | 'Lax';
}

export function setCookie({ baseUrl }: Site, { name, value, seconds, sameSite = 'Strict' }: Cookie): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${seconds}${secure}`;
}

export const sessionCookies = (site: Site, { token, browser }: NewSession): readonly string[] => [
  setCookie(site, { name: cookieName, value: token, seconds: sessionSeconds }),
  setCookie(site, { name: browserCookieName, value: browser.token, seconds: knownBrowserSeconds }),
];

export const clientOf = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Client => ({
  ip,
  browser: browserName(headers['user-agent']),
  browserToken: readCookie(headers.cookie ?? '', browserCookieName),
});
