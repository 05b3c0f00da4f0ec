import type { Texts } from '../texts';

export const entry: Texts['entry'] = {
  hint: 'Vous pouvez ajouter la date, le lieu et la catégorie : « Ciné-club vendredi 20h à la Grange #film »',
  date: 'Date',
  when: 'Quand ?',
  whichDay: 'Quel jour ?',
  whichTime: 'À quelle heure ?',
  whichOne: (name) => `Quel lieu « ${name} » ?`,
  noVenue: (name) => `Aucun lieu ne s’appelle « ${name} ».`,
  noCategory: (name) => `Aucune catégorie ne s’appelle « ${name} ».`,
  inTitle: (title) => `Fait partie du titre : « ${title} »`,
  leaveOut: 'Ne pas en tenir compte',
  chooseFirst: 'Choisissez d’abord une réponse.',
  recognize: 'Lire la date, le lieu et la catégorie dans le titre',
  publishAs: (title) => `Publier « ${title} »`,
  draftAs: (title) => `Créer le brouillon « ${title} »`,
  created: (name) => `Événement « ${name} » créé.`,
  published: (name) => `Événement « ${name} » publié.`,
  openRecord: 'Ouvrir',
};
