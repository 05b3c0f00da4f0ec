// French texts of the organizers.
import type { Given } from '../../core/field.js';

export const organizers: Readonly<Record<string, Given>> = {
  'Harbour Arts Circle': {
    organizer: 'Cercle des arts du port',
    description:
      '<p>Des musiciens, des peintres et des pilotes de ferry qui font vivre le vieux quai toute l’année.</p>',
  },
  'Northlight Film Society': {
    organizer: 'Ciné-club Northlight',
    description:
      '<p>Des bénévoles qui montrent des films le jeudi depuis trente et un ans et se disputent encore sur la fin.</p>',
  },
  'Kettle and Thread Makers’ Guild': {
    organizer: 'Guilde Bouilloire et Fil',
    description:
      '<p>Des relieurs, des tisserands et des raccommodeuses qui transmettent leur savoir-faire en petits groupes.</p>',
  },
  'Open Window Concerts': {
    organizer: 'Les Concerts de la fenêtre ouverte',
    description:
      '<p>Musique de chambre, jazz et chansons dans des salles assez petites pour qu’on entende respirer.</p>',
  },
  'Long Table Kitchen': {
    organizer: 'La Grande Tablée',
    description: '<p>Des cuisiniers convaincus qu’entre la soupe et le pain, les inconnus deviennent des voisins.</p>',
  },
  'Field and Feather Walks': {
    organizer: 'Balades Plumes et Prairies',
    description:
      '<p>Des naturalistes qui marchent lentement, ont toujours des jumelles de rechange et ne se lassent d’aucune question.</p>',
  },
  'The Reading Room Collective': {
    organizer: 'Collectif La Salle de lecture',
    description:
      '<p>Groupes de lecture, heures du conte et conférences, partout où il y a une étagère et une lampe.</p>',
  },
};
