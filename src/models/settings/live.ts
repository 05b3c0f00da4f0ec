// The site with its settings, the same in all processes: the row is read again after every change that the change log reports.
import { is, oneOf } from '../../core/condition.js';
import { settingsLock } from '../../core/locks.js';
import { fileName, picturePath } from '../../core/picture.js';
import type { LiveSite, LockedSettings, Site, SiteImage, SiteSettings } from '../../core/site.js';
import type { Reader, Store } from '../../core/store.js';
import { settleStored } from '../../core/stored.js';
import { type SmtpServer, serverOf } from '../../core/text/smtp-url.js';
import { type MediaRow, mediaTable } from '../media/columns.js';
import { type SettingsRow, settingFields, settingsId, settingsSecrets, settingsTable, siteImages } from './columns.js';

const imageOf = (rows: readonly MediaRow[], id: number): SiteImage | undefined => {
  const row = rows.find((one) => one.id === id);
  return row && { id, path: picturePath + fileName(row), width: row.width, height: row.height };
};

/** The settings in effect: locked ones have the value of their variable. */
function settingsOf(row: SettingsRow, images: readonly MediaRow[], locked: LockedSettings): SiteSettings {
  const values: SettingsRow = {
    ...row,
    ...Object.fromEntries(Object.entries(locked).map(([name, { value }]) => [name, value])),
  };
  return {
    name: values.name,
    tagline: values.tagline,
    logo: imageOf(images, values.logo),
    logoDark: imageOf(images, values.logo_dark),
    icon: imageOf(images, values.icon),
    accent: values.accent_color,
    zone: values.timezone,
    languages: 'languages' in locked ? values.languages : values.active_languages,
    weekStart: values.week_start,
    dateFormat: values.date_format,
    timeFormat: values.time_format,
    defaultView: values.default_view,
    eventsPerPage: values.events_per_page,
    footer: {
      text: values.footer_text,
      links: values.footer_links,
      showsCredit: values.show_credit,
      showsDeveloperLinks: values.show_developer_links,
    },
    maps: {
      tiles: values.map_tiles,
      attribution: values.map_attribution,
      link: values.map_link,
      opens: values.map_open,
    },
    categoryColors: values.category_colors,
    submitters: values.submitters,
    submissions: {
      intro: values.submission_intro,
      thanks: values.submission_thanks,
      required: values.submission_required,
      days: values.submission_days,
    },
    mail: { isOn: values.mail_host !== '', from: values.mail_from, name: values.mail_name },
    publicUrl: values.public_url,
    assistantWrites: values.assistant_writes,
  };
}

/** The row with the defaults, for a new database. */
export async function insertSettings(store: Store): Promise<void> {
  if (await store.read({ table: settingsTable, where: is('id', settingsId) })) return;
  await store.transact(async (writer) => {
    await writer.lock(settingsLock);
    if (await writer.read({ table: settingsTable, where: is('id', settingsId) })) return;
    const values = {
      ...{ logo: 0, logo_dark: 0, icon: 0 },
      ...{ active_languages: [], mail_password: '', mail_has_password: false, modified_utc: '', version: 1 },
    };
    await writer.insertAll(settingsTable, [
      { ...settleStored(settingFields, {}, undefined), ...values, id: settingsId },
    ]);
  });
}

/** The stored mail server with its password, if there is one. */
export async function readMailServer(store: Reader): Promise<SmtpServer | undefined> {
  const where = is('id', settingsId);
  const row = await store.read({ table: settingsTable, where });
  const secrets = row && (await store.read({ table: settingsSecrets, where }));
  return secrets && serverOf({ ...row, mail_password: secrets.mail_password });
}

/** `unsaved` replaces stored values. */
export async function readSettings(
  store: Reader,
  locked: LockedSettings,
  unsaved: Partial<SettingsRow> = {},
): Promise<SiteSettings | undefined> {
  const stored = await store.read({ table: settingsTable, where: is('id', settingsId) });
  if (!stored) return undefined;
  const row = { ...stored, ...unsaved };
  const ids = siteImages.map((name) => row[name]).filter((id) => id > 0);
  const images = ids.length
    ? await store.list({ table: mediaTable, where: oneOf('id', ids), order: [{ column: 'id' }], limit: ids.length })
    : [];
  return settingsOf(row, images, locked);
}

/** The columns that given fields set, as far as pages show them. */
function columnsOf(given: Readonly<Record<string, unknown>>): Partial<SettingsRow> {
  const plain = Object.keys(settingFields).filter((name) => name in given);
  const images = siteImages.filter((name) => name in given);
  return Object.fromEntries([
    ...plain.map((name) => [name, given[name]]),
    ...images.map((name) => [name, Number(Object(given[name]).id) || 0]),
  ]);
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
    preview: async (unsaved) => ({ ...site, ...(await readSettings(store, fixed.locked, columnsOf(unsaved))) }),
    setBaseUrl: (baseUrl) => {
      site = { ...site, baseUrl };
    },
  };
}
