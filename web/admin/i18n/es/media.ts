import type { Texts } from '../texts';

export const media: Texts['media'] = {
  search: (plural) => `Buscar ${plural}`,
  upload: 'Subir',
  uploading: 'Subiendo…',
  files: 'Archivos para subir',
  drop: 'o suelte los archivos aquí',
  empty: 'Aún no hay imágenes',
  formats: 'Suba archivos JPEG, PNG, WebP, GIF o AVIF de hasta 20 MB.',
  actionsFor: (name) => `Acciones para ${name}`,
  choose: 'Elegir una imagen',
  failed: (file, message) => `${file}: ${message}`,
  uploaded: (count) => (count === 1 ? '1 archivo subido.' : `${count} archivos subidos.`),
};
