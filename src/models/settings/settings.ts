// The settings of the site: one record, for administrators. A setting with an environment variable is locked.
import { may } from '../../core/actor.js';
import { everything, nothing } from '../../core/condition.js';
import type { Model, SettleInput } from '../../core/model.js';
import { Invalid, invalidParams } from '../../core/problem.js';
import type { Row } from '../../core/store.js';
import { type SettingsRow, settingFields, type settingsColumns, settingsTable } from './columns.js';

type SettingsGiven = {
  readonly logo?: Pick<Row, 'id'> | '';
  readonly icon?: Pick<Row, 'id'> | '';
  readonly smtp_url?: string;
};

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
        icon: idOf(given.icon, stored?.icon),
        active_languages: stored?.active_languages ?? [],
        ...(given.smtp_url !== undefined && { smtp_url: given.smtp_url }),
        modified_utc: call.now,
        version: (stored?.version ?? 0) + 1,
      },
    };
  },
  translated: [],
  keys: () => ({}),
  texts: () => ({}),
  removal: 'erase',
  references: { logo: 'media', icon: 'media' },
};
