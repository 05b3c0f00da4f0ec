// The organizer model.
import { contactModel } from '../families/contact.js';
import { eventOrganizers } from '../links.js';
import { type OrganizerRow, organizerColumns, organizerFields } from './columns.js';

export const organizer = contactModel<typeof organizerColumns, OrganizerRow>({
  name: 'organizer',
  noun: { one: 'organizer', a: 'an organizer', many: 'organizers' },
  table: 'organizers',
  columns: organizerColumns,
  stored: organizerFields,
  searched: ['phone', 'email', 'website'],
  linkedBy: eventOrganizers,
});
