// A real OpenID Connect provider on this machine, and a browser without scripts that signs in with it. Tests may alter the
// ID tokens that it issues.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';

export const clientId = 'almanac';
export const clientSecret = 'a-secret-of-the-client';

export type Account = Readonly<Record<string, unknown>>;
type SigningKey = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

export interface TestProvider {
  readonly issuer: string;
  /** The settings of a server that uses it. */
  readonly settings: Readonly<Record<string, string>>;
  /** Claims by name of the account. */
  readonly accounts: Record<string, Account>;
  /** Replaces the claims of the next ID tokens; `key` signs them instead of the provider's. */
  tamper: { readonly claims?: (claims: JWTPayload) => JWTPayload; readonly key?: SigningKey } | undefined;
  /** Answers from now on; the redirect URL is known only after the start of the server. */
  readonly serve: (redirectUrl: string) => void;
  readonly close: () => Promise<void>;
}

const page = `<!doctype html><html lang="en"><title>Provider</title><form method="post">
<label>Account <input name="account"></label><button>Continue</button></form></html>`;

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

export async function openTestProvider(): Promise<TestProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: 'test' };
  let provider: Provider | undefined;

  /** The sign-in page of the provider; the account `deny` cancels. */
  async function interact(found: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') {
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page);
      return;
    }
    const account = new URLSearchParams(await textOf(request)).get('account') ?? '';
    const result = account === 'deny' ? { error: 'access_denied' } : { login: { accountId: account } };
    await found.interactionFinished(request, response, result);
  }

  /** Signs the ID token of a token response again, with other claims. */
  async function altered(body: string): Promise<string> {
    const tokens = JSON.parse(body);
    if (!self.tamper || tokens.id_token === undefined) return body;
    const { claims = (same: JWTPayload) => same, key = privateKey } = self.tamper;
    const given = JSON.parse(Buffer.from(tokens.id_token.split('.')[1], 'base64url').toString());
    const token = new SignJWT(claims(given)).setProtectedHeader({ alg: 'RS256', kid: 'test' });
    return JSON.stringify({ ...tokens, id_token: await token.sign(key) });
  }

  function interceptTokens(response: ServerResponse): void {
    const end = response.end.bind(response) as (body: string) => ServerResponse;
    Object.assign(response, {
      end: (body: unknown) => {
        altered(String(body)).then((text) => {
          response.setHeader('Content-Length', Buffer.byteLength(text));
          end(text);
        }, response.destroy);
        return response;
      },
    });
  }

  const server = createServer((request, response) => {
    const { url = '' } = request;
    if (!provider) response.writeHead(503).end();
    else if (url.startsWith('/interaction/')) interact(provider, request, response).catch(() => response.destroy());
    else {
      if (url === '/token' && self.tamper) interceptTokens(response);
      provider.callback()(request, response);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const self: TestProvider = {
    issuer,
    settings: {
      ALMANAC_OIDC_ISSUER: issuer,
      ALMANAC_OIDC_CLIENT_ID: clientId,
      ALMANAC_OIDC_CLIENT_SECRET: clientSecret,
      ALMANAC_OIDC_NAME: 'Town Hall',
      ALMANAC_OIDC_ROLE_CLAIM: 'groups',
      ALMANAC_OIDC_ROLES: 'staff=editor,board=administrator,writers=author',
    },
    accounts: {},
    tamper: undefined,
    serve: (redirectUrl) => {
      provider = new Provider(issuer, configurationFor(self, redirectUrl, jwk));
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return self;
}

const configurationFor = ({ accounts }: TestProvider, redirectUrl: string, jwk: object) => ({
  clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUrl] }],
  jwks: { keys: [jwk] },
  cookies: { keys: ['a key of the tests'] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username', 'groups'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
  findAccount: (_: unknown, id: string) =>
    accounts[id] && { accountId: id, claims: () => ({ sub: id, ...accounts[id] }) },
  // Consents without asking.
  loadExistingGrant: async (context: {
    readonly oidc: {
      readonly provider: Provider;
      readonly session: { readonly accountId: string };
      readonly client: { readonly clientId: string };
    };
  }) => {
    const { provider, session, client } = context.oidc;
    const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
    grant.addOIDCScope('openid email profile');
    await grant.save();
    return grant;
  },
  ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
});

/** Signs in at the provider and returns the URL that it redirects back to. */
export async function signInAtProvider(authorizationUrl: string, account: string): Promise<string> {
  const { origin } = new URL(authorizationUrl);
  const cookies = new Map<string, string>();
  let [url, method, body]: [string, 'GET' | 'POST', URLSearchParams | null] = [authorizationUrl, 'GET', null];
  for (let steps = 0; steps < 10; steps++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { method, body, headers: { cookie }, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const next = response.headers.get('location');
    if (next !== null) [url, method, body] = [new URL(next, url).href, 'GET', null];
    else if (new URL(url).pathname.startsWith('/interaction/'))
      [method, body] = ['POST', new URLSearchParams({ account })];
    else throw new Error(`${url} responds with ${response.status} ${await response.text()}`);
    if (new URL(url).origin !== origin) return url;
  }
  throw new Error('the provider does not redirect back');
}
