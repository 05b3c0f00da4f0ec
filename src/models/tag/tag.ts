// The tag model.
import { everything } from '../../core/condition.js';
import type { Model } from '../../core/model.js';
import { refuseSameName, type TermRow, termColumns, termFollowed, termModel, termTable } from '../families/term.js';
import { eventTags } from '../links.js';

const tagTable = {
  ...termTable,
  name: 'tag',
  table: 'tags',
  columns: termColumns,
  followed: termFollowed(eventTags),
};

export const tag: Model<typeof termColumns> = {
  ...termModel<typeof termColumns, TermRow>(tagTable, { one: 'tag', a: 'a tag', many: 'tags' }, 'label'),
  overrides: { create: refuseSameName(() => everything) },
};
