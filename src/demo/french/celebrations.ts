// French texts of the festivals with their parts, markets and neighbours’ days.
import type { FrenchEvents } from '../demo-event.js';

export const celebrations: FrenchEvents = {
  'Harbour Lights Festival': {
    title: 'Festival des Lumières du port',
    excerpt: 'Quatre jours de musique, de lanternes et de longues tablées le long du vieux quai.',
    story: [
      'Pendant quatre jours, le quai appartient à tous ceux qui y passent. Les bateaux accrochent des lampes dans leur gréement, les anciennes voileries ouvrent leurs portes, et la musique ne s’arrête pas, du premier ferry au dernier.',
      'Presque tout le programme est gratuit. Un pass donne accès aux concerts du soir à la Salle des marées :',
      [
        'Jeudi : soirée d’ouverture sur l’eau',
        'Samedi : la parade des lanternes, puis le marché de nuit',
        'Dimanche : qui sait jouer joue',
      ],
      'Apportez un gobelet. Le robinet près de la capitainerie donne la meilleure eau de la ville.',
    ],
  },
  'Harbour Lights: Opening Night on the Water': {
    title: 'Lumières du port : soirée d’ouverture sur l’eau',
    excerpt: 'Douze musiciens jouent sur une barge amarrée ; nous les écoutons depuis les marches.',
    story: [
      'L’orchestre s’accorde sur une barge, le public s’assied sur les marches de pierre, et c’est la marée qui décide de la distance entre les deux. Douze musiciens, un accordéon, rien ne presse.',
      'S’il pleut, nous rentrons dans la salle, et la barge ne sert plus que de décor.',
    ],
  },
  'Harbour Lights: Lantern Parade': {
    title: 'Lumières du port : la parade des lanternes',
    excerpt: 'Fabriquez une lanterne l’après-midi et portez-la le long du quai à la tombée de la nuit.',
    story: [
      'Dès quatorze heures, papier, osier et colle vous attendent sur les tables. À dix-huit heures, les tambours se mettent en route, et tous ceux qui ont une lanterne les suivent.',
      [
        'Les lanternes ont de petites lampes électriques, jamais de flamme',
        'Poussettes et fauteuils roulants passent devant et donnent l’allure',
        'Le parcours fait douze cents mètres, tout à plat',
      ],
    ],
  },
  'Harbour Lights: The Last Song': {
    title: 'Lumières du port : la dernière chanson',
    excerpt: 'Qui sait jouer joue. Tous les autres chantent le refrain.',
    story: [
      'Le festival se termine comme il se termine depuis neuf ans : par une chanson qui dure ce qu’elle dure. Apportez un instrument, ou prenez-en un sur la table près de la porte.',
      'Paroles et accords sont distribués à dix-huit heures trente.',
    ],
  },
  'Saturday Growers’ Market': {
    title: 'Le marché paysan du samedi',
    excerpt: 'Trente étals sous la grande halle, et rien qui vienne de plus loin que quatre-vingts kilomètres.',
    story: [
      'Des légumes encore pleins de terre, trois miels différents, du pain dont il ne reste rien à onze heures. Le marché se tient sous la grande halle, donc par tous les temps.',
      'Demandez des recettes à la table bleue : elle les offre avec les carottes.',
    ],
  },
  'Open Studios at the Paper Mill': {
    title: 'Portes ouvertes au vieux moulin à papier',
    excerpt: 'Le temps d’un week-end, vingt-deux ateliers laissent leur porte ouverte.',
    story: [
      'Des imprimeurs, des potiers, un luthier et quelqu’un qui répare les horloges : pendant deux jours, vous pouvez regarder par-dessus leur épaule, et la plupart vous laisseront essayer.',
      'Café et gâteaux dans la cour, de onze heures jusqu’à la dernière miette.',
    ],
  },
  'Neighbours’ Week': {
    title: 'La semaine des voisins',
    excerpt: 'Sept jours, sept portes : chaque jour, une autre maison de la ruelle invite tout le monde.',
    story: [
      'Tout a commencé avec deux familles et une très grande marmite. Cette année, sept maisons participent, chacune à sa manière : une chanson, un jardin, une histoire, une réparation.',
      'Le plan est accroché au portail de la cour dès le dimanche soir.',
    ],
  },
  'Marmalade Swap': {
    title: 'Troc de marmelades',
    excerpt: 'Un pot donné, un pot emporté, et des tartines pour le jury, c’est-à-dire pour tout le monde.',
    story: [
      'L’an dernier, il y avait quarante-trois pots, dont deux au whisky. Posez le vôtre sur la table, goûtez les autres un à un et repartez avec celui que vous préférez.',
    ],
  },
};
