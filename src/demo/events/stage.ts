// Demo events: films, plays and exhibitions.
import type { DemoEvent } from '../demo-event.js';
import { harbourCircle, makersGuild, northlight, readingRoom } from '../organizers.js';
import { cloudHouse, lanternHouse, paperMill, saltbush, tideHall, windHouse } from '../venues.js';

export const stage: readonly DemoEvent[] = [
  {
    title: 'A Night of Very Old Cartoons',
    when: { day: 'thu', week: -2, from: '19:00', to: '21:00' },
    at: lanternHouse,
    by: [northlight],
    categories: ['Film', 'Family'],
    tags: ['evening', 'all ages'],
    cost: '£4 – £7',
    excerpt: 'Inkwells, dancing skeletons and a cat that is its own umbrella.',
    story: [
      'Eleven short films from the first thirty years of drawn animation, with a pianist who has seen them all and still laughs.',
    ],
  },
  {
    title: 'Letters Never Sent',
    when: { inDays: -9, later: 21 },
    at: tideHall,
    by: [harbourCircle],
    categories: ['Exhibitions'],
    tags: ['free entry', 'step-free'],
    cost: 'Free',
    excerpt: 'Two hundred letters found in a sea chest, and the answers visitors write to them.',
    story: [
      'When the harbour office was cleared, a chest turned up with two hundred letters that had never left it. They hang in the upper gallery, sorted not by date but by mood.',
      'There is a desk, paper and a letter box. Every answer becomes part of the exhibition.',
    ],
  },
  {
    title: 'Ink and Weather',
    when: { inDays: -3, later: 28 },
    at: cloudHouse,
    by: [makersGuild],
    categories: ['Exhibitions'],
    tags: ['small group', 'step-free'],
    cost: '¥800',
    excerpt: 'Brush drawings made outdoors, rain included.',
    story: [
      'Each sheet was left in the garden for as long as it took to make it, so that wind, drizzle and one curious cat had their share in the drawing.',
      'No more than eight people at a time; the garden sets the pace.',
    ],
  },
  {
    title: 'Silent Film, Live Score: The Ferryman’s Daughter',
    picture: 'beam',
    when: { day: 'thu', week: 1, from: '19:30', to: '21:30' },
    at: lanternHouse,
    by: [northlight],
    categories: ['Film', 'Music'],
    tags: ['live music', 'evening', 'book ahead'],
    cost: '£9',
    excerpt: 'A lost reel, found in a barn, with a new score for harp and typewriter.',
    story: [
      'Seventy minutes of river, fog and stubbornness. The film was believed lost until a roof was repaired; the score is new and is played live.',
      'Afterwards the projectionist shows what a reel looks like after ninety years in hay.',
    ],
    also: { featured: true },
  },
  {
    title: 'The Understudy’s Supper',
    picture: 'curtain',
    when: { day: 'wed', week: 2, from: '20:00', to: '22:10' },
    at: windHouse,
    by: [readingRoom],
    categories: ['Theatre'],
    tags: ['evening', 'book ahead'],
    cost: '$25 – $40',
    excerpt: 'A comedy for five actors, one of whom was never meant to go on.',
    story: [
      'The star is stuck in a lift, the audience is seated, and the understudy has just eaten a very large supper. A new play about being ready, more or less.',
      'In French with English surtitles. One interval.',
    ],
  },
  {
    title: 'Puppets: The Moon Borrowed My Coat',
    when: { day: 'sun', week: 2, from: '15:00', to: '15:50' },
    at: paperMill,
    by: [makersGuild, readingRoom],
    categories: ['Theatre', 'Family'],
    tags: ['all ages', 'weekend', 'step-free'],
    cost: '€7',
    excerpt: 'For everyone from four years on who has ever lost a coat.',
    story: [
      'The moon is cold, the coat is warm, and a girl called Ida goes to get it back. Fifty minutes, with shadows, a very small orchestra and no shouting.',
      'Afterwards everyone may come behind the screen and see how the moon is made.',
    ],
  },
  {
    title: 'Cinema on the Lawn',
    when: { day: 'sat', week: 5, from: '20:15', to: '22:30' },
    at: saltbush,
    by: [northlight],
    categories: ['Film', 'Outdoors'],
    tags: ['outdoors', 'weekend', 'all ages'],
    cost: ['$15', '$22'],
    excerpt: 'A big screen, a wide lawn and the bay behind it.',
    story: [
      'Bring a rug and something warm. The film begins when it is dark enough and stops for the ten o’clock ferry, because everybody turns round to look at it anyway.',
      ['$15 on the grass', '$22 in a deckchair', 'Dogs that do not comment are welcome'],
    ],
  },
  {
    // The command that loads the demo calendar prints this password.
    title: 'Members’ Preview: Next Season at Lantern House',
    when: { day: 'thu', week: 6, from: '18:00', to: '20:00' },
    at: lanternHouse,
    by: [northlight],
    categories: ['Film'],
    tags: ['evening', 'small group'],
    cost: 'Free',
    excerpt: 'The new programme, before it is printed.',
    story: [
      'Twelve trailers, three arguments and a vote on the closing film. Members may bring one guest who can keep a secret until Friday.',
    ],
    also: { password: 'lantern' },
  },
];
