// A mail server: from a URL, smtp://user:password@host:587 or smtps://…, with an optional `tls` parameter, or from settings.
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

/** How a connection is secured, in one word. `starttls` and `tls` send nothing without a checked certificate. */
export const mailSecurities = ['starttls', 'tls', 'optional', 'starttls-unverified', 'tls-unverified', 'none'] as const;
export type MailSecurity = (typeof mailSecurities)[number];

const connections: Readonly<Record<MailSecurity, Pick<SmtpServer, 'secure' | 'tls'>>> = {
  starttls: { secure: false, tls: 'required' },
  tls: { secure: true, tls: 'required' },
  optional: { secure: false, tls: 'optional' },
  'starttls-unverified': { secure: false, tls: 'unverified' },
  'tls-unverified': { secure: true, tls: 'unverified' },
  none: { secure: false, tls: 'off' },
};

/** The settings of the site that describe a mail server. Without a host there is none. */
export interface MailServerSettings {
  readonly mail_host: string;
  readonly mail_port: number;
  readonly mail_security: MailSecurity;
  readonly mail_user: string;
  readonly mail_password: string;
}

export const serverOf = (given: MailServerSettings): SmtpServer | undefined =>
  given.mail_host === ''
    ? undefined
    : {
        host: given.mail_host,
        port: given.mail_port,
        ...connections[given.mail_security],
        user: given.mail_user,
        password: given.mail_password,
      };

export const noServer: MailServerSettings = {
  mail_host: '',
  mail_port: 587,
  mail_security: 'starttls',
  mail_user: '',
  mail_password: '',
};

/** The same settings from a URL; an empty one means no mail server. */
export function serverSettingsOf(url: string): MailServerSettings {
  if (url === '') return noServer;
  const { host, port, secure, tls, user, password } = parseSmtpUrl(url);
  // With TLS from the start, an optional one is the same as a required one.
  const mode = secure && tls === 'optional' ? 'required' : tls;
  const security = mailSecurities.find((one) => connections[one].secure === secure && connections[one].tls === mode);
  return {
    mail_host: host,
    mail_port: port,
    mail_security: security ?? noServer.mail_security,
    mail_user: user,
    mail_password: password,
  };
}

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
