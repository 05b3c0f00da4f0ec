// French texts of the events that repeat.
import type { FrenchEvents } from '../demo-event.js';

export const regular: FrenchEvents = {
  'Tuesday Choir': {
    title: 'Le chœur du mardi',
    excerpt: 'Des chants à quatre voix, appris à l’oreille. Sans audition et sans partition.',
    story: [
      'Nous apprenons un nouveau chant chaque semaine, et nous entretenons les anciens. Asseyez-vous là où votre voix se sent bien ; quelqu’un à côté de vous connaît l’air.',
      'Venez quand vous pouvez. Personne ne compte les semaines d’absence.',
    ],
  },
  'Board Games after Work': {
    title: 'Jeux de société après le travail',
    excerpt: 'Deux cents jeux, douze tables et des gens qui expliquent les règles.',
    story: [
      'Venez à plusieurs ou sans compagnie : il y a toujours une chaise libre à une table. Le thé est offert.',
      'Les longues parties commencent à dix-huit heures trente, les courtes dès que quatre personnes sont d’accord.',
    ],
  },
  'Shared Supper by the River': {
    title: 'Souper partagé au bord de la rivière',
    excerpt: 'Une longue table, et un plat de chaque foyer.',
    story: [
      'Cuisinez ce que vous aimez et apportez-en pour six. Nous mettons la table, allumons le feu et faisons la vaisselle ensemble.',
      'S’il pleut, nous mangeons sous le toit du hangar à bateaux.',
    ],
  },
};
