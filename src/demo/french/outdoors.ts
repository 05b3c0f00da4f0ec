// French texts of the walks, days in the open air and hours for children.
import type { FrenchEvents } from '../demo-event.js';

export const outdoors: FrenchEvents = {
  'Moss and Stone: A Slow Walk': {
    title: 'Mousses et pierres : une balade très lente',
    excerpt: 'Huit cents mètres en deux heures, une loupe à la main.',
    story: ['Entre le portail et le pont poussent quarante espèces de mousses. Nous nous arrêtons devant chacune.'],
  },
  'Dawn Chorus Walk': {
    title: 'Balade au premier chant des oiseaux',
    excerpt: 'Avant les premiers bus : qui chante d’abord, qui répond et qui fait la grasse matinée.',
    story: [
      'Rendez-vous devant la porte, dans le noir, puis nous descendons vers la Water of Leith. Quand la boulangerie ouvrira, vous reconnaîtrez neuf oiseaux à l’oreille.',
      'Vêtements chauds et chaussures silencieuses, s’il vous plaît. Il y a des jumelles de rechange dans le sac à dos.',
    ],
  },
  'Story Hour under the Fig Tree': {
    title: 'L’heure du conte sous le figuier',
    excerpt: 'Des histoires en swahili et en anglais, pour les enfants de trois à neuf ans et leurs grandes personnes.',
    story: [
      'Deux conteurs, un tapis et un panier d’objets qui cachent chacun une histoire. Qui en choisit un l’entend raconter.',
      'Ensuite, la salle de lecture reste ouverte à qui veut emprunter un livre.',
    ],
  },
  'Kite Day': {
    title: 'La journée des cerfs-volants',
    excerpt: 'À construire au pavillon, à faire voler sur le rivage, du lever du soleil jusqu’à ce que le vent tombe.',
    story: [
      'Baguettes, papier et ficelle sont sur les tables toute la journée. Le record : un cerf-volant de neuf mètres, construit par une classe et tenu par tous ses élèves.',
      'Pas de vent ? Alors c’est le jour des très grands avions en papier.',
    ],
  },
  'Estuary Bird Count': {
    title: 'Comptage des oiseaux de l’estuaire',
    excerpt: 'Aidez-nous à compter les petits échassiers. Les débutants comptent les flamants roses.',
    story: [
      'Des équipes de quatre se partagent le rivage, chacune son tronçon, et comptent une heure à marée haute, puis une heure à marée basse. Les chiffres partent le soir même pour le recensement national.',
      [
        'Rendez-vous à la salle, à partir de sept heures',
        'Longues-vues et feuilles de comptage sont fournies',
        'À midi, de la soupe pour toutes les bottes boueuses',
      ],
    ],
  },
  'Lantern Walk on the Mountain': {
    title: 'La montagne aux lanternes',
    excerpt: 'On monte entre les érables à la lueur des lanternes, on redescend avec toute la ville à ses pieds.',
    story: [
      'Nous partons de la cour avec soixante lanternes et une bouteille thermos grande comme un enfant. Le chemin est large et jamais raide ; en haut, on chante.',
    ],
  },
  'The Long Walk to the Sea': {
    title: 'La grande marche vers la mer',
    excerpt: 'Deux jours, trente-quatre kilomètres et une nuit dans une bergerie.',
    story: [
      'De la salle au dernier phare, par l’ancien chemin du sel. Une camionnette porte les bagages ; vous portez de l’eau et une pomme.',
      'Le tarif réduit est pour ceux qui apportent leur sac de couchage.',
    ],
  },
};
