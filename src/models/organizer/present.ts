// The body of an organizer, alone and inside an event.
import type { Body } from '../../core/resource.js';
import { reference } from '../../core/schema.js';
import { paragraphs, plainText } from '../../core/text/html.js';
import { imageBody } from '../families/image.js';
import { address, globals, integer, out, pageUrl, sparse, stamps, text } from '../families/present.js';
import type { OrganizerRow } from './organizer.js';

export const page = { segment: 'organizer', type: 'tribe_organizer' };

export const organizerPerson = (row: OrganizerRow) => ({
  '@type': 'Person',
  name: row.name,
  description: plainText(row.description),
  url: row.website,
  telephone: row.phone,
  email: row.email,
  sameAs: row.website,
});

export const organizerBody: Body = {
  id: out(integer, (row) => row.id),
  author: out<OrganizerRow>(text, (row) => (row.author ? String(row.author) : undefined)),
  ...stamps,
  url: out<OrganizerRow>(address, (row, view) => pageUrl(row, view, page)),
  organizer: out<OrganizerRow>(text, (row) => row.name),
  description: out<OrganizerRow>(text, (row) => paragraphs(row.description) || undefined),
  slug: sparse<OrganizerRow>('slug'),
  image: out<OrganizerRow>(reference('Image'), imageBody),
  phone: sparse<OrganizerRow>('phone'),
  website: sparse<OrganizerRow>('website'),
  email: sparse<OrganizerRow>('email'),
  json_ld: out<OrganizerRow>({ type: 'object' }, (row, { occasion }) =>
    occasion === 'read' ? organizerPerson(row) : undefined,
  ),
  ...globals,
};
