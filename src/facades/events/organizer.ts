// Organizers in this interface.
import { reference } from '../../core/schema.js';
import type { Body } from '../../core/shape.js';
import { storedBody, storedFields } from '../../core/stored.js';
import { paragraphs } from '../../core/text/html.js';
import { eventOrganizers } from '../../models/links.js';
import { type OrganizerRow, organizerFields } from '../../models/organizer/columns.js';
import { organizer } from '../../models/organizer/organizer.js';
import { contactShape, nameField } from './contact.js';
import { imageBody, imageField } from './image.js';
import { personData } from './json-ld.js';
import { address, globals, integer, out, pageUrl, stamps, text, unlessEmpty } from './outputs.js';
import { postFields } from './post.js';

export const organizerPage = { segment: 'organizer', type: 'tribe_organizer' };

const unset = { advertised: null } as const;
const post = postFields(unset);

const body: Body = {
  id: out(integer, (row) => row.id),
  author: out<OrganizerRow>(text, (row) => (row.author ? String(row.author) : undefined)),
  ...stamps,
  url: out<OrganizerRow>(address, (row, view) => pageUrl(row, view, organizerPage)),
  organizer: out<OrganizerRow>(text, (row) => row.name),
  description: out<OrganizerRow>(text, (row) => paragraphs(row.description) || undefined),
  slug: unlessEmpty(out(text, (row) => row.slug)),
  image: out<OrganizerRow>(reference('Image'), imageBody),
  ...storedBody(organizerFields, unlessEmpty),
  json_ld: out<OrganizerRow>({ type: 'object' }, (row, { occasion }) =>
    occasion === 'read' ? personData(row) : undefined,
  ),
  ...globals,
};

export const organizerShape = contactShape(organizer, eventOrganizers, {
  schema: 'Organizer',
  about: 'The people and groups behind events.',
  fields: {
    ...nameField(organizer, { ...unset, example: 'Mill Guild' }),
    ...post,
    description: { ...post.description, example: '<p>Keepers of the mill.</p>' },
    ...storedFields(organizerFields),
    image: imageField(unset),
  },
  body,
});
