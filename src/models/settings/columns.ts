// The table of settings: one row.
import {
  choiceColumn,
  concealed,
  derived,
  flagColumn,
  integerColumn,
  jsonColumn,
  textColumn,
} from '../../core/column.js';
import { any, is } from '../../core/condition.js';
import type { WriteContext } from '../../core/context.js';
import { choice, wordList } from '../../core/kinds/choice.js';
import { flag } from '../../core/kinds/flag.js';
import { wholeBetween } from '../../core/kinds/number.js';
import {
  accentColor,
  colors,
  hostName,
  languages,
  mapTemplate,
  type SiteLink,
  siteLinks,
  siteUrl,
  siteZone,
  tileTemplate,
} from '../../core/kinds/site.js';
import { lineText, mailAddress, nameText } from '../../core/kinds/text.js';
import { dateFormats, standard, submitters, timeFormats, views, weekStarts } from '../../core/site.js';
import { plainTable, type RowIn, type Table } from '../../core/store.js';
import { stored, storedColumns } from '../../core/stored.js';
import { mailSecurities, noServer } from '../../core/text/smtp-url.js';

/** Fields of the submission form that can be made required. */
export const submissionFields = ['description', 'venue', 'organizer', 'website', 'category'] as const;

const byLanguage = 'Automatic (by language)';

const list = jsonColumn<readonly string[]>([]);

