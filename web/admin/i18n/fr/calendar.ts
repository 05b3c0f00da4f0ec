import type { Texts } from '../texts';

export const calendar: Texts['calendar'] = {
  calendar: 'Calendrier',
  views: { dayGridMonth: 'Mois', timeGridWeek: 'Semaine', timeGridDay: 'Jour', listMonth: 'Liste' },
  today: 'Aujourd’hui',
  next: 'Suivant',
  previous: 'Précédent',
  noEvents: 'Aucun événement',
  moved: (name) => `Événement « ${name} » déplacé.`,
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
  moreOptions: 'Plus d’options',
};
