// The platform's own addresses that clients of the calendar use besides it, in the order in which its index tells them.
import type { Habits } from '../../core/habit.js';
import { attachment } from '../media/attachment.js';
import { me } from './me.js';
import { siteSettings } from './settings.js';
import { platformTags } from './tags.js';
import { recordTypes } from './types.js';

export const habits: Habits = {
  notices: [me, recordTypes, siteSettings],
  guises: [platformTags],
  wholes: [attachment],
};
