// The shape of the site's settings: one record at `/settings`.
import { everything } from '../../core/condition.js';
import { type Fields, optional } from '../../core/field.js';
import { picture } from '../../core/kinds/picture.js';
import { smtpServer } from '../../core/kinds/site.js';
import { secretText } from '../../core/kinds/text.js';
import type { Schema } from '../../core/schema.js';
import type { Body, Shape, View } from '../../core/shape.js';
import type { Row } from '../../core/store.js';
import { type StoredFields, storedBody } from '../../core/stored.js';
import { prepareImage, storedImage } from '../../models/families/image.js';
import { type SiteImageName, settingFields, settingsId } from '../../models/settings/columns.js';
import { settings } from '../../models/settings/settings.js';
import { clock, integer, out, text } from './outputs.js';
import { listBody, recordNotFound } from './post.js';

const imageOf = (name: SiteImageName, about: string, label: string, help: string) =>
  optional(picture, `${about} ID or URL of an image. An empty string removes it.`, {
    prepare: prepareImage,
    lookUp: storedImage,
    pickFrom: 'media',
    toInput: (row) => row[name] || '',
    inForm: { label, help, group: 'branding' },
    sample: { id: 46 },
  });

const images: Fields = {
  logo: imageOf('logo', 'Logo in the head of pages.', 'Logo', 'Replaces the name of the site at the top of pages.'),
  logo_dark: imageOf(
    'logo_dark',
    'Logo on dark pages.',
    'Logo on dark pages',
    'With light letters. Without it, the logo gets a light background on dark pages.',
  ),
  icon: imageOf(
    'icon',
    'Icon of the site in browsers and on phones.',
    'Icon',
    'A square image of at least 512 × 512 pixels.',
  ),
};

const imageSchema: Schema = {
  type: ['object', 'null'],
  description: 'An image of the site, or null.',
  properties: {
    id: { type: 'integer' },
    url: { type: 'string' },
    width: { type: 'integer' },
    height: { type: 'integer' },
  },
};

const imageBody = (name: SiteImageName, shown: 'logo' | 'logoDark' | 'icon'): Body => ({
  [name]: out(imageSchema, (row: Row, { site }: View) => {
    const image = site[shown];
    if (!image || image.id !== row[name]) return row[name] ? { id: row[name] } : null;
    return { id: image.id, url: site.baseUrl + image.path, width: image.width, height: image.height };
  }),
});

/** Locked settings show the value of their variable. */
const effective = (body: Body): Body =>
  Object.fromEntries(
    Object.entries(body).map(([name, { schema, of }]) => [
      name,
      out(schema, (row: Row, view: View) => {
        const locked = view.site.locked[name];
        return locked ? locked.value : of(row, view);
      }),
    ]),
  );

const withInput = (fields: StoredFields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      {
        ...field,
        documentedDefault: field.default,
        toInput: (row: Row, { site }) => site.locked[name]?.value ?? row[name],
      } satisfies Fields[string],
    ]),
  );

export const settingsShape: Shape = {
  model: settings,
  path: 'settings',
  schema: 'Settings',
  about: 'Settings of the site. A setting with an environment variable is locked.',
  lookedUpBy: [],
  only: settingsId,
  fields: {
    ...withInput(settingFields),
    ...images,
    mail_password: optional(secretText, 'Password at the mail server. Never returned.', {
      bodyOnly: true,
      inForm: { label: 'Password', help: 'It is not shown again.', group: 'mail', isSetBy: 'mail_has_password' },
    }),
    smtp_url: optional(
      smtpServer,
      'The mail server as one URL, such as `smtp://user:password@host:587`: sets host, port, security, user and password. Never returned.',
      { bodyOnly: true, noForm: true, inForm: { label: 'Mail server (URL)' } },
    ),
  },
  readParams: {},
  list: {
    filters: {},
    defaultScope: () => everything,
    order: () => [{ column: 'id' }],
    selfQuery: () => [],
    body: listBody('settings'),
  },
  body: {
    id: out(integer, (row: Row) => row.id),
    ...effective(storedBody(settingFields)),
    ...imageBody('logo', 'logo'),
    ...imageBody('logo_dark', 'logoDark'),
    ...imageBody('icon', 'icon'),
    mail_has_password: out(
      { type: 'boolean', description: 'Whether the mail server has a password.' },
      // That of a variable is a secret, too: it is assumed.
      (row: Row, { site }: View) => (site.locked.mail_password ? site.mail.isOn : row.mail_has_password),
    ),
    locked: out(
      {
        type: 'object',
        description: 'Environment variables by the setting that they lock.',
        additionalProperties: text,
      },
      (_: Row, { site }: View) =>
        Object.fromEntries(Object.entries(site.locked).map(([name, { variable }]) => [name, variable])),
    ),
    // Empty until the first change.
    modified_utc: out({ ...clock, pattern: `${clock.pattern}|^$` }, (row: Row) => row.modified_utc),
  },
  notFound: recordNotFound,
};
