// One-line entries and their reading, in every language of the console. Now is Tuesday, 17 November 2026, 10:00 in Paris.
import { describe, expect, test } from 'vitest';
import { type Entry, readEntry } from '../core/entry/read-entry.js';
import { languageCodes, localeFor } from '../core/languages.js';
import { textsFor } from './texts.js';

const at = { now: '2026-11-17 09:00:00', zone: 'Europe/Paris' };
const read = (language: string, line: string): Entry | undefined =>
  readEntry(line, { ...at, words: textsFor(language).entry, locale: localeFor(language) });

/** `YYYY-MM-DD HH:MM–HH:MM`, the end with its day if that is another one; only the day for whole days. */
function shownDate({ start_date, end_date, all_day }: NonNullable<Entry['date']>): string {
  if (all_day) return start_date.slice(0, 10);
  const end = end_date.slice(0, 10) === start_date.slice(0, 10) ? end_date.slice(11, 16) : end_date.slice(5, 16);
  return `${start_date.slice(0, 16)}–${end}`;
}

function shown(entry: Entry | undefined): string {
  const { title = '', date, question, place, terms = [] } = entry ?? {};
  const dates = date ? [shownDate(date)] : (question?.choices ?? []).map(shownDate);
  const when = question ? `${question.about}? ${dates.join(' or ')}` : dates.join('');
  return [title, when, place ?? '', terms.join(',')].join(' | ');
}

