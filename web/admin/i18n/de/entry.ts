import type { Texts } from '../texts';

export const entry: Texts['entry'] = {
  hint: 'Datum, Ort und Kategorie können dabeistehen: „Filmabend Fr 20 Uhr im Stadel #film“',
  date: 'Datum',
  when: 'Wann?',
  whichDay: 'Welcher Tag?',
  whichTime: 'Welche Uhrzeit?',
  whichOne: (name) => `Welcher Ort „${name}“?`,
  noVenue: (name) => `Kein Ort heißt „${name}“.`,
  noCategory: (name) => `Keine Kategorie heißt „${name}“.`,
  inTitle: (title) => `Teil des Titels: „${title}“`,
  leaveOut: 'Weglassen',
  chooseFirst: 'Wählen Sie zuerst eine Antwort.',
  recognize: 'Datum, Ort und Kategorie aus dem Titel lesen',
  publishAs: (title) => `„${title}“ veröffentlichen`,
  draftAs: (title) => `Entwurf „${title}“ erstellen`,
  created: (name) => `„${name}“ erstellt.`,
  published: (name) => `„${name}“ veröffentlicht.`,
  openRecord: 'Öffnen',
};
