// The columns of an organizer. Plain fields come first: stored and shown as given.
import { textColumn } from '../../core/column.js';
import { emailText, plainText } from '../../core/kinds/text.js';
import { website } from '../../core/kinds/web.js';
import type { RowIn } from '../../core/store.js';
import { stored, storedColumns } from '../../core/stored.js';
import { contactColumns } from '../families/contact.js';

export const organizerFields = {
  phone: stored(plainText, textColumn, 'Phone number.', {
    default: '',
    documentedDefault: null,
    inForm: { group: 'contact' },
    example: '555-0101',
    csv: { aliases: ['organizer phone', 'phone', 'telephone'] },
  }),
  website: stored(website, textColumn, 'URL of the website.', {
    default: '',
    documentedDefault: null,
    inForm: { group: 'contact' },
    example: 'https://guild.example/',
    csv: { aliases: ['organizer website', 'website', 'web site', 'site web'] },
  }),
  email: stored(emailText, textColumn, 'Email address. Visible to everyone.', {
    default: '',
    documentedDefault: null,
    inForm: { group: 'contact', help: 'Visible to everyone.' },
    example: 'hello@guild.example',
    csv: { aliases: ['organizer email', 'email', 'e-mail', 'courriel'] },
  }),
};

export const organizerColumns = { ...contactColumns, ...storedColumns(organizerFields) };
export type OrganizerRow = RowIn<typeof organizerColumns>;
