// The words from which titles, names and texts are put together.
import { fold } from '../../src/core/text/fold.js';
import { plainText } from '../../src/core/text/html.js';
import type { Chance } from './chance.js';

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

/** Several hundred towns, each as likely as the next. */
export const towns = beginnings.flatMap((first) => endings.map((last) => first + last));

const plain = split(`
  the a of and with for from every evening morning people neighbours children families visitors members guests players
  singers dancers makers readers come along bring friends chairs tickets door opens hour begins closes after before during
  short long quiet lively warm open free small large new old first last music food drinks coffee tea bread soup table stage
  hall room garden courtyard square street river bank hill path tree rain sun wind welcome limited places booking
  recommended required accessible wheelchair parking nearby train bus stop minutes walk language French German Spanish`);

export const sentence = (chance: Chance): string => {
  const words = Array.from({ length: chance.whole(6, 14) }, () =>
    chance.happens(0.03) ? chance.pick(themes).toLowerCase() : chance.pick(plain),
  );
  const text = words.join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
};

export const paragraphs = (chance: Chance, count: number): string =>
  Array.from(
    { length: count },
    () => `<p>${Array.from({ length: chance.whole(2, 4) }, () => sentence(chance)).join(' ')}</p>`,
  ).join('');

export const title = (chance: Chance): string => {
  const core = `${chance.pick(themes)} ${chance.pick(subjects)}`;
  if (chance.happens(0.4)) return `${core} in ${chance.pick(towns)}`;
  return chance.happens(0.3) ? `${chance.pick(towns)} ${core}` : core;
};

/** A text and how it is searched: folding is slow, so texts are drawn from a stock. */
export interface Said {
  readonly html: string;
  readonly folded: string;
}

export const saidOf = (html: string): Said => ({ html, folded: fold(plainText(html)) });

export const stockOf = (count: number, make: () => string): readonly Said[] =>
  Array.from({ length: count }, () => saidOf(make()));

/** The same as folding all of them together. */
export const wordsOf = (name: string, ...texts: readonly Said[]): string =>
  [fold(name), ...texts.map(({ folded }) => folded)].filter(Boolean).join(' ');