export const settingFields = {
  name: stored(nameText(100), textColumn, 'Name of the site, in pages, feeds and mails.', {
    default: standard.name,
    example: 'Town Hall',
    inForm: { group: 'site' },
  }),
  tagline: stored(lineText(200), textColumn, 'One line below the name.', {
    default: '',
    example: 'Everything that happens in town',
    inForm: { group: 'site' },
  }),
  accent_color: stored(accentColor, textColumn, 'Color of links and buttons. An empty string uses the default.', {
    default: '',
    example: '#1a6b3c',
    inForm: {
      label: 'Accent color',
      help: 'Color of links and buttons. Lighter and darker shades are derived from it.',
      group: 'branding',
    },
  }),
  category_colors: stored(colors, list, 'Colors of categories without a color of their own, in turn.', {
    default: [],
    example: ['#1a6b3c', '#a03030'],
    inForm: {
      help: 'Categories without a color of their own use them in turn.',
      group: 'branding',
    },
  }),
  timezone: stored(siteZone, textColumn, 'Time zone of the site: default of new events, and what “today” is.', {
    default: standard.zone,
    example: 'Europe/Paris',
    inForm: { label: 'Time zone', group: 'site' },
  }),
  languages: stored(languages, list, 'Languages of the content, default first. Empty for a single one.', {
    default: [],
    example: ['en', 'fr'],
    inForm: {
      help: 'Events can be written in each of them. A site in one language needs none.',
      group: 'site',
    },
  }),
  week_start: stored(
    choice(weekStarts, { language: byLanguage, monday: 'Monday', sunday: 'Sunday', saturday: 'Saturday' }),
    choiceColumn(weekStarts, 'language'),
    'First day of the week.',
    {
      default: standard.weekStart,
      example: 'monday',
      inForm: { group: 'calendar' },
    },
  ),
  date_format: stored(
    choice(dateFormats, {
      language: byLanguage,
      'day-month': '31/12/2027',
      'month-day': '12/31/2027',
      iso: '2027-12-31',
    }),
    choiceColumn(dateFormats, 'language'),
    'Order of day and month.',
    {
      default: standard.dateFormat,
      example: 'day-month',
      inForm: { group: 'calendar' },
    },
  ),
  time_format: stored(
    choice(timeFormats, { language: byLanguage, '24': '20:30', '12': '8:30 pm' }),
    choiceColumn(timeFormats, 'language'),
    '24-hour or 12-hour clock.',
    {
      default: standard.timeFormat,
      example: '24',
      inForm: { group: 'calendar' },
    },
  ),
  default_view: stored(choice(views), choiceColumn(views, 'list'), 'View of the home page.', {
    default: standard.defaultView,
    example: 'list',
    inForm: { group: 'calendar' },
  }),
  events_per_page: stored(wholeBetween(1, 100), integerColumn, 'Events per page of the list view.', {
    default: standard.eventsPerPage,
    example: 20,
    inForm: { group: 'calendar' },
  }),
  footer_text: stored(lineText(1_000), textColumn, 'Text in the footer of pages.', {
    default: '',
    example: 'Town of Example, Market Square 1',
    inForm: { group: 'footer' },
  }),
  footer_links: stored(siteLinks, jsonColumn<readonly SiteLink[]>([]), 'Links in the footer of pages.', {
    default: [],
    example: [{ label: 'Imprint', url: 'https://example.org/imprint' }],
    inForm: { help: 'Such as imprint, contact and privacy.', group: 'footer' },
  }),
  show_credit: stored(flag, flagColumn, 'Whether the footer names the software.', {
    default: true,
    example: true,
    inForm: { label: 'Show “Powered by Almanac”', group: 'footer' },
  }),
  show_developer_links: stored(flag, flagColumn, 'Whether the footer links to the documentation and the API.', {
    default: true,
    example: true,
    inForm: { label: 'Show developer links in the footer', group: 'footer' },
  }),
  map_tiles: stored(tileTemplate, textColumn, 'URL template of map images. Empty for no maps.', {
    default: standard.maps.tiles,
    example: standard.maps.tiles,
    inForm: { help: 'URL with {z}, {x} and {y}. Leave empty for no maps.', group: 'maps' },
  }),
  map_attribution: stored(lineText(300), textColumn, 'Credit below a map. A URL at its end becomes its link.', {
    default: standard.maps.attribution,
    example: standard.maps.attribution,
    inForm: { group: 'maps' },
  }),
  map_link: stored(mapTemplate, textColumn, 'URL template of links to a map. Empty for OpenStreetMap.', {
    default: '',
    example: 'https://maps.example.org/?q={query}',
    inForm: { help: 'URL with {query}, or with {lat} and {lng}. Leave empty for OpenStreetMap.', group: 'maps' },
  }),
  map_open: stored(flag, flagColumn, 'Whether pages show maps at once, without a click on “Show map”.', {
    default: standard.maps.opens,
    example: false,
    inForm: {
      label: 'Show maps at once',
      help: 'Maps load without a click, so every visitor’s browser contacts the host of the map images.',
      group: 'maps',
    },
  }),
  submitters: stored(
    choice(submitters, { nobody: 'Nobody', users: 'Signed-in users', anyone: 'Anyone' }),
    choiceColumn(submitters, 'nobody'),
    'Who may submit events in the public form.',
    {
      default: standard.submitters,
      example: 'nobody',
      inForm: { label: 'Who may submit events', group: 'submissions' },
    },
  ),
  submission_intro: stored(lineText(2_000), textColumn, 'Text above the form for submissions.', {
    default: '',
    example: 'Tell us about your event.',
    inForm: { label: 'Introduction', help: 'Leave empty for the usual text.', group: 'submissions' },
  }),
  submission_thanks: stored(lineText(2_000), textColumn, 'Text after a submission.', {
    default: '',
    example: 'Thank you! We will look at it soon.',
    inForm: { label: 'Thank-you text', help: 'Leave empty for the usual text.', group: 'submissions' },
  }),
  submission_required: stored(
    wordList(submissionFields),
    jsonColumn<readonly (typeof submissionFields)[number][]>([]),
    'Further fields that a submission needs.',
    {
      default: [],
      example: ['description', 'venue'],
      inForm: {
        label: 'Required fields',
        help: 'Title, start and sender are always required.',
        group: 'submissions',
      },
    },
  ),
  submission_days: stored(
    wholeBetween(1, 3_650),
    integerColumn,
    'Days after which name and email address of a sender are deleted.',
    {
      default: standard.submissions.days,
      example: 365,
      inForm: {
        label: 'Delete senders’ details after (days)',
        help: 'Name and email address of the sender. The event stays.',
        group: 'submissions',
      },
    },
  ),
  assistant_writes: stored(flag, flagColumn, 'Whether assistants may make changes by MCP.', {
    default: standard.assistantWrites,
    example: false,
    inForm: {
      label: 'Assistants may make changes',
      help: 'Each with the rights of its application password. Without it they only read.',
      group: 'assistants',
    },
  }),
  public_url: stored(siteUrl, textColumn, 'Public URL of the site, which links in mails begin with.', {
    default: '',
    example: 'https://calendar.example.org',
    inForm: {
      label: 'Public URL',
      help: 'Links in mails begin with it. Without it no mail with a link is sent.',
      group: 'mail',
    },
  }),
  mail_host: stored(hostName, textColumn, 'Host name of the mail server. Empty for no mail.', {
    default: '',
    example: 'smtp.example.org',
    inForm: {
      label: 'Mail server',
      help: 'Such as smtp.example.org. Your mail provider tells you server, port and security. Leave empty for no mail.',
      group: 'mail',
    },
  }),
  mail_port: stored(wholeBetween(1, 65_535), integerColumn, 'Port of the mail server.', {
    default: noServer.mail_port,
    example: 587,
    inForm: { label: 'Port', help: 'Usually 587, or 465 with TLS.', group: 'mail' },
  }),
  mail_security: stored(
    choice(mailSecurities, {
      starttls: 'STARTTLS (usual)',
      tls: 'TLS (port 465)',
      optional: 'STARTTLS if the server offers it',
      'starttls-unverified': 'STARTTLS, any certificate',
      'tls-unverified': 'TLS, any certificate',
      none: 'None (not secure)',
    }),
    choiceColumn(mailSecurities, 'starttls'),
    'How the connection to the mail server is encrypted.',
    { default: noServer.mail_security, example: 'starttls', inForm: { label: 'Security', group: 'mail' } },
  ),
  mail_from: stored(mailAddress, textColumn, 'Sender address of mails.', {
    default: '',
    example: 'events@example.org',
    inForm: { label: 'Sender address', help: 'Most servers send only from an address of your own.', group: 'mail' },
  }),
  mail_name: stored(lineText(100), textColumn, 'Sender name of mails. Empty for the name of the site.', {
    default: '',
    example: 'Town Hall',
    inForm: { label: 'Sender name', help: 'Leave empty for the name of the site.', group: 'mail' },
  }),
  mail_user: stored(lineText(200), textColumn, 'User name at the mail server. Empty for none.', {
    default: '',
    example: 'events@example.org',
    inForm: { label: 'User name', help: 'Often the email address.', group: 'mail' },
  }),
};

