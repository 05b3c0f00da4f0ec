// Texts of the generated records, with the spellings that real sites have.
import type { OldCost } from './records.js';

const things = ['Harvest', 'Lantern', 'River', 'Winter', 'Chamber', 'Village', 'Harbour', 'Garden', 'Orchard', 'Night'];
const kinds = ['Fair', 'Concert', 'Walk', 'Market', 'Workshop', 'Reading', 'Supper', 'Parade', 'Choir', 'Festival'];

export const plainTitle = (number: number): string =>
  `${things[number % 10]} ${kinds[Math.floor(number / 10) % 10]} ${number}`;

/** As the site shows them, and as they are meant. */
export const oddTitles: readonly (readonly [shown: string, meant: string])[] = [
  ['Wholeness &amp; Healing', 'Wholeness & Healing'],
  ['The Baker&#8217;s Evening', 'The Baker’s Evening'],
  ['Taiz&eacute; Prayer', 'Taizé Prayer'],
  ['&#8220;Open&#8221; Rehearsal', '“Open” Rehearsal'],
  ['Tea &#038; Talk', 'Tea & Talk'],
  ['Caf&#xe9; &#8211; First Friday', 'Café – First Friday'],
  ['2 &lt; 3: Maths for All', '2 < 3: Maths for All'],
  ['Été à la plage', 'Été à la plage'],
  ['夏祭り', '夏祭り'],
];

export const costs: readonly OldCost[] = [
  { typed: '', text: '', symbol: '', position: '', values: [] },
  { typed: '$10', text: '$10', symbol: '$', position: 'prefix', values: ['10'] },
  { typed: '€5 – €12', text: '$5 – $12', symbol: '', position: '', values: ['5', '12'] },
  { typed: '15€', text: '15€', symbol: '€', position: 'postfix', values: ['15'] },
  { typed: 'CHF 20', text: 'CHF20', symbol: 'CHF', position: 'prefix', values: ['20'] },
  { typed: '10', text: '$10', symbol: '', position: '', values: ['10'] },
  { typed: '-5', text: '-5', symbol: '-', position: 'prefix', values: ['5'] },
  { typed: 'from 5', text: 'from5', symbol: 'from', position: 'prefix', values: ['5'] },
  { typed: 'Free', text: 'Free', symbol: '', position: '', values: ['free'] },
];

export const description = (number: number): string =>
  `<p>Number ${number} of the season, with friends &#038; neighbours.</p>\n<p>Bring a chair; <strong>tea</strong> is served at <a href="https://example.org/tea">the stall</a>.</p>`;

/** Markup that is not accepted on a write. */
export const unsafeDescription = (number: number): string =>
  `<p onclick="alert(${number})">Number ${number}.</p>\n<script>alert(1)</script>\n<p>After it.</p>`;

export const cities = [
  { city: 'Oakton', country: 'United States', state: 'VT', province: '', zip: '05001' },
  { city: 'Lyon', country: 'France', state: '', province: 'Rhône', zip: '69001' },
  { city: 'Edinburgh', country: 'United Kingdom', state: '', province: 'Scotland', zip: 'EH1 2QX' },
  { city: 'Zürich', country: 'Switzerland', state: '', province: '', zip: '8001' },
];
