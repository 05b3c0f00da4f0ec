import type { Texts } from '../texts';

export const media: Texts['media'] = {
  search: (plural) => `Rechercher des ${plural}`,
  upload: 'Téléverser',
  uploading: 'Téléversement…',
  files: 'Fichiers à téléverser',
  drop: 'ou déposez des fichiers ici',
  empty: 'Aucune image pour l’instant',
  formats: 'Téléversez des fichiers JPEG, PNG, WebP, GIF ou AVIF de 20 Mo au plus.',
  actionsFor: (name) => `Actions pour ${name}`,
  choose: 'Choisir une image',
  failed: (file, message) => `${file} : ${message}`,
  uploaded: (count) => (count === 1 ? '1 fichier téléversé.' : `${count} fichiers téléversés.`),
};
