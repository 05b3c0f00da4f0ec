// The vocabulary of titles, names and texts.
import { fold } from '../../src/core/text/fold.js';
import { plainText } from '../../src/core/text/html.js';
import type { Random } from './random.js';

const split = (text: string): readonly string[] => text.trim().split(/\s+/);

export const subjects = split(`
  Concert Workshop Market Reading Exhibition Lecture Walk Festival Screening Tasting Recital Rehearsal Debate Class
  Course Tour Picnic Parade Tournament Race Regatta Auction Premiere Matinee Meeting Breakfast Supper Dance Ball Quiz
  Retreat Seminar Symposium Conference Hackathon Clinic Camp Fair Harvest Bazaar Vigil Procession Service Ceremony
  Demonstration Performance Improvisation Opening Reception Gathering Forum Panel Interview Storytelling Puppetry`);

export const themes = split(`
  Jazz Folk Baroque Choral Organ Guitar Piano String Brass Poetry History Botany Astronomy Chess Pottery Weaving Bread
  Cheese Cider Honey Apple Garden River Harbour Mountain Forest Winter Spring Summer Autumn Midnight Sunrise Lantern
  Paper Glass Copper Wool Clay Film Opera Theatre Ballet Tango Swing Blues Comedy Science Robot Railway Lighthouse
  Bicycle Sailing Running Yoga Chalk Maps Photography Printing Typography Calligraphy Woodwork Orchard Beekeeping`);

const beginnings = split(`
  Oak Ash Elm Birch Alder Mill Stone Brook Lake Fox Hare Swan Heron Salt Sand Clay North South East West High Low Long
  Broad Green White Black Red Silver King Queen Bishop Abbey Castle Bridge Ferry Market Harbour Marsh`);
const endings = split(`
  ton ford ham bury field wick worth ley dale mouth bridge haven port stead well wood mere combe minster gate by thorpe`);

/** Several hundred towns. */
export const towns = beginnings.flatMap((first) => endings.map((last) => first + last));

const plain = split(`
  the a of and with for from every evening morning people neighbours children families visitors members guests players
  singers dancers makers readers come along bring friends chairs tickets door opens hour begins closes after before during
  short long quiet lively warm open free small large new old first last music food drinks coffee tea bread soup table stage
  hall room garden courtyard square street river bank hill path tree rain sun wind welcome limited places booking
  recommended required accessible wheelchair parking nearby train bus stop minutes walk language French German Spanish`);

export const sentence = (random: Random): string => {
  const words = Array.from({ length: random.integer(6, 14) }, () =>
    random.happens(0.03) ? random.pick(themes).toLowerCase() : random.pick(plain),
  );
  const text = words.join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
};

export const paragraphs = (random: Random, count: number): string =>
  Array.from(
    { length: count },
    () => `<p>${Array.from({ length: random.integer(2, 4) }, () => sentence(random)).join(' ')}</p>`,
  ).join('');

export const title = (random: Random): string => {
  const core = `${random.pick(themes)} ${random.pick(subjects)}`;
  if (random.happens(0.4)) return `${core} in ${random.pick(towns)}`;
  return random.happens(0.3) ? `${random.pick(towns)} ${core}` : core;
};

/** HTML with its folded search text. Folding is slow, so events pick from a pool of these. */
export interface SearchableText {
  readonly html: string;
  readonly folded: string;
}

export const searchable = (html: string): SearchableText => ({ html, folded: fold(plainText(html)) });

export const textPool = (count: number, make: () => string): readonly SearchableText[] =>
  Array.from({ length: count }, () => searchable(make()));

/** The search text of several parts; the same as folding them together. */
export const wordsOf = (name: string, ...texts: readonly SearchableText[]): string =>
  [fold(name), ...texts.map(({ folded }) => folded)].filter(Boolean).join(' ');
