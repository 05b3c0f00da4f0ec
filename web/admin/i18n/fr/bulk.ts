import type { Texts } from '../texts';

export const bulk: Texts['bulk'] = {
  edit: 'Modifier…',
  title: (counted) => `Modifier ${counted}`,
  help: 'Les champs que vous ne changez pas gardent leur valeur.',
  add: (label) => `Ajouter : ${label.toLowerCase()}`,
  remove: (label) => `Retirer : ${label.toLowerCase()}`,
  noChange: 'Aucun changement',
  replace: 'Remplacer par',
  clear: 'Tout retirer',
  apply: (counted) => `Modifier ${counted}`,
  nothing: 'Choisissez au moins un changement.',
  changing: 'Modification en cours',
  undoing: 'Annulation en cours',
  progress: (done, total) => `${done} sur ${total}`,
  stop: 'Arrêter',
  failed: (count) => `Échec de la modification : ${count}`,
  notRestored: (count) => `Échec de l’annulation : ${count}`,
  conflict: 'Modifié entre-temps par quelqu’un d’autre. Rien n’a été remplacé.',
  changed: (counted) => `${counted} : modifications enregistrées.`,
  restored: (counted) => `${counted} : modifications annulées.`,
};
