// Demo events: walks, days in the open air and hours for children.
import type { DemoEvent } from '../demo-event.js';
import { fieldAndFeather, harbourCircle, readingRoom } from '../organizers.js';
import { cloudHouse, jacaranda, lanternHouse, saltbush, tideHall, windHouse } from '../venues.js';

export const outdoors: readonly DemoEvent[] = [
  {
    title: 'Moss and Stone: A Slow Walk',
    when: { day: 'wed', week: -1, from: '09:00', to: '11:00' },
    at: cloudHouse,
    by: [fieldAndFeather],
    categories: ['Walks'],
    tags: ['outdoors', 'small group'],
    cost: '¥1,500',
    excerpt: 'Eight hundred metres in two hours, with a magnifying glass.',
    story: ['There are forty kinds of moss between the gate and the bridge. We stop for every one of them.'],
  },
  {
    title: 'Dawn Chorus Walk',
    picture: 'hills',
    when: { day: 'sun', week: 1, from: '05:30', to: '07:30' },
    at: lanternHouse,
    by: [fieldAndFeather],
    categories: ['Walks'],
    tags: ['outdoors', 'weekend', 'small group'],
    cost: '£4',
    excerpt: 'Before the buses: who sings first, who answers, and who sleeps in.',
    story: [
      'We meet at the door in the dark and walk down to the Water of Leith. By the time the bakery opens you will know nine birds by ear.',
      'Warm clothes and quiet shoes, please. Spare binoculars are in the rucksack.',
    ],
  },
  {
    title: 'Story Hour under the Fig Tree',
    when: { day: 'sat', week: 1, from: '10:00', to: '11:00' },
    at: jacaranda,
    by: [readingRoom],
    categories: ['Family'],
    tags: ['all ages', 'free entry', 'outdoors'],
    cost: 'Free',
    excerpt: 'Stories in Swahili and English, for children from three to nine and their grown-ups.',
    story: [
      'Two storytellers, one rug and a basket of things that all have a story in them. Whoever picks a thing hears how it goes.',
      'Afterwards the reading room is open for borrowing.',
    ],
  },
  {
    title: 'Kite Day',
    when: { day: 'sun', week: 3 },
    at: saltbush,
    by: [fieldAndFeather],
    categories: ['Outdoors', 'Family'],
    tags: ['all ages', 'free entry', 'outdoors'],
    cost: 'Free',
    excerpt: 'Build one in the pavilion, fly it on the foreshore, from sunrise until the wind drops.',
    story: [
      'Sticks, paper and string are on the tables all day. The record is a kite of nine metres, made by a school class and held by all of them.',
      'No wind? Then it is a day for very large paper aeroplanes.',
    ],
    also: { sticky: true },
  },
  {
    title: 'Estuary Bird Count',
    when: { day: 'sat', week: 4 },
    at: tideHall,
    by: [fieldAndFeather, harbourCircle],
    categories: ['Outdoors', 'Community'],
    tags: ['outdoors', 'free entry', 'beginners welcome'],
    cost: 'Free',
    excerpt: 'Help to count the waders. Beginners count the flamingos.',
    story: [
      'Teams of four take one stretch of shore each and count for an hour at high water and again at low. The numbers go to the national survey the same evening.',
      [
        'Meet at the hall, any time from seven',
        'Telescopes and tally sheets are provided',
        'Soup at noon for everyone with muddy boots',
      ],
    ],
  },
  {
    title: 'Lantern Walk on the Mountain',
    picture: 'hills',
    when: { day: 'sat', week: 7, from: '18:30', to: '21:00' },
    at: windHouse,
    by: [fieldAndFeather],
    categories: ['Walks', 'Family'],
    tags: ['outdoors', 'evening', 'all ages'],
    cost: 'Free',
    excerpt: 'Up through the maples by lantern light, and down again with the whole city below.',
    story: [
      'We leave from the courtyard with sixty lanterns and a thermos the size of a child. The path is wide and never steep; at the top there is a song.',
    ],
    also: { featured: true },
  },
  {
    title: 'The Long Walk to the Sea',
    when: { day: 'sat', week: 12, from: '08:00', to: '17:00', later: 1 },
    at: tideHall,
    by: [fieldAndFeather],
    categories: ['Walks'],
    tags: ['outdoors', 'weekend', 'book ahead'],
    cost: '€45 – €70',
    excerpt: 'Two days, thirty-four kilometres, and a night in a shepherd’s barn.',
    story: [
      'From the hall to the last lighthouse, along the old salt path. A van carries the bags; you carry water and an apple.',
      'The lower price is for those who bring their own sleeping bag.',
    ],
  },
];
