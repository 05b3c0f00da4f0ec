// The site with its settings, the same in all processes: the row is read again after every change that the change log reports.
import { is, oneOf } from '../../core/condition.js';
import { settingsLock } from '../../core/locks.js';
import { fileName, picturePath } from '../../core/picture.js';
import type { LiveSite, LockedSettings, Site, SiteImage, SiteSettings } from '../../core/site.js';
import type { Reader, Store } from '../../core/store.js';
import { settleStored } from '../../core/stored.js';
import { type MediaRow, mediaTable } from '../media/columns.js';
import { type SettingsRow, settingFields, settingsId, settingsSecrets, settingsTable } from './columns.js';

const imageOf = (rows: readonly MediaRow[], id: number): SiteImage | undefined => {
  const row = rows.find((one) => one.id === id);
  return row && { id, path: picturePath + fileName(row), width: row.width, height: row.height };
};

/** The settings in effect: locked ones have the value of their variable. */
function settingsOf(
  row: SettingsRow,
  images: readonly MediaRow[],
  hasServer: boolean,
  locked: LockedSettings,
): SiteSettings {
  const values: SettingsRow = {
    ...row,
    ...Object.fromEntries(Object.entries(locked).map(([name, { value }]) => [name, value])),
  };
  return {
    name: values.name,
    tagline: values.tagline,
    logo: imageOf(images, values.logo),
    icon: imageOf(images, values.icon),
    accent: values.accent_color,
    zone: values.timezone,
    languages: 'languages' in locked ? values.languages : values.active_languages,
    weekStart: values.week_start,
    dateFormat: values.date_format,
    timeFormat: values.time_format,
    defaultView: values.default_view,
    eventsPerPage: values.events_per_page,
    footer: { text: values.footer_text, links: values.footer_links, showsCredit: values.show_credit },
    maps: { tiles: values.map_tiles, attribution: values.map_attribution, link: values.map_link },
    categoryColors: values.category_colors,
    submitters: values.submitters,
    submissions: {
      intro: values.submission_intro,
      thanks: values.submission_thanks,
      required: values.submission_required,
      days: values.submission_days,
    },
    mail: { isOn: hasServer, from: values.mail_from },
    publicUrl: values.public_url,
  };
}

/** The row with the defaults, for a new database. */
export async function insertSettings(store: Store): Promise<void> {
  if (await store.read({ table: settingsTable, where: is('id', settingsId) })) return;
  await store.transact(async (writer) => {
    await writer.lock(settingsLock);
    if (await writer.read({ table: settingsTable, where: is('id', settingsId) })) return;
    const values = { logo: 0, icon: 0, active_languages: [], smtp_url: '', modified_utc: '', version: 1 };
    await writer.insertAll(settingsTable, [
      { ...settleStored(settingFields, {}, undefined), ...values, id: settingsId },
    ]);
  });
}

/** URL of the mail server, with its password. */
export const readMailServer = async (store: Reader): Promise<string> =>
  (await store.read({ table: settingsSecrets, where: is('id', settingsId) }))?.smtp_url ?? '';

export async function readSettings(store: Reader, locked: LockedSettings): Promise<SiteSettings | undefined> {
  const row = await store.read({ table: settingsTable, where: is('id', settingsId) });
  if (!row) return undefined;
  const ids = [row.logo, row.icon].filter((id) => id > 0);
  const images = ids.length
    ? await store.list({ table: mediaTable, where: oneOf('id', ids), order: [{ column: 'id' }], limit: ids.length })
    : [];
  return settingsOf(row, images, (await readMailServer(store)) !== '', locked);
}

type SettingsStore = Reader & Pick<Store, 'subscribe' | 'pollChanges' | 'deliverChanges'>;

/** `fixed` has what only the configuration sets, and the defaults for a database without settings. */
export async function openLiveSite(store: SettingsStore, fixed: Site): Promise<LiveSite> {
  let site = fixed;
  let isStale = true;
  let reading: Promise<void> | undefined;

  store.subscribe((changes) => {
    if (!changes || changes.some(({ table }) => table === settingsTable.table)) isStale = true;
  });

  async function read(): Promise<void> {
    isStale = false;
    try {
      const settings = await readSettings(store, fixed.locked);
      if (settings) site = { ...site, ...settings };
    } catch (error) {
      isStale = true;
      throw error;
    }
  }

  async function refresh(): Promise<void> {
    await store.pollChanges();
    store.deliverChanges();
    // A read that began before the change may not have seen it.
    if (reading) await reading.catch(() => undefined);
    if (!isStale) return;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    await reading;
  }

  await read();
  return {
    current: () => site,
    isCurrent: () => !isStale && !reading,
    refresh,
    setBaseUrl: (baseUrl) => {
      site = { ...site, baseUrl };
    },
  };
}
