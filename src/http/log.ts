// Log lines never contain secrets from URLs. The service logs no URL itself, but messages and properties of errors may.

/** Query parameters whose values are secrets: the key of a private feed, the password of a protected record, the answer of
 * an OpenID Connect provider, and the token of a confirmation link. */
const secretParams = new Set(['key', 'password', 'code', 'state', 'token']);

/** Replaces the values of secret query parameters anywhere in a log line. */
export const redactSecrets = (line: string): string =>
  line.replace(/([^\s"'?&=#\\]{1,100})=([^\s"'&#\\]+)/g, (pair, name: string) =>
    secretParams.has(paramOf(name)) ? `${name}=[redacted]` : pair,
  );

/** The parameter of an encoded name: `key` of `%6Bey` and `key[]`. */
function paramOf(name: string): string {
  const unescaped = name.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return unescaped.toLowerCase().split('[', 1)[0] ?? '';
}
