import type { Texts } from '../texts';

export const checklist: Texts['checklist'] = {
  title: 'Primeros pasos',
  progress: (done, total) => `${done} de ${total}`,
  done: 'hecho',
  close: 'Ocultar los primeros pasos',
  steps: {
    name: 'Poner nombre a su calendario',
    branding: 'Añadir un logotipo o un color',
    venue: 'Añadir un lugar',
    event: 'Publicar su primer evento',
    subscribe: 'Ver su calendario',
    people: 'Invitar a alguien',
  },
};
