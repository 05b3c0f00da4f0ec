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
  }),
  website: stored(website, textColumn, 'URL of the website.', {
    default: '',
    documentedDefault: null,
    inForm: { group: 'contact' },
    example: 'https://guild.example/',
  }),
  email: stored(emailText, textColumn, 'Email address. Visible to everyone.', {
    default: '',
    documentedDefault: null,
    inForm: { group: 'contact', help: 'Visible to everyone.' },
    example: 'hello@guild.example',
  }),
};

export const organizerColumns = { ...contactColumns, ...storedColumns(organizerFields) };
export type OrganizerRow = RowIn<typeof organizerColumns>;
