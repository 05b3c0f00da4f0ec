// The list of resources, in the order the documentation shows them.
import type { Registry, Resource } from '../core/resource.js';
import { user } from './account/user.js';
import { category } from './category/category.js';
import { event } from './event/event.js';
import { costDetails, dateDetails } from './event/present.js';
import { ticketInputSchema, ticketSchema } from './event/tickets.js';
import { imageSchema, imageSizeSchema } from './families/image.js';
import { termSchema, termUrlsSchema } from './families/term-body.js';
import { eventCategories, eventOrganizers, eventTags, eventVenues } from './links.js';
import { media } from './media/media.js';
import { organizer } from './organizer/organizer.js';
import { tag } from './tag/tag.js';
import { venue } from './venue/venue.js';

const resources: readonly Resource[] = [event, venue, organizer, category, tag, media];
const managed: readonly Resource[] = [user];
const links = [eventVenues, eventOrganizers, eventCategories, eventTags];

const find = <T>(items: readonly T[], test: (item: T) => boolean, name: string): T => {
  const found = items.find(test);
  if (!found) throw new TypeError(`nothing is called ${name}`);
  return found;
};

export const registry: Registry = {
  resources,
  managed,
  links,
  named: (name) => find([...resources, ...managed], (resource) => resource.name === name, name),
  schemas: {
    DateDetails: dateDetails,
    CostDetails: costDetails,
    Image: imageSchema,
    ImageSize: imageSizeSchema,
    Term: termSchema,
    TermUrls: termUrlsSchema,
    Ticket: ticketSchema,
    TicketInput: ticketInputSchema,
  },
  link: (table) => find(links, (link) => link.table === table, table),
};
