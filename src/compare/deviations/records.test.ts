import { checkDeviations, wp } from '../../../tests/harness/deviations.js';
import { recordDeviations } from './records.js';

const classed = (...names: readonly string[]) => ({
  id: 1,
  type: 'tribe_events',
  status: 'publish',
  class_list: ['post-1', 'tribe_events', 'type-tribe_events', 'status-publish', ...names],
});
const counted = (id: number, count: number) => ({ term: { id, taxonomy: 'post_tag', count } });

checkDeviations(recordDeviations, {
  'page-addresses': {
    known: [
      { old: { url: 'https://old.example/termine/a/' }, new: { url: 'https://new.example/event/a/' } },
      {
        old: { url: 'https://old.example/event/a/2027-05-01/' },
        new: { url: 'https://new.example/event/a/2027-05-01/1/' },
      },
    ],
    faults: [
      {
        old: { url: 'https://old.example/event/a/2027-05-01/' },
        new: { url: 'https://new.example/event/a/2027-05-02/' },
      },
      { old: { url: 'https://old.example/event/a/2027-05-01/' }, new: { url: 'https://new.example/event/a/' } },
      { old: { url: 'https://old.example/event/a/' }, new: { url: 'https://new.example/event/b/' } },
      { old: { url: 'https://old.example/event/a/' }, new: { url: 'https://old.example/event/a/' } },
      { old: { website: 'https://band.example/' }, new: { website: 'https://new.example/event/a/' } },
    ],
  },
  'global-id-lineage': {
    known: [
      {
        old: { global_id_lineage: ['old.example?id=1', 'first.example?id=9'] },
        new: { global_id_lineage: ['new.example?id=1'] },
      },
    ],
    faults: [
      { old: { global_id_lineage: ['old.example?id=1'] }, new: { global_id_lineage: ['new.example?id=2'] } },
      { old: { global_id_lineage: ['old.example?id=1'] }, new: { global_id_lineage: [] } },
    ],
  },
  'custom-fields': {
    known: [{ old: { custom_fields: { a: 1 } }, new: { custom_fields: [] } }],
    faults: [{ old: { custom_fields: [] }, new: { custom_fields: ['a'] } }],
  },
  tickets: {
    known: [
      { old: {}, new: { tickets: [], ticketed: false } },
      { old: { tickets: [{ id: 1 }], ticketed: ['rsvp'] }, new: { tickets: [], ticketed: false } },
    ],
    faults: [
      { old: {}, new: { tickets: [{}] } },
      { old: { tickets: [{ id: 1 }], ticketed: ['a'] }, new: { tickets: [{ id: 1 }], ticketed: false } },
      { old: { tickets: [{ id: 1 }, { id: 2 }], ticketed: ['a'] }, new: { tickets: [{ id: 1 }], ticketed: ['a'] } },
    ],
  },
  'add-on-keys': {
    known: [{ old: { is_virtual: true, yoast_head_json: {} }, new: {} }],
    faults: [
      { old: { is_visible: true }, new: {} },
      { old: {}, new: { yoast_head: '' } },
    ],
  },
  'wordpress-meta': {
    known: [
      {
        path: `${wp}/tribe_events/1`,
        old: { meta: { _EventCost: '$5 – $12', _tribe_blocks_recurrence_rules: '[{}]', _yoast_wpseo_title: 'a' } },
        new: { meta: { _EventCost: '5 – 12', _tribe_blocks_recurrence_rules: '' } },
      },
    ],
    faults: [
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
  'class-names': {
    known: [
      { path: `${wp}/tribe_events/1`, old: classed('entry', 'hentry'), new: classed('hentry', 'tag-a') },
      { path: `${wp}/tribe_events`, old: [classed('hentry')], new: [classed('has-post-thumbnail', 'hentry')] },
      { path: `${wp}/media/1`, old: classed('hentry'), new: { id: 1, type: 'tribe_events', status: 'publish' } },
    ],
    faults: [
      { path: `${wp}/tribe_events/1`, old: classed('hentry'), new: classed('status-draft') },
      { path: `${wp}/tribe_events/1`, old: classed('hentry'), new: classed('hentry', 'post-2') },
      { path: `${wp}/tribe_events/1`, old: classed('hentry', 'tag-a'), new: classed('hentry', 'tag-b') },
      {
        path: `${wp}/tribe_events/1`,
        old: classed('hentry'),
        new: { id: 1, type: 'tribe_events', status: 'publish' },
      },
    ],
  },
  'links-between-records': {
    known: [{ path: `${wp}/tribe_events/1`, old: { _links: { curies: [], author: [] } }, new: { _links: {} } }],
    faults: [
      { path: `${wp}/tribe_events/1`, old: { _links: { self: [] } }, new: { _links: {} } },
      { path: `${wp}/tags/1`, old: { _links: { 'wp:post_type': [] } }, new: { _links: {} } },
      {
        path: `${wp}/tags/1`,
        old: { _links: { 'wp:post_type': [], curies: [] } },
        new: { _links: { 'wp:post_type': [] } },
      },
    ],
  },
  authors: {
    known: [
      {
        old: [{ author: '7' }, { author: '7' }, { author: '8' }],
        new: [{ author: '2' }, { author: '2' }, { author: '2' }],
      },
    ],
    faults: [
      { old: [{ author: '7' }, { author: '7' }], new: [{ author: '2' }, { author: '3' }] },
      { old: { author: '7' }, new: { author: '0' } },
      { old: { author: '7' }, new: { author: 7 } },
    ],
  },
  'later-change': {
    known: [{ old: { modified: '2026-01-01 10:00:00' }, new: { modified: '2026-01-02 10:00:00' } }],
    faults: [
      { old: { modified: '2026-01-02 10:00:00' }, new: { modified: '2026-01-01 10:00:00' } },
      { old: { modified: '2026-01-02 10:00:00' }, new: { modified: 'now' } },
    ],
  },
  'term-counts': {
    known: [
      { old: { count: 5 }, new: { count: 3 } },
      { old: [counted(4, 5), counted(4, 5)], new: [counted(4, 3), counted(4, 3)] },
    ],
    faults: [
      { old: [counted(4, 5), counted(4, 5)], new: [counted(4, 3), counted(4, 2)] },
      { old: { count: 3 }, new: { count: 5 } },
      { old: { count: 3 }, new: { count: -1 } },
    ],
  },
});
