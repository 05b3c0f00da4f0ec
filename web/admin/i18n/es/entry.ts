import type { Texts } from '../texts';

export const entry: Texts['entry'] = {
  hint: 'Puede añadir fecha, lugar y categoría: «Noche de cine viernes 20:00 en el Granero #cine»',
  date: 'Fecha',
  when: '¿Cuándo?',
  whichDay: '¿Qué día?',
  whichTime: '¿A qué hora?',
  whichOne: (name) => `¿Qué lugar «${name}»?`,
  noVenue: (name) => `Ningún lugar se llama «${name}».`,
  noCategory: (name) => `Ninguna categoría se llama «${name}».`,
  inTitle: (title) => `Parte del título: «${title}»`,
  leaveOut: 'Omitir',
  chooseFirst: 'Elija primero una respuesta.',
  recognize: 'Leer fecha, lugar y categoría del título',
  publishAs: (title) => `Publicar «${title}»`,
  draftAs: (title) => `Crear el borrador «${title}»`,
  created: (name) => `Se creó «${name}».`,
  published: (name) => `Se publicó «${name}».`,
  openRecord: 'Abrir',
};
