// Migration of a mail server that was stored as one URL.
import { expect, test } from 'vitest';
import { openEngine } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { serverSettingsOf } from '../src/core/text/smtp-url.js';
import { apply, migrate, migrations } from '../src/storage/migrate.js';
import { forEachEngine } from './harness/engines.js';

const urls = [
  '',
  'smtp://mail.example',
  'smtp://mailer%40example.org:p%25ss%20w%C3%B6rd@mail.example',
  'smtp://mail.example:2525?tls=off',
  'smtp://mailer:secret@[2001:db8::1]:26?tls=unverified',
  'smtps://mailer:secret@mail.example?tls=optional',
  'smtps://mailer:secret@mail.example:4650?tls=unverified',
];

forEachEngine((engine) => {
  test('a stored URL of a mail server becomes its settings', async () => {
    const place = await engine.prepare();
    const store = openEngine(readConfig(place.settings));
    const run = (sql: string) => store.transact((connection) => connection.run({ sql, values: [] }));
    try {
      await run('create table migrations (version integer primary key, name text not null)');
      for (const migration of migrations.slice(0, 40))
        await store.transact((connection) => apply(store, connection, migration));
      const texts = `name, tagline, accent_color, timezone, languages, active_languages, week_start, date_format, time_format,
        default_view, footer_text, footer_links, map_tiles, map_attribution, map_link, category_colors, submitters,
        submission_intro, submission_thanks, submission_required, mail_from, modified_utc`;
      const blanks = texts.split(',').map(() => "''");
      for (const [at, url] of urls.entries())
        await run(`insert into settings (id, ${texts}, logo, icon, events_per_page, show_credit, version, smtp_url)
          values (${at + 1}, ${blanks.join(', ')}, 0, 0, 20, 1, 1, '${url}')`);
      await migrate(store);
      const rows = await store.readConnection.all({
        sql: 'select mail_host, mail_port, mail_security, mail_user, mail_password, mail_has_password from settings order by id',
        values: [],
      });
      // Drivers return numbers as they store them.
      const found = rows.map(([host, port, security, user, password, has]) => {
        return [host, Number(port), security, user, password, Number(has)];
      });
      expect(found).toEqual(
        urls.map((url) => {
          const { mail_host, mail_port, mail_security, mail_user, mail_password } = serverSettingsOf(url);
          return [mail_host, mail_port, mail_security, mail_user, mail_password, mail_password === '' ? 0 : 1];
        }),
      );
      expect(found[2]).toEqual(['mail.example', 587, 'starttls', 'mailer@example.org', 'p%ss wörd', 1]);
    } finally {
      await store.close();
      await place.clean();
    }
  });
});
