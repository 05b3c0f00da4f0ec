// The French texts of the demo calendar: by resource, then by the English title or name.
import type { Given } from '../../core/field.js';
import { type FrenchEvents, textsOf } from '../demo-event.js';
import { celebrations } from './celebrations.js';
import { learning } from './learning.js';
import { music } from './music.js';
import { organizers } from './organizers.js';
import { outdoors } from './outdoors.js';
import { regular } from './regular.js';
import { stage } from './stage.js';
import { table } from './table.js';
import { categories, tags } from './terms.js';
import { venues } from './venues.js';

export const frenchEvents: FrenchEvents = {
  ...celebrations,
  ...music,
  ...stage,
  ...learning,
  ...table,
  ...outdoors,
  ...regular,
};

export const french: Readonly<Record<string, Readonly<Record<string, Given>>>> = {
  category: categories,
  tag: tags,
  venue: venues,
  organizer: organizers,
  event: Object.fromEntries(Object.entries(frenchEvents).map(([title, texts]) => [title, textsOf(texts)])),
};
