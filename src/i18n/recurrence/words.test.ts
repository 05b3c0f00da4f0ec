// Recurrences in words, in every language of Almanac.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ruleCases, skipCases } from '../../../tests/harness/random-rule.js';
import { repetitions } from '../../../tests/harness/repetitions.js';
import { languageCodes } from '../../core/languages.js';
import { parseRecurrence } from '../../core/time/recurrence.js';
import { recurrenceText } from './words.js';

const START = '2027-05-04 10:00:00';

function words(input: unknown, language: string | undefined, start = START): string {
  const recurrence = parseRecurrence(input, 'Europe/Paris', start);
  return recurrence ? recurrenceText(recurrence, start, language) : '';
}

describe('the words of a recurrence', () => {
  it.each([
    ['FREQ=DAILY', 'every day', 'tous les jours', 'jeden Tag'],
    [
      'FREQ=DAILY;INTERVAL=2;COUNT=1',
      'every second day, once',
      'un jour sur deux, 1 fois',
      'jeden zweiten Tag, einmal',
    ],
    ['FREQ=DAILY;INTERVAL=10', 'every 10 days', 'tous les 10 jours', 'alle 10 Tage'],
    [
      'FREQ=DAILY;BYHOUR=10,15',
      'every day at 10:00 and 15:00',
      'tous les jours à 10:00 et 15:00',
      'jeden Tag um 10:00 und 15:00 Uhr',
    ],
    ['FREQ=WEEKLY', 'every Tuesday', 'tous les mardis', 'jeden Dienstag'],
    [
      'FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20271231',
      'every Tuesday and Thursday until 31 December 2027',
      'tous les mardis et jeudis jusqu’au 31 décembre 2027',
      'jeden Dienstag und Donnerstag bis 31. Dezember 2027',
    ],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'every weekday', 'du lundi au vendredi', 'montags bis freitags'],
    ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR', 'every weekday', 'du lundi au vendredi', 'montags bis freitags'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU', 'every day', 'tous les jours', 'jeden Tag'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TH', 'every second Thursday', 'un jeudi sur deux', 'jeden zweiten Donnerstag'],
    [
      'FREQ=WEEKLY;INTERVAL=3;BYDAY=TU,TH',
      'every 3 weeks, on Tuesday and Thursday',
      'toutes les 3 semaines, le mardi et le jeudi',
      'alle 3 Wochen, dienstags und donnerstags',
    ],
    ['FREQ=MONTHLY', 'on the 4th of every month', 'le 4 de chaque mois', 'am 4. jedes Monats'],
    [
      'FREQ=MONTHLY;BYMONTHDAY=1,-1',
      'on the 1st and the last day of every month',
      'le 1er et le dernier jour de chaque mois',
      'am 1. und am letzten Tag im Monat',
    ],
    [
      'FREQ=MONTHLY;BYDAY=-1FR;COUNT=10',
      'on the last Friday of every month, 10 times',
      'le dernier vendredi de chaque mois, 10 fois',
      'am letzten Freitag im Monat, 10-mal',
    ],
    [
      'FREQ=MONTHLY;INTERVAL=2;BYDAY=2MO,-2TU',
      'on the second Monday and the second to last Tuesday of every second month',
      'un mois sur deux, le deuxième lundi et l’avant-dernier mardi',
      'jeden zweiten Monat am zweiten Montag und am vorletzten Dienstag',
    ],
    [
      'FREQ=WEEKLY;BYDAY=TU;BYMONTH=1,2,3,4,5,6,7,9,10,11,12',
      'every Tuesday, except in August',
      'tous les mardis, sauf en août',
      'jeden Dienstag, außer im August',
    ],
    ['FREQ=MONTHLY;INTERVAL=3', 'every 3 months on the 4th', 'tous les 3 mois, le 4', 'am 4. jedes dritten Monats'],
    [
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      'on the last weekday of every month',
      'le dernier jour de semaine de chaque mois',
      'am letzten Arbeitstag im Monat',
    ],
    [
      'FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=1;BYMONTH=6,7',
      'on the first Saturday or Sunday of every month, in June and July',
      'le premier samedi ou dimanche de chaque mois, en juin et juillet',
      'am ersten Samstag oder Sonntag im Monat, im Juni und Juli',
    ],
    [
      'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24',
      'every year on 24 December',
      'chaque année, le 24 décembre',
      'jedes Jahr am 24. Dezember',
    ],
    ['FREQ=YEARLY;INTERVAL=2', 'every second year on 4 May', 'un an sur deux, le 4 mai', 'jedes zweite Jahr am 4. Mai'],
    [
      'FREQ=YEARLY;BYMONTH=11;BYDAY=4TH',
      'every year on the fourth Thursday of November',
      'chaque année, le quatrième jeudi de novembre',
      'jedes Jahr am vierten Donnerstag im November',
    ],
    [
      'FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU',
      'every year on the last Sunday of March and October',
      'chaque année, le dernier dimanche de mars et d’octobre',
      'jedes Jahr am letzten Sonntag im März und Oktober',
    ],
    [
      'FREQ=YEARLY;BYWEEKNO=20',
      'every year, in week 20, on Tuesday',
      'tous les ans, la semaine 20, le mardi',
      'jedes Jahr, in Kalenderwoche 20, dienstags',
    ],
    [
      'FREQ=YEARLY;BYYEARDAY=100,-1',
      'every year, on the 100th day of the year and the last day of the year',
      'tous les ans, le 100e jour de l’année et le dernier jour de l’année',
      'jedes Jahr, am 100. Tag im Jahr und am letzten Tag im Jahr',
    ],
    [
      'FREQ=YEARLY;BYDAY=20MO',
      'every year, on the 20th Monday of the year',
      'tous les ans, le 20e lundi de l’année',
      'jedes Jahr, am 20. Montag im Jahr',
    ],
    [
      'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
      'every month, on the 13th, on Friday',
      'tous les mois, le 13, le vendredi',
      'jeden Monat, am 13., freitags',
    ],
    [
      'RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD',
      'on the 31st of every month, or the last day of a shorter month',
      'le 31 de chaque mois, ou le dernier jour d’un mois plus court',
      'am 31. jedes Monats, oder am letzten Tag eines kürzeren Monats',
    ],
    ['RDATE:20270601,20270602', 'on 3 dates', 'à 3 dates', 'an 3 Terminen'],
    [
      'RRULE:FREQ=WEEKLY\nRDATE:20270601T120000\nEXDATE:20270511',
      'every Tuesday, plus 1 date, except on 11 May 2027',
      'tous les mardis, et une autre date, sauf le 11 mai 2027',
      'jeden Dienstag, zusätzlich an einem Termin, außer am 11. Mai 2027',
    ],
    [
      'RRULE:FREQ=WEEKLY\nEXDATE:20270511,20270518',
      'every Tuesday, except on 2 dates',
      'tous les mardis, sauf 2 dates',
      'jeden Dienstag, außer an 2 Terminen',
    ],
  ])('%s', (input, english, french, german) => {
    expect([undefined, 'fr', 'de'].map((language) => words(input, language))).toEqual([english, french, german]);
  });

  it.each([
    ['FREQ=WEEKLY;INTERVAL=2;UNTIL=20271231', 'jeden zweiten Dienstag bis 31. Dezember 2027'],
    ['FREQ=MONTHLY;INTERVAL=3;UNTIL=20271231', 'am 4. jedes dritten Monats bis 31. Dezember 2027'],
    ['FREQ=MONTHLY;INTERVAL=6;BYMONTHDAY=-3', 'alle 6 Monate am drittletzten Tag'],
    ['FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=1,15', 'am 1. und am 15. jedes 12. Monats'],
    ['FREQ=YEARLY;BYWEEKNO=-1;BYDAY=SU', 'jedes Jahr, in der letzten Woche, sonntags'],
    [
      'FREQ=MONTHLY;INTERVAL=2;BYDAY=MO,FR;BYSETPOS=2,-2',
      'jeden zweiten Monat, montags und freitags, nur am zweiten und am vorletzten dieser Termine',
    ],
  ])('are grammatical in German: %s', (input, german) => {
    expect(words(input, 'de')).toBe(german);
  });

  it.each([
    ['FREQ=DAILY', 'todos los días'],
    ['FREQ=DAILY;INTERVAL=2;COUNT=1', 'cada dos días, 1 vez'],
    ['FREQ=DAILY;INTERVAL=10', 'cada 10 días'],
    ['FREQ=DAILY;BYHOUR=10,15', 'todos los días a las 10:00 y 15:00'],
    ['FREQ=DAILY;BYHOUR=1,13', 'todos los días a la 01:00 y las 13:00'],
    ['FREQ=WEEKLY', 'todos los martes'],
    ['FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20271231', 'todos los martes y jueves hasta el 31 de diciembre de 2027'],
    ['FREQ=WEEKLY;BYDAY=FR,SA,SU', 'todos los viernes, sábados y domingos'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'de lunes a viernes'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU', 'todos los días'],
    ['FREQ=WEEKLY;INTERVAL=2;UNTIL=20271231', 'cada dos martes hasta el 31 de diciembre de 2027'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SA', 'cada dos sábados'],
    ['FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,WE', 'cada 3 semanas, los lunes y miércoles'],
    ['FREQ=MONTHLY', 'el día 4 de cada mes'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,15', 'los días 1 y 15 de cada mes'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,-1', 'el día 1 y el último día de cada mes'],
    ['FREQ=MONTHLY;BYDAY=-1FR;COUNT=10', 'el último viernes de cada mes, 10 veces'],
    ['FREQ=MONTHLY;BYDAY=1MO,3MO', 'el primer lunes y el tercer lunes de cada mes'],
    ['FREQ=MONTHLY;BYDAY=-4MO', 'el cuarto lunes contando desde el final de cada mes'],
    ['FREQ=MONTHLY;INTERVAL=2;BYDAY=2MO,-2TU', 'cada dos meses, el segundo lunes y el penúltimo martes'],
    ['FREQ=MONTHLY;INTERVAL=3', 'cada 3 meses, el día 4'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', 'el último día laborable de cada mes'],
    ['FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=1;BYMONTH=6,7', 'el primer sábado o domingo de cada mes, en junio y julio'],
    ['FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24', 'cada año, el 24 de diciembre'],
    ['FREQ=YEARLY;INTERVAL=2', 'cada dos años, el 4 de mayo'],
    ['FREQ=YEARLY;BYMONTH=11;BYDAY=4TH', 'cada año, el cuarto jueves de noviembre'],
    ['FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU', 'cada año, el último domingo de marzo y de octubre'],
    ['FREQ=YEARLY;BYWEEKNO=20', 'cada año, en la semana 20, los martes'],
    ['FREQ=YEARLY;BYWEEKNO=20,30', 'cada año, en las semanas 20 y 30, los martes'],
    ['FREQ=YEARLY;BYYEARDAY=100,-1', 'cada año, el día 100 del año y el último día del año'],
    ['FREQ=YEARLY;BYDAY=20MO', 'cada año, el 20.º lunes del año'],
    ['FREQ=YEARLY;BYDAY=21MO', 'cada año, el 21.er lunes del año'],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', 'cada mes, el día 13, los viernes'],
    [
      'RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD',
      'el día 31 de cada mes, o el último día si el mes es más corto',
    ],
    ['RDATE:20270601,20270602', 'en 3 fechas'],
    [
      'RRULE:FREQ=WEEKLY\nRDATE:20270601T120000\nEXDATE:20270511',
      'todos los martes, más otra fecha, excepto el 11 de mayo de 2027',
    ],
    ['RRULE:FREQ=WEEKLY\nEXDATE:20270511,20270518', 'todos los martes, excepto en 2 fechas'],
  ])('%s in Spanish', (input, spanish) => {
    expect(words(input, 'es')).toBe(spanish);
  });

  it('have the date format of their region, and are English in languages without a table', () => {
    const rule = 'FREQ=DAILY;BYHOUR=9,15;UNTIL=20271231';
    expect(words(rule, 'en')).toBe('every day at 09:00 and 15:00 until 31 December 2027');
    expect(words(rule, 'en-US').replaceAll('\u202f', ' ')).toBe(
      'every day at 9:00 AM and 3:00 PM until December 31, 2027',
    );
    expect(words(rule, 'fr-CA')).toContain('tous les jours');
    expect(words(rule, 'pt')).toBe(words(rule, 'en'));
  });

  it('exist for every accepted rule', () => {
    fc.assert(
      fc.property(fc.oneof(ruleCases, skipCases), ({ rule, start }) => {
        for (const language of languageCodes) {
          const text = words(rule, language, start);
          expect(text).toMatch(/^\S(.*\S)?$/);
          expect(text).not.toMatch(/undefined|NaN|null| {2}|, ,| ,/);
        }
      }),
      { numRuns: repetitions(500) },
    );
  });
});
