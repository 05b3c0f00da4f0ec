import type { Texts } from '../texts';

export const settings: Texts['settings'] = {
  title: 'Réglages',
  saved: 'Réglages enregistrés',
  subject: 'les réglages',
  locked: 'Réglages verrouillés',
  lockedHelp:
    'Des variables d’environnement fixent ces réglages. Supprimez la variable et redémarrez pour les modifier ici.',
  indexing: (done, total) => `Préparation des textes pour les nouvelles langues : ${done} sur ${total}.`,
};
