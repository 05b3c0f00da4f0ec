// French texts of the categories and tags, without names that are equal in both languages.
import type { Given } from '../../core/field.js';

export const categories: Readonly<Record<string, Given>> = {
  Music: {
    name: 'Musique',
    description: 'Concerts, sessions et chant, d’une seule voix à une salle entière.',
  },
  Jazz: { description: 'Quartets, fins de soirée et standards joués comme au premier jour.' },
  Classical: { name: 'Classique', description: 'La musique de chambre, de tout près.' },
  Folk: { name: 'Folk et trad', description: 'Des airs que l’on se transmet depuis longtemps.' },
  Arts: {
    name: 'Arts et spectacles',
    description: 'Des choses à regarder, et des gens à voir à l’œuvre.',
  },
  Film: { name: 'Cinéma', description: 'Des projections, avec quelqu’un pour en parler.' },
  Theatre: { name: 'Théâtre et marionnettes', description: 'Pièces, marionnettes et lectures.' },
  Exhibitions: { name: 'Expositions', description: 'Aux murs pour quelque temps.' },
  Learning: {
    name: 'Apprendre',
    description: 'On arrive sans rien savoir, on repart en sachant quelque chose.',
  },
  Workshops: { name: 'Ateliers', description: 'Apprendre avec les mains.' },
  Talks: { name: 'Conférences', description: 'Une heure d’écoute, puis les questions.' },
  'Food & Drink': { name: 'Saveurs', description: 'Soupers, dégustations et marchés.' },
  Markets: { name: 'Marchés', description: 'Des étals, des paniers et des conversations.' },
  Outdoors: { name: 'Plein air', description: 'À ciel ouvert, presque par tous les temps.' },
  Walks: { name: 'Balades', description: 'À pied, avec un guide et au pas du plus lent.' },
  Family: { name: 'En famille', description: 'Pour les enfants et ceux qui les accompagnent.' },
  Community: { name: 'Vie de quartier', description: 'Ce que des voisins font ensemble.' },
  Festivals: { description: 'Plusieurs jours, bien des lieux, un seul programme.' },
};

export const tags: Readonly<Record<string, Given>> = {
  'all ages': { name: 'tout public' },
  'beginners welcome': { name: 'débutants bienvenus' },
  'book ahead': { name: 'sur réservation' },
  evening: { name: 'en soirée' },
  'free entry': { name: 'entrée libre' },
  'late night': { name: 'tard le soir' },
  'live music': { name: 'musique live' },
  online: { name: 'en ligne' },
  outdoors: { name: 'en plein air' },
  'small group': { name: 'petit groupe' },
  'step-free': { name: 'accès de plain-pied' },
  vegetarian: { name: 'végétarien' },
  weekend: { name: 'week-end' },
};
