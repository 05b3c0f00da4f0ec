// Texts of the calendar page.
import { translated } from '../i18n/texts';

const en = {
  calendar: 'Calendar',
  views: { dayGridMonth: 'Month', timeGridWeek: 'Week', timeGridDay: 'Day', listMonth: 'List' },
  today: 'Today',
  next: 'Next',
  previous: 'Previous',
  allDay: 'All day',
  noEvents: 'No events',
  moved: (name: string) => `“${name}” moved.`,
  conflict: (name: string) => `“${name}” was changed by someone else. The calendar now shows the latest version.`,
  move: 'Move',
  more: (count: number) => `+${count} more`,
  quickCreate: 'Quick create',
  allTimesIn: 'All times in',
  site: 'site',
  yourBrowser: 'your browser',
  ownZone: (one: string) => `each ${one}’s own time zone`,
  allZones: 'All time zones',
  required: 'Required',
  moreOptions: 'More options',
  saveDraft: 'Save draft',
  publish: 'Publish',
  created: (name: string) => `“${name}” created.`,
  published: (name: string) => `“${name}” published.`,
  openRecord: 'Open',
};

const fr: typeof en = {
  calendar: 'Calendrier',
  views: { dayGridMonth: 'Mois', timeGridWeek: 'Semaine', timeGridDay: 'Jour', listMonth: 'Liste' },
  today: 'Aujourd’hui',
  next: 'Suivant',
  previous: 'Précédent',
  allDay: 'Toute la journée',
  noEvents: 'Aucun événement',
  moved: (name) => `« ${name} » : déplacement effectué.`,
  conflict: (name) =>
    `« ${name} » a été modifié par quelqu’un d’autre. Le calendrier affiche maintenant la dernière version.`,
  move: 'Déplacer',
  more: (count) => `+ ${count}`,
  quickCreate: 'Création rapide',
  allTimesIn: 'Heures affichées :',
  site: 'site',
  yourBrowser: 'votre navigateur',
  ownZone: () => 'fuseau horaire propre à chaque fiche',
  allZones: 'Tous les fuseaux horaires',
  required: 'Obligatoire',
  moreOptions: 'Plus d’options',
  saveDraft: 'Enregistrer le brouillon',
  publish: 'Publier',
  created: (name) => `« ${name} » : création effectuée.`,
  published: (name) => `« ${name} » : publication effectuée.`,
  openRecord: 'Ouvrir',
};

export const texts = translated({ en, fr });
