import type { Body } from '../../core/shape.js';
import { storedBody } from '../../core/stored.js';
import { eventOrganizers } from '../../models/links.js';
import { type OrganizerRow, organizerFields } from '../../models/organizer/columns.js';
import { organizer } from '../../models/organizer/organizer.js';
import { contactBody, contactShape, nameField } from './contact.js';
import { withExternalIds } from './external.js';
import { imageField } from './image.js';
import { organizerData } from './json-ld.js';
import { globals, organizerPage, out, unlessEmpty } from './outputs.js';
import { postFields } from './post.js';

const nullDefault = { documentedDefault: null } as const;
const post = postFields(nullDefault);

const body: Body = {
  ...contactBody(organizer, organizerPage),
  ...storedBody(organizerFields, unlessEmpty),
  json_ld: out<OrganizerRow>({ type: 'object' }, (row, view) =>
    view.occasion === 'read' ? organizerData(row, view) : undefined,
  ),
  ...globals,
};

export const organizerShape = withExternalIds(
  contactShape(organizer, eventOrganizers, {
    schema: 'Organizer',
    about: 'People and groups that organize events.',
    fields: {
      ...nameField(organizer, { ...nullDefault, example: 'Mill Guild' }),
      ...post,
      description: { ...post.description, example: '<p>Keepers of the mill.</p>' },
      ...organizerFields,
      image: imageField(nullDefault),
    },
    body,
  }),
);
