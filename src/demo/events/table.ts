// Demo events: suppers, tastings and baking.
import type { DemoEvent } from '../demo-event.js';
import { longTable } from '../organizers.js';
import { cloudHouse, lanternHouse, saltbush, tideHall } from '../venues.js';

export const table: readonly DemoEvent[] = [
  {
    title: 'Soup Night',
    when: { inDays: 2, from: '18:00', to: '20:30' },
    at: lanternHouse,
    by: [longTable],
    categories: ['Food & Drink', 'Community'],
    tags: ['free entry', 'evening', 'all ages'],
    cost: 'Free',
    excerpt: 'Two pots, one with and one without meat, and a chair for everyone.',
    story: [
      'Come alone, come as a family, come for ten minutes. The soup is free; if you like, bring bread, a story or an onion for next week.',
    ],
  },
  {
    title: 'Tea Before Noon',
    when: { day: 'sun', week: 1, from: '10:30', to: '12:00' },
    at: cloudHouse,
    by: [longTable],
    categories: ['Food & Drink'],
    tags: ['small group', 'weekend', 'book ahead'],
    cost: '¥2,000',
    excerpt: 'Five teas in the order in which the day wakes up.',
    story: [
      'A quiet tasting for ten people, from a pale spring tea to one that tastes of roasted rice. Sweets are made next door the same morning.',
      'We sit on the floor; chairs are there for whoever prefers one.',
    ],
  },
  {
    title: 'The Long Table Supper',
    picture: 'table',
    when: { day: 'fri', week: 2, from: '19:30', to: '23:00' },
    at: tideHall,
    by: [longTable],
    categories: ['Food & Drink'],
    tags: ['evening', 'book ahead', 'vegetarian'],
    cost: '€28',
    excerpt: 'One table, sixty chairs, four courses, and nobody sits beside the person they came with.',
    story: [
      'The table runs the whole length of the hall. The places are drawn from a hat, the courses come on big plates, and by the second one nobody remembers who is a stranger.',
      [
        'Four courses, one of them fish or mushrooms',
        'Wine from across the river, or lemonade',
        'Tell us about allergies when you book',
      ],
    ],
    also: { featured: true },
  },
  {
    title: 'Dumplings, Folded Slowly',
    when: { day: 'thu', week: 2, from: '17:30', to: '20:30' },
    at: saltbush,
    by: [longTable],
    categories: ['Food & Drink', 'Workshops'],
    tags: ['beginners welcome', 'evening', 'vegetarian'],
    cost: '$35',
    excerpt: 'Learn three folds, eat all the failures, take the good ones home.',
    story: [
      'Grandmother Lin shows how it is done; then she walks around and is very polite about yours. Fillings with and without meat.',
    ],
  },
];
