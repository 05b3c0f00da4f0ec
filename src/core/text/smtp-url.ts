// The URL of a mail server: smtp://user:password@host:587 or smtps://…, with an optional `tls` parameter.
import { parseUrl } from './parse-url.js';

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the start; otherwise STARTTLS. */
  readonly secure: boolean;
  readonly tls: TlsMode;
  readonly user: string;
  readonly password: string;
}

/** `required`: no mail is sent without TLS. `optional`: STARTTLS if the server offers it. `unverified`: certificates are not
 * checked. `off`: no TLS. */
const tlsModes = ['required', 'optional', 'unverified', 'off'] as const;
export type TlsMode = (typeof tlsModes)[number];

/** Throws an Error whose message completes "ALMANAC_SMTP_URL …". */
export function parseSmtpUrl(text: string): SmtpServer {
  const url = parseUrl(text);
  const secure = url?.protocol === 'smtps:';
  if (!url || !(secure || url.protocol === 'smtp:') || url.hostname === '')
    throw new Error('must be smtp://USER:PASSWORD@host:587 or smtps://USER:PASSWORD@host');
  const given = url.searchParams.get('tls');
  const tls = tlsModes.find((mode) => mode === given);
  const others = [...url.searchParams.keys()].filter((name) => name !== 'tls');
  if ((given !== null && !tls) || others.length > 0 || (secure && tls === 'off'))
    throw new Error(`may have one parameter, tls, with ${tlsModes.join(', ')}`);
  const [user, password] = [decoded(url.username), decoded(url.password)];
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    // A password is not sent in clear text unless the URL says so.
    tls: tls ?? (secure || user !== '' ? 'required' : 'optional'),
    user,
    password,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('has an invalid percent-encoding in the user name or the password');
  }
}
