// All models, in the order the documentation shows them, and the links between them.
import { registryOf } from '../core/model.js';
import { user } from './account/user.js';
import { category } from './category/category.js';
import { event } from './event/event.js';
import { eventCategories, eventOrganizers, eventTags, eventVenues } from './links.js';
import { media } from './media/media.js';
import { organizer } from './organizer/organizer.js';
import { settings } from './settings/settings.js';
import { subscription } from './subscription/subscription.js';
import { tag } from './tag/tag.js';
import { venue } from './venue/venue.js';
import { webhook } from './webhook/webhook.js';

export const links = [eventVenues, eventOrganizers, eventCategories, eventTags];
export const registry = registryOf(
  [event, venue, organizer, category, tag, media, user, subscription, webhook, settings],
  links,
);
