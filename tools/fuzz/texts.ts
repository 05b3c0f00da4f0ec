// Texts and files with some parts changed: bytes, lines, encodings, sizes, nesting, dates and rules.
import type { Random } from '../../bench/calendar/random.js';
import { asText, oddValue } from './values.js';

type Change = (text: string, random: Random) => string;

const lineBreak = /\r\n|\n|\r/;

/** Changes the lines of a text and joins them as they were. */
const onLines =
  (change: (lines: string[], random: Random) => void): Change =>
  (text, random) => {
    const lines = text.split(lineBreak);
    change(lines, random);
    return lines.join(text.includes('\r\n') ? '\r\n' : '\n');
  };

const at = (items: { readonly length: number }, random: Random): number =>
  random.integer(0, Math.max(0, items.length - 1));

const dates = [
  ...['00000000', '99999999', '20270230T250000', '2027-02-30', '0001-01-01', '9999-12-31T23:59:59Z', '20271031T023000'],
  ...['-0400-01-01', '19700101T000000Z', '12/13/2027', '1.1.27', 'tomorrow', '2027-03-28 02:30', '٢٠٢٧-٠١-٠١'],
];

const rules = [
  ...['FREQ=SECONDLY', 'FREQ=DAILY;COUNT=0', 'FREQ=DAILY;INTERVAL=999999999', 'FREQ=YEARLY;BYMONTH=13', 'FREQ='],
  ...['FREQ=WEEKLY;UNTIL=00010101', 'FREQ=DAILY;COUNT=99999999', 'FREQ=MONTHLY;BYDAY=6MO', 'FREQ=YEARLY;BYEASTER=0'],
  ...['FREQ=YEARLY;BYSETPOS=-366;BYDAY=MO,TU', 'FREQ=DAILY;FREQ=DAILY', 'FREQ=HOURLY;BYMINUTE=0,1,2,3;BYSECOND=61'],
  `FREQ=YEARLY;BYYEARDAY=${Array.from({ length: 366 }, (_, day) => day + 1).join(',')}`,
];

const zones = ['Mars/Olympus', '', 'UTC+99', '../../etc/passwd', 'America/New_York', '(UTC-05:00) Eastern Time'];

const changes: readonly Change[] = [
  onLines((lines, random) => lines.splice(at(lines, random), 1)),
  onLines((lines, random) => lines.splice(at(lines, random), 0, lines[at(lines, random)] ?? '')),
  onLines((lines, random) => lines.splice(at(lines, random), 0, ...lines.slice(0, 40))),
  onLines((lines, random) => lines.reverse().splice(at(lines, random), 0, '')),
  onLines((lines, random) => {
    const place = at(lines, random);
    lines[place] = (lines[place] ?? '').replace(/([:=,]).*/s, (_, sign) => `${sign}${asText(oddValue(random))}`);
  }),
  onLines((lines, random) => {
    const place = at(lines, random);
    lines[place] = `${lines[place]}${asText(oddValue(random))}`;
  }),
  onLines((lines, random) => {
    const place = at(lines, random);
    lines[place] = (lines[place] ?? '').repeat(random.pick([2, 50, 2_000])).slice(0, 300_000);
  }),
  (text, random) => text.slice(0, at(text, random)),
  (text, random) => text.slice(at(text, random)),
  (text, random) => text.replace(/\d{4}-?\d\d-?\d\d([T ][\d:]+Z?)?/, () => random.pick(dates)),
  (text, random) => text.replaceAll(/\d{4}-?\d\d-?\d\d([T ][\d:]+Z?)?/g, () => random.pick(dates)),
  (text, random) => text.replace(/FREQ=[A-Z0-9;=,+-]*/, () => random.pick(rules)),
  (text, random) => text.replace(/TZID=[^:;]*/, () => `TZID=${random.pick(zones)}`),
  (text, random) => text.replace(/\d/, () => random.pick(['-', '9'.repeat(30), '１', 'e5', '.'])),
  (text, random) => text.replace(/[,;:"]/, () => random.pick(['', '"', '""', '\t', '\u0000', ';', "'"])),
  (text, random) => text.replace(/"/g, () => random.pick(['', '"', '""'])),
  (text, random) => `${text}${random.pick(['', '\n', '"'])}${text}`,
  (text, random) => `${random.pick(['\ufeff', '\u0000', '\n\n\n', 'sep=;\n', '<html>', '{"a":'])}${text}`,
  (text, random) => text.replaceAll(/\r\n|\n|\r/g, () => random.pick(['\n', '\r', '\r\n', '\u2028'])),
  (text, random) => text.replace(lineBreak, (found) => `${found}${'BEGIN:VEVENT\r\n'.repeat(random.pick([1, 500]))}`),
  (text, random) => text.replace(/\{/, () => '{"x":'.repeat(random.pick([1, 50, 5_000]))),
  (text, random) => text.replace(/[A-Za-z]{4,}/, () => asText(oddValue(random))),
];

/** Bytes that no text has, or another encoding than the rest has. */
function encodedText(text: string, random: Random): Buffer {
  const share = random.next();
  if (share < 0.05) return Buffer.from(`\ufeff${text}`, 'utf16le');
  if (share < 0.08) return Buffer.from(text, 'utf16le').swap16();
  if (share < 0.13) return Buffer.from(text, 'latin1');
  const bytes = Buffer.from(text);
  return share < 0.25 ? mutatedBytes(bytes, random) : bytes;
}

export function mutatedText(text: string, random: Random): Buffer {
  let changed = text;
  const count = random.happens(0.15) ? 0 : random.integer(1, 3);
  for (let done = 0; done < count; done++) changed = random.pick(changes)(changed, random).slice(0, 500_000);
  return encodedText(changed, random);
}

/** Some bytes replaced, the end cut, or a piece moved. */
export function mutatedBytes(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  for (let done = random.integer(0, 8); done > 0 && copy.length > 0; done--)
    copy[at(copy, random)] = random.integer(0, 255);
  const cut = at(copy, random);
  const kept = random.happens(0.7) ? copy : copy.subarray(0, cut);
  return random.happens(0.9) ? kept : Buffer.concat([kept.subarray(cut), kept]);
}
