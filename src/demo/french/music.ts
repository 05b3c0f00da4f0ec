// French texts of the concerts and singing.
import type { FrenchEvents } from '../demo-event.js';

export const music: FrenchEvents = {
  'Brass on the Quay': {
    title: 'Cuivres sur le quai',
    excerpt: 'Deux fanfares, une sur chaque rive, se répondent par-dessus l’eau.',
    story: [
      'La rive nord commence, la rive sud réplique, et jamais personne n’a pu dire qui avait gagné. La meilleure place est au milieu de la passerelle.',
    ],
  },
  'Fiddles by the Fire': {
    title: 'Violons au coin du feu',
    excerpt: 'Une session autour du poêle : les airs lents d’abord, les rapides une fois tout le monde réchauffé.',
    story: [
      'Apportez un violon, une flûte, un tambour ou simplement vos oreilles. La première heure est aux airs lents, à la portée de tous ; après la pause-thé, le rythme s’accélère.',
      'Une étagère d’instruments à emprunter vous attend, avec quelqu’un de patient à côté.',
    ],
  },
  'Blue Hour Quartet': {
    title: 'Le Quartet de l’heure bleue',
    excerpt: 'Piano, contrebasse, batterie et une trompette qui, le plus souvent, murmure.',
    story: [
      'Le quartet joue l’heure qui sépare le dernier ferry de la première étoile : des ballades, quelques vieux standards au pas de promenade et deux morceaux écrits pour cette salle.',
      'Ouverture des portes à vingt heures. Les fenêtres restent ouvertes jusqu’à la première note.',
      [
        'Balcon : 12 €',
        'Parterre, à de petites tables : 18 €',
        'Moins de seize ans : gratuit, en compagnie d’un adulte',
      ],
    ],
  },
  'Open Mic at Riverbend': {
    title: 'Scène ouverte à Riverbend',
    excerpt: 'Dix minutes chacun, un public bienveillant et un excellent micro.',
    story: [
      'Des chansons, des poèmes, un tour de cartes : tout ce qui tient en dix minutes. La liste ouvre à dix-huit heures et se remplit avant dix-neuf.',
      'Première fois sur scène ? Dites-le, et vous aurez droit aux applaudissements les plus nourris de la soirée, ou presque.',
    ],
  },
  'Sunday Strings: Four Cellos': {
    title: 'Cordes du dimanche : quatre violoncelles',
    excerpt: 'Quatre violoncelles, pas de chef, et un café dans la cour pour finir.',
    story: [
      'Une matinée de musique écrite pour un violoncelle et arrangée pour quatre, d’une suite baroque à un tango. Une heure et quart, sans entracte.',
      'Les enfants peuvent s’allonger sur le tapis, devant le premier rang.',
    ],
  },
  'A Choir for People Who Think They Cannot Sing': {
    title: 'Une chorale pour ceux qui croient ne pas savoir chanter',
    excerpt: 'Pas d’audition. À la fin de la soirée, il y a une chanson à trois voix.',
    story: [
      'On vous a dit un jour de vous mettre au fond et de remuer les lèvres. Nous en sommes désolés. Venez vous mettre devant.',
      'On s’échauffe, on apprend une chanson à l’oreille, et on la chante à la mer, qui n’y voit pas d’inconvénient.',
    ],
  },
  'Late Set: The Amara Njeri Trio': {
    title: 'Tard le soir : le trio Amara Njeri',
    excerpt: 'Guitare, contrebasse et voix sous les jacarandas, jusqu’après minuit.',
    story: [
      'Trois amis qui ont appris à jouer sur cette scène y reviennent avec leur premier album. Ils commencent tard, jouent longtemps et, passé minuit, acceptent les demandes du public.',
      'La brûlerie reste ouverte. Prenez un châle : la cour se rafraîchit vite.',
    ],
  },
  'Fado in the Courtyard': {
    title: 'Fado dans la cour',
    excerpt: 'Deux guitares, trois voix, et le silence quand on le demande.',
    story: [
      'Les lumières baissent, quelqu’un dit « silêncio », et l’on croirait que la rue l’a entendu aussi. Des chansons de bateaux, de lettres et de gens qui sont restés.',
    ],
  },
  'An Evening for Two Pianos': {
    title: 'Une soirée pour deux pianos',
    excerpt: 'Deux sœurs, deux pianos à queue et un programme qu’elles ne dévoilent pas.',
    story: [
      'Elles jouent ensemble depuis l’époque où elles partageaient un même tabouret. Le programme est annoncé sur scène, un morceau après l’autre.',
      'Les places sur scène, entre les instruments, sont vendues en dernier ; ce sont les plus sonores.',
    ],
  },
};
