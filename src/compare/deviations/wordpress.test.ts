import { checkDeviations, wp } from '../../../tests/harness/deviations.js';
import { wordpressDeviations } from './wordpress.js';

const classed = (...names: readonly string[]) => ({
  id: 1,
  type: 'tribe_events',
  status: 'publish',
  class_list: ['post-1', 'tribe_events', 'type-tribe_events', 'status-publish', ...names],
});

const path = `${wp}/tribe_events/1`;
const locked = { content: { protected: true } };
const open = { content: { protected: false } };
const full = {
  tags: [4],
  featured_media: 7,
  meta: { _EventCost: '$5', _EventAllDay: true, _EventVenueID: [88] },
  _links: { 'wp:term': [] },
};
const empty = {
  tags: [],
  featured_media: 0,
  meta: { _EventCost: '', _EventAllDay: false, _EventVenueID: [] },
  _links: {},
};

checkDeviations(wordpressDeviations, {
  'protected-events': {
    known: [
      { path, old: { ...locked, ...full }, new: { ...locked, ...empty } },
      {
        path: `${wp}/tribe_events`,
        old: [{ id: 3 }, { id: 1, ...locked, ...full }],
        new: [{ id: 3 }, { id: 1, ...locked, ...empty }],
      },
    ],
    faults: [
      { path, old: { ...open, ...full }, new: { ...open, ...empty } },
      { path, old: { ...locked, ...full }, new: { ...open, ...empty } },
      { path, old: { ...locked, featured_media: 7 }, new: { ...locked, featured_media: 8 } },
      { path, old: { ...locked, meta: { _EventStartDate: 'a' } }, new: { ...locked, meta: { _EventStartDate: 'b' } } },
      { path, old: { ...locked, meta: { _EventStartDate: 'a' } }, new: { ...locked, meta: { _EventStartDate: '' } } },
      { path, old: { ...locked, meta: { _EventCost: '$5' } }, new: { ...locked, meta: {} } },
      { path, old: { ...locked, tags: [] }, new: { ...locked, tags: [4] } },
      { path, old: { ...locked, slug: 'a' }, new: { ...locked, slug: '' } },
    ],
  },
  'wordpress-meta': {
    known: [
      {
        path: `${wp}/tribe_events/1`,
        old: { meta: { _EventCost: '$5 – $12', _tribe_blocks_recurrence_rules: '[{}]', _yoast_wpseo_title: 'a' } },
        new: { meta: { _EventCost: '5 – 12', _tribe_blocks_recurrence_rules: '' } },
      },
      {
        path: `${wp}/tribe_events/1`,
        old: { meta: { _EventCost: '5 - 12' } },
        new: { meta: { _EventCost: '5 – 12' } },
      },
      { path: `${wp}/tribe_events/1`, old: { meta: {} }, new: { meta: { _tribe_blocks_recurrence_rules: '' } } },
    ],
    faults: [
      { path: `${wp}/tribe_events/1`, old: { meta: {} }, new: { meta: { _tribe_blocks_recurrence_rules: '[{}]' } } },
      { path: `${wp}/tribe_events/1`, old: { meta: {} }, new: { meta: { _EventNote: '' } } },
      { path: `${wp}/tribe_events/1`, old: { meta: { _EventCost: '$5' } }, new: { meta: { _EventCost: '6' } } },
      { path: `${wp}/tribe_events/1`, old: { meta: { _EventCost: '$5' } }, new: { meta: { _EventCost: '€5' } } },
      { path: `${wp}/tribe_events/1`, old: { meta: { _EventCost: '$5' } }, new: { meta: { _EventCost: '' } } },
      { path: `${wp}/tribe_events/1`, old: { meta: { _EventURL: 'https://a.example' } }, new: { meta: {} } },
      {
        path: `${wp}/tribe_events/1`,
        old: { meta: { _EventURL: 'https://a.example' } },
        new: { meta: { _EventURL: '' } },
      },
      { path: `${wp}/tribe_events/1`, old: { meta: { footnotes: '' } }, new: { meta: { footnotes: 'secret' } } },
    ],
  },
  'map-flags': {
    known: [
      {
        path: `${wp}/tribe_venue/1`,
        old: { meta: { _VenueShowMap: false } },
        new: { meta: { _VenueShowMap: true } },
      },
      {
        path: `${wp}/tribe_venue`,
        old: [{ id: 1, meta: { _VenueShowMapLink: false } }],
        new: [{ id: 1, meta: { _VenueShowMapLink: true } }],
      },
    ],
    faults: [
      {
        path: `${wp}/tribe_venue/1`,
        old: { meta: { _VenueShowMap: true } },
        new: { meta: { _VenueShowMap: false } },
      },
      { path: `${wp}/tribe_venue/1`, old: { meta: { _VenueShowMap: false } }, new: { meta: {} } },
      {
        path: `${wp}/tribe_events/1`,
        old: { meta: { _VenueShowMap: false } },
        new: { meta: { _VenueShowMap: true } },
      },
    ],
  },
  'class-names': {
    known: [
      { path: `${wp}/tribe_events/1`, old: classed('entry', 'hentry'), new: classed('hentry', 'tag-a') },
      { path: `${wp}/tribe_events`, old: [classed('hentry')], new: [classed('has-post-thumbnail', 'hentry')] },
      { path, old: { ...locked, ...classed('hentry', 'tag-a') }, new: { ...locked, ...classed('hentry') } },
      { path: `${wp}/media/1`, old: classed('hentry'), new: { id: 1, type: 'tribe_events', status: 'publish' } },
    ],
    faults: [
      { path: `${wp}/tribe_events/1`, old: classed('hentry'), new: classed('status-draft') },
      { path: `${wp}/tribe_events/1`, old: classed('hentry'), new: classed('hentry', 'post-2') },
      { path: `${wp}/tribe_events/1`, old: classed('hentry', 'tag-a'), new: classed('hentry', 'tag-b') },
      { path, old: { ...open, ...classed('hentry', 'tag-a') }, new: { ...open, ...classed('hentry') } },
      {
        path: `${wp}/tribe_events/1`,
        old: classed('hentry'),
        new: { id: 1, type: 'tribe_events', status: 'publish' },
      },
    ],
  },
});
