// Sign-in by an OpenID Connect provider: authorization code flow with PKCE. The library verifies issuer, audience,
// signature, expiry, state and nonce.
import { createHmac } from 'node:crypto';
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';

export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Empty for a public client. */
  readonly clientSecret: string;
  readonly scopes: string;
}

/** Verified statements about a user. */
export type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

export type OidcFailure = 'denied' | 'invalid' | 'unavailable';

export class OidcError extends Error {
  constructor(
    readonly failure: OidcFailure,
    cause: unknown,
  ) {
    super(`OpenID Connect: ${failure}`, { cause });
  }
}

export interface OidcClient {
  /** URL of the provider for a sign-in with this token. */
  authorizationUrl(redirectUrl: string, token: string): Promise<string>;
  /** The claims of the user who comes back. Throws `OidcError`. */
  finish(callback: URL, token: string): Promise<Claims>;
}

/**
 * State, nonce and PKCE verifier are derived from the token of the sign-in, which only the cookie of the browser has. So
 * an answer is of no use in another browser, and the database has nothing to steal.
 */
const derive = (token: string, purpose: 'state' | 'nonce' | 'verifier'): string =>
  createHmac('sha256', token).update(purpose).digest('base64url');

/** Seconds for a request to the provider. */
const timeout = 10;
const discoveryMs = 3_600_000;
/** Metadata, keys and tokens have some kilobytes. */
const maxResponseBytes = 1_048_576;

/** The library would read the body of a response to its end, however long it is. */
const fetchLimited: CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxResponseBytes)
      throw new TypeError('fetch failed', { cause: new Error('the response is too large') });
    chunks.push(chunk);
  }
  const { status, statusText, headers } = response;
  return new Response(response.body ? Buffer.concat(chunks) : null, { status, statusText, headers });
};

/** Loaded with the first sign-in: a start without a provider does not need it. */
const loadLibrary = () => import('openid-client');
type Library = Awaited<ReturnType<typeof loadLibrary>>;

export function openOidcClient(settings: OidcSettings): OidcClient {
  const { issuer, clientId, clientSecret, scopes } = settings;
  let discovered: { readonly at: number; readonly configuration: Promise<Configuration> } | undefined;

  /** Read again every hour; a failure is not remembered. */
  function configuration(): Promise<Configuration> {
    const now = Date.now();
    if (discovered && now - discovered.at < discoveryMs) return discovered.configuration;
    const next = discover();
    discovered = { at: now, configuration: next };
    next.catch(() => {
      discovered = undefined;
    });
    return next;
  }

  async function discover(): Promise<Configuration> {
    const library = await loadLibrary();
    const isInsecure = issuer.startsWith('http:');
    return library.discovery(new URL(issuer), clientId, undefined, authenticationWith(library, clientSecret), {
      timeout,
      [library.customFetch]: fetchLimited,
      // By default the signature of an ID token is not checked when it comes from the provider itself.
      execute: [library.enableNonRepudiationChecks, ...(isInsecure ? [library.allowInsecureRequests] : [])],
    });
  }

  const reach = (): Promise<Configuration> =>
    configuration().catch((error: unknown) => {
      throw new OidcError('unavailable', error);
    });

  return {
    authorizationUrl: async (redirectUrl, token) => {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await loadLibrary();
      return buildAuthorizationUrl(await reach(), {
        redirect_uri: redirectUrl,
        scope: scopes,
        state: derive(token, 'state'),
        nonce: derive(token, 'nonce'),
        code_challenge: await calculatePKCECodeChallenge(derive(token, 'verifier')),
        code_challenge_method: 'S256',
      }).href;
    },
    finish: async (callback, token) => {
      const provider = await reach();
      try {
        return await claimsOf(provider, callback, token);
      } catch (error) {
        throw new OidcError(failureOf(error), error);
      }
    },
  };
}

/** Providers that list no methods accept HTTP Basic, as the specification says. */
const authenticationWith =
  ({ None, ClientSecretPost, ClientSecretBasic }: Library, secret: string): ClientAuth =>
  (server, ...rest) => {
    const inBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    const authenticate = secret === '' ? None() : inBody ? ClientSecretPost(secret) : ClientSecretBasic(secret);
    authenticate(server, ...rest);
  };

/** Most providers put only the name of the user in the ID token, and the rest in the UserInfo response. */
async function claimsOf(provider: Configuration, callback: URL, token: string): Promise<Claims> {
  const { authorizationCodeGrant, fetchUserInfo } = await loadLibrary();
  const tokens = await authorizationCodeGrant(provider, callback, {
    expectedState: derive(token, 'state'),
    expectedNonce: derive(token, 'nonce'),
    pkceCodeVerifier: derive(token, 'verifier'),
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new TypeError('the response has no ID token');
  const hasUserInfo = provider.serverMetadata().userinfo_endpoint !== undefined;
  const userInfo = hasUserInfo ? await fetchUserInfo(provider, tokens.access_token, claims.sub) : {};
  return { ...userInfo, ...claims };
}

function failureOf(error: unknown): OidcFailure {
  if (error instanceof Error && 'error' in error && error.error === 'access_denied') return 'denied';
  const names = [error, error instanceof Error && error.cause].map((one) => one instanceof Error && one.name);
  return names.includes('TimeoutError') || (error instanceof TypeError && error.message === 'fetch failed')
    ? 'unavailable'
    : 'invalid';
}
