// Demo events: festivals with their parts, markets and neighbours’ days.
import type { DemoEvent } from '../demo-event.js';
import { harbourCircle, longTable, makersGuild, openWindow, readingRoom } from '../people.js';
import { jacaranda, lanternHouse, paperMill, riverbend, tideHall } from '../places.js';

const harbourLights = 'Harbour Lights Festival';

export const celebrations: readonly DemoEvent[] = [
  {
    title: harbourLights,
    when: { day: 'thu', week: 3, later: 3 },
    at: tideHall,
    by: [harbourCircle, longTable],
    categories: ['Festivals', 'Music'],
    tags: ['live music', 'weekend', 'all ages'],
    cost: ['Free', '€35'],
    excerpt: 'Four days of music, lanterns and long suppers along the old quay.',
    story: [
      'For four days the quay belongs to everyone who walks on it. Boats hang lamps in their rigging, the sail lofts open their doors, and there is music from the first ferry to the last.',
      'Most of the programme is free. A festival pass opens the evening concerts at The Tide Hall:',
      [
        'Thursday: opening night on the water',
        'Saturday: the lantern parade, then the night market',
        'Sunday: everyone who can play, plays',
      ],
      'Bring a cup. The tap by the harbour office has the best water in town.',
    ],
    also: { featured: true, sticky: true, website: 'https://harbourlights.example/' },
  },
  {
    title: 'Harbour Lights: Opening Night on the Water',
    when: { day: 'thu', week: 3, from: '20:30', to: '23:30' },
    at: tideHall,
    by: [harbourCircle, openWindow],
    categories: ['Jazz', 'Festivals'],
    tags: ['live music', 'evening', 'book ahead'],
    cost: '€12 – €20',
    excerpt: 'A twelve-piece band plays from a moored barge; we listen from the steps.',
    story: [
      'The band tunes up on a barge, the audience sits on the stone steps, and the tide decides how far apart they are. Twelve players, one accordion, no hurry.',
      'If it rains we move into the hall, and the barge is only scenery.',
    ],
    partOf: harbourLights,
    also: { featured: true },
  },
  {
    title: 'Harbour Lights: Lantern Parade',
    when: { day: 'sat', week: 3, from: '18:00', to: '20:00' },
    at: tideHall,
    by: [harbourCircle],
    categories: ['Family', 'Festivals'],
    tags: ['all ages', 'free entry', 'outdoors'],
    cost: 'Free',
    excerpt: 'Make a lantern in the afternoon and carry it along the quay at dusk.',
    story: [
      'Paper, willow and glue are on the tables from two o’clock. At six the drummers set off, and whoever has a lantern follows them.',
      [
        'Lanterns use small electric lights, never flames',
        'Pushchairs and wheelchairs go first, so that they set the pace',
        'The walk is twelve hundred metres and flat',
      ],
    ],
    partOf: harbourLights,
  },
  {
    title: 'Harbour Lights: The Last Song',
    when: { day: 'sun', week: 3, from: '19:00', to: '22:00' },
    at: tideHall,
    by: [harbourCircle, openWindow],
    categories: ['Folk', 'Festivals'],
    tags: ['live music', 'all ages', 'free entry'],
    cost: 'Free',
    excerpt: 'Everyone who can play, plays. Everyone else sings the chorus.',
    story: [
      'The festival ends as it has ended for nine years: with one song that has no fixed length. Bring an instrument, or take one from the table by the door.',
      'Words and chords are handed out at half past six.',
    ],
    partOf: harbourLights,
  },
  {
    title: 'Saturday Growers’ Market',
    when: { day: 'sat', week: 1, from: '09:00', to: '13:00' },
    at: riverbend,
    by: [longTable],
    categories: ['Markets'],
    tags: ['free entry', 'weekend', 'all ages'],
    cost: 'Free',
    excerpt: 'Thirty stalls under the long roof, all from less than fifty miles away.',
    story: [
      'Vegetables with the soil still on, three kinds of honey, bread that sells out by eleven. The market stands under the long roof, so it takes place in any weather.',
      'Ask at the blue table for recipes: it gives them away with the carrots.',
    ],
    also: { website: 'https://riverbendcommons.example/market' },
  },
  {
    title: 'Open Studios at the Paper Mill',
    when: { day: 'sat', week: 2, later: 1 },
    at: paperMill,
    by: [makersGuild],
    categories: ['Exhibitions', 'Community'],
    tags: ['free entry', 'weekend', 'step-free'],
    cost: 'Free',
    excerpt: 'Twenty-two workshops leave their doors open for a weekend.',
    story: [
      'Printers, potters, a violin maker and someone who repairs clocks: for two days you may look over their shoulders, and most of them will let you try.',
      'Coffee and cake in the yard, from eleven until they run out.',
    ],
    also: { featured: true },
  },
  {
    title: 'Neighbours’ Week',
    when: { day: 'mon', week: 15, later: 6 },
    at: jacaranda,
    by: [readingRoom, longTable],
    categories: ['Festivals', 'Community'],
    tags: ['all ages', 'free entry'],
    cost: 'Free',
    excerpt: 'Seven days, seven doors: each day another house on the lane invites everyone in.',
    story: [
      'It began with two families and a very large pot. This year seven houses take part, each with something of its own: a song, a garden, a story, a repair.',
      'The map hangs on the gate of the yard from Sunday evening.',
    ],
  },
  {
    title: 'Marmalade Swap',
    when: { day: 'sun', week: -2, from: '11:00', to: '14:00' },
    at: lanternHouse,
    by: [longTable],
    categories: ['Markets', 'Community'],
    tags: ['free entry', 'weekend', 'all ages'],
    cost: 'Free',
    excerpt: 'One jar in, one jar out, and toast for the jury, which is everyone.',
    story: [
      'Last year there were forty-three jars, two of them with whisky. Put yours on the table, taste your way along, and take home a different one.',
    ],
  },
];
