// Fields of first-run set-up.
import { type Fields, optional, required } from '../core/field.js';
import { languages, siteUrl, siteZone } from '../core/kinds/site.js';
import { chosenPassword, credentialText, nameText } from '../core/kinds/text.js';
import { userName } from './events/user.js';
import { emailField } from './profile-fields.js';

/** Settings that set-up can set, by the name of its field. */
export const setupSettings: Readonly<Record<string, string>> = {
  site_name: 'name',
  timezone: 'timezone',
  languages: 'languages',
  public_url: 'public_url',
};

export const setupFields: Fields = {
  code: required(credentialText, 'Set-up code that the start of the service printed.', {
    bodyOnly: true,
    example: '7kq2-m9xd-04tb-rw8e-hn5c-v3ja-z6py',
  }),
  site_name: optional(nameText(100), 'Name of the site, in pages, feeds and mails.', {
    bodyOnly: true,
    example: 'Town Hall',
  }),
  timezone: optional(siteZone, 'Time zone of the site.', { bodyOnly: true, example: 'Europe/Paris' }),
  languages: optional(languages, 'Languages of the content, default first.', { bodyOnly: true, example: ['en', 'fr'] }),
  public_url: optional(siteUrl, 'Public URL of the site, which links in mails begin with.', {
    bodyOnly: true,
    example: 'https://calendar.example.org',
  }),
  user: required(userName, 'Username of the first administrator.', { bodyOnly: true, example: 'ada' }),
  email: { ...emailField, bodyOnly: true },
  password: required(chosenPassword, 'Sign-in password of the first administrator.', {
    bodyOnly: true,
    example: 'correct horse battery',
  }),
};
