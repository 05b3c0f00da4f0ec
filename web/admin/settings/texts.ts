// Texts of the settings page.
import { translated } from '../i18n/texts';

const en = {
  title: 'Settings',
  save: 'Save',
  saved: 'Settings saved',
  unsaved: 'Unsaved changes',
  subject: 'the settings',
  locked: 'Locked settings',
  lockedHelp: 'Environment variables set these. Remove a variable and restart to change its setting here.',
  indexing: (done: number, total: number) => `Preparing texts for the new languages: ${done} of ${total}.`,
};

const fr: typeof en = {
  title: 'Réglages',
  save: 'Enregistrer',
  saved: 'Réglages enregistrés',
  unsaved: 'Modifications non enregistrées',
  subject: 'les réglages',
  locked: 'Réglages verrouillés',
  lockedHelp:
    'Des variables d’environnement fixent ces réglages. Supprimez la variable et redémarrez pour les modifier ici.',
  indexing: (done, total) => `Préparation des textes pour les nouvelles langues : ${done} sur ${total}.`,
};

export const texts = translated({ en, fr });
