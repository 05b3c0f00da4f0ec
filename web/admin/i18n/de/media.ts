import type { Texts } from '../texts';

export const media: Texts['media'] = {
  search: (plural) => `${plural} suchen`,
  upload: 'Hochladen',
  uploading: 'Wird hochgeladen …',
  files: 'Dateien zum Hochladen',
  drop: 'oder Dateien hier ablegen',
  empty: 'Noch keine Bilder',
  formats: 'Laden Sie Dateien im Format JPEG, PNG, WebP, GIF oder AVIF bis 20 MB hoch.',
  actionsFor: (name) => `Aktionen für ${name}`,
  choose: 'Bild auswählen',
  failed: (file, message) => `${file}: ${message}`,
  uploaded: (count) => (count === 1 ? '1 Datei hochgeladen.' : `${count} Dateien hochgeladen.`),
};
