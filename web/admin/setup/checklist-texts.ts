// Texts of the checklist.
import { translated } from '../i18n/texts';

const en = {
  title: 'First steps',
  progress: (done: number, total: number) => `${done} of ${total} done`,
  done: 'done',
  close: 'Hide the first steps',
  steps: {
    name: 'Name your calendar',
    look: 'Add a logo or a color',
    venue: 'Add a venue',
    event: 'Publish your first event',
    subscribe: 'Look at the calendar and subscribe to it',
    people: 'Invite someone',
  },
};

const fr: typeof en = {
  title: 'Premiers pas',
  progress: (done, total) => `${done} sur ${total}`,
  done: 'fait',
  close: 'Masquer les premiers pas',
  steps: {
    name: 'Nommer votre calendrier',
    look: 'Ajouter un logo ou une couleur',
    venue: 'Ajouter un lieu',
    event: 'Publier votre premier événement',
    subscribe: 'Voir le calendrier et s’y abonner',
    people: 'Inviter quelqu’un',
  },
};

export const texts = translated({ en, fr });
