// All tools, in the order in which clients list them: reading first.
import type { Site } from '../core/site.js';
import type { Tool } from './tool.js';
import { cancelEvent, createEvent, restoreEvent, trashEvent, updateEvent } from './tools/changes.js';
import { getCalendarInfo, getEvent, listCategories, listEvents, listOrganizers, listVenues } from './tools/lists.js';
import { decideReview, listReview, previewRecurrence } from './tools/review.js';

const all: readonly Tool[] = [
  getCalendarInfo,
  listEvents,
  getEvent,
  listVenues,
  listOrganizers,
  listCategories,
  previewRecurrence,
  listReview,
  createEvent,
  updateEvent,
  cancelEvent,
  trashEvent,
  restoreEvent,
  decideReview,
];

/** Without recurring events there is no rule to preview. */
export const toolsOf = ({ recurrence }: Site): readonly Tool[] =>
  recurrence ? all : all.filter((tool) => tool !== previewRecurrence);
