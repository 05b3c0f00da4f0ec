// The platform's own addresses that clients of the calendar use besides it, in the order in which its index tells them.
import type { Habits } from '../../core/habit.js';
import { attachment } from './attachment.js';
import { emptyLists } from './empty.js';
import { me, users } from './me.js';
import { posts } from './posts.js';
import { siteSettings } from './settings.js';
import { platformStatuses } from './statuses.js';
import { platformTaxonomies } from './taxonomies.js';
import { terms } from './terms.js';
import { platformTypes } from './types.js';

export const habits: Habits = {
  notices: [me, users, platformTypes, platformTaxonomies, platformStatuses, siteSettings, ...emptyLists],
  readOnly: posts,
  guises: terms,
  wholes: [attachment],
};
