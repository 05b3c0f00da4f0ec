// Texts of the media library.
import { translated } from '../i18n/texts';

const en = {
  search: (plural: string) => `Search ${plural}`,
  upload: 'Upload',
  uploading: 'Uploading…',
  files: 'Files to upload',
  drop: 'or drop files here',
  noResults: 'No results',
  empty: 'No images yet',
  formats: 'Upload JPEG, PNG, WebP, GIF or AVIF files of up to 20 MB.',
  actionsFor: (name: string) => `Actions for ${name}`,
  choose: 'Choose an image',
  failed: (file: string, message: string) => `${file}: ${message}`,
  uploaded: (count: number) => (count === 1 ? '1 file uploaded.' : `${count} files uploaded.`),
};

const fr: typeof en = {
  search: (plural) => `Rechercher des ${plural}`,
  upload: 'Téléverser',
  uploading: 'Téléversement…',
  files: 'Fichiers à téléverser',
  drop: 'ou déposez des fichiers ici',
  noResults: 'Aucun résultat',
  empty: 'Aucune image pour l’instant',
  formats: 'Téléversez des fichiers JPEG, PNG, WebP, GIF ou AVIF de 20 Mo au plus.',
  actionsFor: (name) => `Actions pour ${name}`,
  choose: 'Choisir une image',
  failed: (file, message) => `${file} : ${message}`,
  uploaded: (count) => (count === 1 ? '1 fichier téléversé.' : `${count} fichiers téléversés.`),
};

export const texts = translated({ en, fr });
