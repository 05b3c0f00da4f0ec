// The category tree of the demo calendar. Tags are created with the events that have them.

export interface DemoCategory {
  readonly name: string;
  readonly description: string;
  readonly children?: readonly DemoCategory[];
}

export const demoCategories: readonly DemoCategory[] = [
  {
    name: 'Music',
    description: 'Concerts, sessions and singing, from one voice to a whole hall.',
    children: [
      { name: 'Jazz', description: 'Quartets, late sets and standards played as if new.' },
      { name: 'Classical', description: 'Chamber music at close range.' },
      { name: 'Folk', description: 'Tunes that have been handed on for a long time.' },
    ],
  },
  {
    name: 'Arts',
    description: 'Things to look at, and people to watch making them.',
    children: [
      { name: 'Film', description: 'Screenings, with someone there to talk about them.' },
      { name: 'Theatre', description: 'Plays, puppets and readings.' },
      { name: 'Exhibitions', description: 'On the walls for a while.' },
    ],
  },
  {
    name: 'Learning',
    description: 'Come knowing nothing, leave knowing something.',
    children: [
      { name: 'Workshops', description: 'Learning with the hands.' },
      { name: 'Talks', description: 'An hour of listening, and then questions.' },
    ],
  },
  {
    name: 'Food & Drink',
    description: 'Suppers, tastings and markets.',
    children: [{ name: 'Markets', description: 'Stalls, baskets and conversations.' }],
  },
  {
    name: 'Outdoors',
    description: 'Under the sky, in most weathers.',
    children: [{ name: 'Walks', description: 'On foot, with a guide and at the pace of the slowest.' }],
  },
  { name: 'Family', description: 'For children and whoever comes with them.' },
  {
    name: 'Community',
    description: 'Neighbours doing things together.',
    children: [{ name: 'Festivals', description: 'Several days, many places, one programme.' }],
  },
];
