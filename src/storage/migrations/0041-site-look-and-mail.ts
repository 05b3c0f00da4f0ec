// A logo for dark pages, links for developers, and the mail server as separate settings instead of one URL.
import type { Migration } from './migration.js';

export const migration: Migration = {
  statements: [
    'alter table settings add column logo_dark integer not null default 0',
    'alter table settings add column show_developer_links integer not null default 1',
    `alter table settings add column mail_host {text} not null default ''`,
    'alter table settings add column mail_port integer not null default 587',
    `alter table settings add column mail_security {text} not null default 'starttls'`,
    `alter table settings add column mail_user {text} not null default ''`,
    `alter table settings add column mail_password {text} not null default ''`,
    'alter table settings add column mail_has_password integer not null default 0',
    `alter table settings add column mail_name {text} not null default ''`,
  ],
  fill: async ({ all, run, placeholder }) => {
    for (const [id = 0, url] of await all({ sql: 'select id, smtp_url from settings', values: [] })) {
      const server = serverIn(String(url));
      if (!server) continue;
      const names = Object.keys(server);
      const assignments = names.map((name, at) => `${name} = ${placeholder(at + 1)}`).join(', ');
      await run({
        sql: `update settings set ${assignments} where id = ${placeholder(names.length + 1)}`,
        values: [...Object.values(server), id],
      });
    }
    await run({ sql: 'alter table settings drop column smtp_url', values: [] });
  },
};

/** Undefined for an empty URL, which means no mail. */
function serverIn(text: string): Readonly<Record<string, string | number>> | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isTls = url.protocol === 'smtps:';
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  return {
    mail_host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    mail_port: Number(url.port) || (isTls ? 465 : 587),
    mail_security: securityOf(isTls, url.searchParams.get('tls') ?? (user === '' ? 'optional' : 'required')),
    mail_user: user,
    mail_password: password,
    mail_has_password: password === '' ? 0 : 1,
  };
}

function securityOf(isTls: boolean, mode: string): string {
  if (mode === 'unverified') return isTls ? 'tls-unverified' : 'starttls-unverified';
  if (isTls) return 'tls';
  return mode === 'off' ? 'none' : mode === 'optional' ? 'optional' : 'starttls';
}
