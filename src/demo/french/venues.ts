// French texts of the venues, without names that are not translated.
import type { Given } from '../../core/field.js';

export const venues: Readonly<Record<string, Given>> = {
  'The Tide Hall': {
    venue: 'La Salle des marées',
    description:
      '<p>Une ancienne voilerie devenue salle de concert, à une minute du ferry. Les hautes fenêtres restent ouvertes jusqu’à ce que la musique commence.</p>',
  },
  'Lantern House': {
    description:
      '<p>Un petit cinéma de soixante places, une librairie au-dessous et un poêle qu’on allume dès septembre.</p>',
  },
  'Alte Papiermühle': {
    description:
      '<p>Des ateliers au rez-de-chaussée, une salle à la belle acoustique à l’étage et, entre les deux ailes, une cour plantée de marronniers. L’ascenseur dessert tous les niveaux.</p>',
  },
  'Maison des Vents': {
    description:
      '<p>Une ancienne corderie, avec un théâtre de poche et une bibliothèque qui prête des instruments.</p>',
  },
  'Riverbend Commons': {
    description:
      '<p>Une maison de quartier avec un marché couvert, six établis et la bibliothèque d’outils la mieux garnie de la ville.</p>',
  },
  'Kumo Machiya': {
    description:
      '<p>Une maison de ville en bois sombre autour d’un jardin de mousse. Les chaussures restent à la porte ; des chaussons sont fournis.</p>',
  },
  'Saltbush Pavilion': {
    venue: 'Pavillon Saltbush',
    description:
      '<p>Un kiosque à musique, une cuisine et une vaste pelouse au bord de la baie. Chemins plats depuis l’arrêt du tram.</p>',
  },
  'Jacaranda Yard': {
    venue: 'La Cour des jacarandas',
    description:
      '<p>Une cour ouverte avec une scène sous les arbres, une brûlerie de café et une salle de lecture pour les enfants.</p>',
  },
};
