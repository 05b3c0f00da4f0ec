import type { Texts } from '../texts';

export const checklist: Texts['checklist'] = {
  title: 'Premiers pas',
  progress: (done, total) => `${done} sur ${total}`,
  done: 'fait',
  close: 'Masquer les premiers pas',
  steps: {
    name: 'Nommer votre calendrier',
    branding: 'Ajouter un logo ou une couleur',
    venue: 'Ajouter un lieu',
    event: 'Publier votre premier événement',
    subscribe: 'Voir votre calendrier',
    people: 'Inviter quelqu’un',
  },
};