export const settingsColumns = {
  ...storedColumns(settingFields),
  logo: integerColumn,
  logo_dark: integerColumn,
  icon: integerColumn,
  /** Those that texts are indexed for; `languages` follows them when the job has indexed the texts. */
  active_languages: derived(list),
  mail_password: concealed(textColumn),
  mail_has_password: derived(flagColumn),
  modified_utc: derived(textColumn),
  version: derived(integerColumn),
};
export type SettingsRow = RowIn<typeof settingsColumns>;

export const settingsId = 1;

export const settingsTable: Table<typeof settingsColumns> = {
  ...plainTable('settings', settingsColumns),
  sequence: 'settings',
  trackedColumns: ['version', 'active_languages'],
  affectsAll: true,
};

/** The secrets of the same row, which only the code that uses them reads. */
export const settingsSecrets: Table<{ readonly mail_password: typeof textColumn }> = {
  ...settingsTable,
  columns: { mail_password: textColumn },
};

/** Images of the site by the column that refers to them. */
export const siteImages = ['logo', 'logo_dark', 'icon'] as const;
export type SiteImageName = (typeof siteImages)[number];

/** An image that is removed is no longer a logo or the icon of the site. */
export async function clearSiteImages({ store, call }: WriteContext, id: number): Promise<void> {
  const where = any(...siteImages.map((name) => is(name, id)));
  const row = await store.read({ table: settingsTable, where });
  if (!row) return;
  await store.update(settingsTable, row.id, {
    ...Object.fromEntries(siteImages.filter((name) => row[name] === id).map((name) => [name, 0])),
    modified_utc: call.now,
    version: row.version + 1,
  });
}
