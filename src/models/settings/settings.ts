// The settings of the site: one record, for administrators. A setting with an environment variable is locked.
import { may } from '../../core/actor.js';
import { everything, nothing } from '../../core/condition.js';
import type { Model, SettleInput } from '../../core/model.js';
import { Invalid, invalidParams } from '../../core/problem.js';
import type { Row } from '../../core/store.js';
import { type MailServerSettings, serverSettingsOf } from '../../core/text/smtp-url.js';
import { type SettingsRow, settingFields, type settingsColumns, settingsTable } from './columns.js';

type SettingsGiven = Partial<MailServerSettings> & {
  readonly logo?: Pick<Row, 'id'> | '';
  readonly logo_dark?: Pick<Row, 'id'> | '';
  readonly icon?: Pick<Row, 'id'> | '';
  readonly smtp_url?: string;
};

const passwordAgain = 'The mail server is another one. Enter the password again.';

/** The URL sets all settings of the server. A stored password is never sent to a server that it was not entered for. */
function mailServer(given: SettingsGiven, stored: SettingsRow | undefined): Partial<SettingsRow & MailServerSettings> {
  const byUrl = given.smtp_url === undefined ? {} : serverSettingsOf(given.smtp_url);
  const { mail_host: host = stored?.mail_host ?? '', mail_password = host === '' ? '' : undefined } = {
    ...given,
    ...byUrl,
  };
  if (mail_password !== undefined) return { ...byUrl, mail_password, mail_has_password: mail_password !== '' };
  if (stored?.mail_has_password && host !== stored.mail_host)
    throw invalidParams({ mail_password: new Invalid(passwordAgain) });
  return { mail_has_password: stored?.mail_has_password ?? false };
}

const idOf = (image: Pick<Row, 'id'> | '' | undefined, before: number | undefined): number =>
  image === undefined ? (before ?? 0) : image === '' ? 0 : image.id;

export const settings: Model<typeof settingsColumns> = {
  ...settingsTable,
  noun: { one: 'settings', a: 'the settings', many: 'settings' },
  policy: {
    read: 'administer',
    change: 'administer',
    visible: (actor) => (may(actor, 'administer') ? everything : nothing),
    changeable: (actor) => (may(actor, 'administer') ? everything : nothing),
  },
  stored: settingFields,
  settle: ({ given, stored, call }: SettleInput<SettingsRow, SettingsGiven>) => {
    // The example in the API documentation has no stored record.
    const locked = stored ? call.site.locked : {};
    const faults = Object.keys(given).flatMap((name) => {
      const variable = locked[name]?.variable;
      return variable === undefined
        ? []
        : [[name, new Invalid(`Set by ${variable}. Remove the variable to change it here.`)]];
    });
    if (faults.length) throw invalidParams(Object.fromEntries(faults));
    return {
      values: {
        logo: idOf(given.logo, stored?.logo),
        logo_dark: idOf(given.logo_dark, stored?.logo_dark),
        icon: idOf(given.icon, stored?.icon),
        active_languages: stored?.active_languages ?? [],
        ...mailServer(given, stored),
        modified_utc: call.now,
        version: (stored?.version ?? 0) + 1,
      },
    };
  },
  translated: [],
  keys: () => ({}),
  texts: () => ({}),
  removal: 'erase',
  references: { logo: 'media', logo_dark: 'media', icon: 'media' },
};