const lines: Readonly<Record<string, readonly (readonly [line: string, reading: string])[]>> = {
  en: [
    ['Film night Fri 8pm at Town Barn #film', 'Film night | 2026-11-20 20:00–21:00 | Town Barn | film'],
    ['Film night tomorrow 8-10pm', 'Film night | 2026-11-18 20:00–22:00 |  | '],
    ['Brunch Sunday 11-1pm at The Tide Hall', 'Brunch | 2026-11-22 11:00–13:00 | The Tide Hall | '],
    ['Choir on Thursday at 19:30 for 2 hours', 'Choir | 2026-11-19 19:30–21:30 |  | '],
    ['Repair café 12 December 2pm', 'Repair café | 2026-12-12 14:00–15:00 |  | '],
    ['Repair café Dec 12, 2027 from 2pm to 5pm', 'Repair café | 2027-12-12 14:00–17:00 |  | '],
    ['Open day on the 3rd of January all day', 'Open day | 2027-01-03 |  | '],
    ['Flea market 2027-05-01', 'Flea market | 2027-05-01 |  | '],
    ['Walk today 6.30pm', 'Walk | 2026-11-17 18:30–19:30 |  | '],
    ['Late show tonight 10pm-2am', 'Late show | 2026-11-17 22:00–11-18 02:00 |  | '],
    ['Quiz tonight at 8', 'Quiz | 2026-11-17 20:00–21:00 |  | '],
    ['Lunch noon', 'Lunch | 2026-11-17 12:00–13:00 |  | '],
    ['Breakfast 9am', 'Breakfast | 2026-11-18 09:00–10:00 |  | '],
    ['Council meeting in 2 weeks 18:00', 'Council meeting | 2026-12-01 18:00–19:00 |  | '],
    ['Talk 1/13/2027 5pm', 'Talk | 2027-01-13 17:00–18:00 |  | '],
    ['Talk 05/06/2027 5pm', 'Talk | day? 2027-06-05 17:00–18:00 or 2027-05-06 17:00–18:00 |  | '],
    ['Yoga next Friday 6pm', 'Yoga | day? 2026-11-20 18:00–19:00 or 2026-11-27 18:00–19:00 |  | '],
    ['Yoga Tuesday 6pm', 'Yoga | day? 2026-11-17 18:00–19:00 or 2026-11-24 18:00–19:00 |  | '],
    ['Yoga Friday at 8', 'Yoga | hour? 2026-11-20 08:00–09:00 or 2026-11-20 20:00–21:00 |  | '],
    ['Yoga Friday 8:30', 'Yoga | hour? 2026-11-20 08:30–09:30 or 2026-11-20 20:30–21:30 |  | '],
    ['Summer fair', 'Summer fair |  |  | '],
    ['inDesign course tomorrow 6pm @Library', 'inDesign course | 2026-11-18 18:00–19:00 | Library | '],
    [
      '1984 reading group Wed 19:00 #"book club" #free',
      '1984 reading group | 2026-11-18 19:00–20:00 |  | book club,free',
    ],
  ],
  fr: [
    ['Ciné-club vendredi 20h à la Grange #film', 'Ciné-club | 2026-11-20 20:00–21:00 | Grange | film'],
    ['Ciné-club demain de 20h à 22h30', 'Ciné-club | 2026-11-18 20:00–22:30 |  | '],
    ['Chorale jeudi à 19h30 pendant 2 heures', 'Chorale | 2026-11-19 19:30–21:30 |  | '],
    ['Vide-grenier le 1er mai toute la journée', 'Vide-grenier | 2027-05-01 |  | '],
    ['Vide-grenier dimanche 2 mai 2027 9h-17h', 'Vide-grenier | 2027-05-02 09:00–17:00 |  | '],
    ['Concert le 12 décembre à 21h', 'Concert | 2026-12-12 21:00–22:00 |  | '],
    ['Concert 05/06/2027 21h', 'Concert | 2027-06-05 21:00–22:00 |  | '],
    ['Repas ce soir 19:00', 'Repas | 2026-11-17 19:00–20:00 |  | '],
    ['Déjeuner midi', 'Déjeuner | 2026-11-17 12:00–13:00 |  | '],
    ['Atelier après-demain 14h chez Paulette', 'Atelier | 2026-11-19 14:00–15:00 | Paulette | '],
    ['Conseil dans 2 semaines 18h', 'Conseil | 2026-12-01 18:00–19:00 |  | '],
    ['Yoga vendredi prochain 18h', 'Yoga | day? 2026-11-20 18:00–19:00 or 2026-11-27 18:00–19:00 |  | '],
    ['Yoga vendredi à 8', 'Yoga | hour? 2026-11-20 08:00–09:00 or 2026-11-20 20:00–21:00 |  | '],
  ],
  de: [
    ['Filmabend Fr 20 Uhr im Stadel #film', 'Filmabend | 2026-11-20 20:00–21:00 | Stadel | film'],
    ['Filmabend morgen von 20 bis 22 Uhr', 'Filmabend | 2026-11-18 20:00–22:00 |  | '],
    ['Chor am Donnerstag um 19.30 Uhr', 'Chor | 2026-11-19 19:30–20:30 |  | '],
    ['Chor Donnerstag 19:30, 2 Stunden', 'Chor | 2026-11-19 19:30–21:30 |  | '],
    ['Flohmarkt 1.5. ganztägig', 'Flohmarkt | 2027-05-01 |  | '],
    ['Flohmarkt am Sonntag, 2. Mai 2027, 9–17 Uhr', 'Flohmarkt | 2027-05-02 09:00–17:00 |  | '],
    ['Konzert 05.06.2027 21:00', 'Konzert | 2027-06-05 21:00–22:00 |  | '],
    ['Konzert am 12. Dezember 20 Uhr in der Alten Mühle', 'Konzert | 2026-12-12 20:00–21:00 | Alten Mühle | '],
    ['Essen heute Abend um 7', 'Essen | 2026-11-17 19:00–20:00 |  | '],
    ['Werkstatt übermorgen 14 Uhr', 'Werkstatt | 2026-11-19 14:00–15:00 |  | '],
    ['Rat in 3 Tagen 18 Uhr', 'Rat | 2026-11-20 18:00–19:00 |  | '],
    ['Tanz Samstag 22 Uhr bis 3 Uhr', 'Tanz | 2026-11-21 22:00–11-22 03:00 |  | '],
    ['Yoga nächsten Freitag 18 Uhr', 'Yoga | day? 2026-11-20 18:00–19:00 or 2026-11-27 18:00–19:00 |  | '],
    ['Yoga Freitag um 8', 'Yoga | hour? 2026-11-20 08:00–09:00 or 2026-11-20 20:00–21:00 |  | '],
  ],
  es: [
    ['Noche de cine viernes 20:00 en el Granero #cine', 'Noche de cine | 2026-11-20 20:00–21:00 | Granero | cine'],
    ['Noche de cine mañana de 20:00 a 22:00', 'Noche de cine | 2026-11-18 20:00–22:00 |  | '],
    ['Coro el jueves a las 19:30 durante 2 horas', 'Coro | 2026-11-19 19:30–21:30 |  | '],
    ['Rastro el 1 de mayo todo el día', 'Rastro | 2027-05-01 |  | '],
    ['Rastro el domingo 2 de mayo de 2027 9:00-17:00', 'Rastro | 2027-05-02 09:00–17:00 |  | '],
    ['Concierto 05/06/2027 21 h', 'Concierto | 2027-06-05 21:00–22:00 |  | '],
    ['Cena esta noche a las 9', 'Cena | 2026-11-17 21:00–22:00 |  | '],
    ['Taller pasado mañana 14:00', 'Taller | 2026-11-19 14:00–15:00 |  | '],
    ['Pleno dentro de 2 semanas a las 18:00', 'Pleno | 2026-12-01 18:00–19:00 |  | '],
    ['Comida mediodía', 'Comida | 2026-11-17 12:00–13:00 |  | '],
    ['Yoga el próximo viernes a las 18:00', 'Yoga | day? 2026-11-20 18:00–19:00 or 2026-11-27 18:00–19:00 |  | '],
    ['Yoga viernes a las 8', 'Yoga | hour? 2026-11-20 08:00–09:00 or 2026-11-20 20:00–21:00 |  | '],
  ],
};

test('every language has entries', () => expect(Object.keys(lines).sort()).toEqual([...languageCodes].sort()));

describe.each(Object.entries(lines))('in %s', (language, table) => {
  test.each(table)('%s', (line, reading) => expect(shown(read(language, line))).toBe(reading));
});

test('a line that is too long is not read', () => expect(read('en', 'x'.repeat(301))).toBeUndefined());
