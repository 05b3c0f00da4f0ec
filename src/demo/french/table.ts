// French texts of the suppers, tastings and baking.
import type { FrenchEvents } from '../demo-event.js';

export const table: FrenchEvents = {
  'Soup Night': {
    title: 'Soirée soupe',
    excerpt: 'Deux marmites, l’une avec viande, l’autre sans, et une chaise pour chacun.',
    story: [
      'Venez seul, venez en famille, venez dix minutes. La soupe est gratuite ; si le cœur vous en dit, apportez du pain, une histoire ou un oignon pour la semaine prochaine.',
    ],
  },
  'Tea Before Noon': {
    title: 'Le thé avant midi',
    excerpt: 'Cinq thés, dans l’ordre où la journée s’éveille.',
    story: [
      'Une dégustation tranquille pour dix personnes, d’un pâle thé de printemps à un autre au goût de riz grillé. Les douceurs sont préparées le matin même, juste à côté.',
      'Nous nous asseyons par terre ; il y a des chaises pour ceux qui préfèrent.',
    ],
  },
  'The Long Table Supper': {
    title: 'Le souper de la Grande Tablée',
    excerpt: 'Une seule table, soixante chaises, quatre services, et chacun assis loin de qui l’accompagne.',
    story: [
      'La table traverse toute la salle. Les places sont tirées au sort dans un chapeau, les mets arrivent sur de grands plateaux, et dès le deuxième service plus personne ne sait qui est un inconnu.',
      [
        'Quatre services, dont un de poisson ou de champignons',
        'Du vin de l’autre rive, ou de la limonade',
        'Signalez-nous vos allergies en réservant',
      ],
    ],
  },
  'Dumplings, Folded Slowly': {
    title: 'Raviolis pliés sans hâte',
    excerpt: 'Apprenez trois pliages, mangez tous les ratés, emportez les réussis.',
    story: [
      'Grand-mère Lin montre comment on fait ; puis elle passe entre les tables et reste très polie devant les vôtres. Farces avec et sans viande.',
    ],
  },
};
