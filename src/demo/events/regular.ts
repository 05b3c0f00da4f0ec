// Demo events that repeat: one with a skipped and a moved date, two without exceptions.
import type { DemoEvent } from '../demo-event.js';
import { longTable, openWindow, readingRoom } from '../organizers.js';
import { lanternHouse, riverbend, tideHall } from '../venues.js';

export const regular: readonly DemoEvent[] = [
  {
    title: 'Tuesday Choir',
    when: { day: 'tue', week: -2, from: '19:00', to: '20:45' },
    repeats: { rule: 'FREQ=WEEKLY;COUNT=12', skippedWeek: 5, moved: { week: 7, days: 1 } },
    at: tideHall,
    by: [openWindow],
    categories: ['Music'],
    tags: ['evening', 'all ages'],
    cost: 'Free',
    excerpt: 'Songs in four parts, learned by ear. No audition, no sheet music.',
    story: [
      'We learn one new song every week and keep the old ones warm. Sit where your voice feels at home; somebody next to you knows the tune.',
      'Come whenever you can. Nobody counts the weeks you miss.',
    ],
  },
  {
    title: 'Board Games after Work',
    when: { day: 'thu', week: 0, from: '18:30', to: '22:00' },
    repeats: { rule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=8' },
    at: lanternHouse,
    by: [readingRoom],
    categories: ['Talks'],
    tags: ['evening', 'free entry'],
    cost: 'Free',
    excerpt: 'Two hundred games, twelve tables, and people who explain the rules.',
    story: [
      'Bring a friend or come alone: there is always a table with an empty chair. Tea is on us.',
      'Long games start at half past six, short ones whenever four people agree.',
    ],
  },
  {
    title: 'Shared Supper by the River',
    when: { day: 'sun', week: 1, from: '17:00', to: '20:00' },
    repeats: { rule: 'FREQ=WEEKLY;INTERVAL=4;COUNT=6' },
    at: riverbend,
    by: [longTable],
    categories: ['Family'],
    tags: ['outdoors', 'all ages'],
    cost: 'Free',
    excerpt: 'One long table, and a dish from every household.',
    story: [
      'Cook what you like to eat and bring enough for six. We lay the table, light the fire and wash up together.',
      'If it rains, we eat under the boat shed roof.',
    ],
  },
];
