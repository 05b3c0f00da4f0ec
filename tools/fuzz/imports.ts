// Files that are imported or uploaded: valid ones with some parts changed.
import { png } from '../../tests/harness/pictures.js';
import type { MakeCase } from './case.js';
import type { ApiDocument, Operation } from './document.js';
import { uploadBody } from './form-bodies.js';
import type { Sent } from './http.js';
import { operationCase, type SeenIds } from './operations.js';
import type { Site } from './site.js';
import { mutatedBytes, mutatedText } from './texts.js';
import { asText, oddHeader, oddValue, valueFor } from './values.js';

const csv = `title,start,end,venue,organizers,categories,tags,status,cost,featured,external_id,recurrence
Fair,2027-07-01 10:00,2027-07-01 12:00,Town Barn,"Guild, Mill","Music, Kids",free,publish,$5,yes,a-1,
"Ball, with ""quotes""",2027-07-02,,Town Barn,Guild,music,,draft,,no,a-2,FREQ=WEEKLY;COUNT=4
Ärger im Café,03/04/2027,05/04/2027,"Line
break",,,"a,b",private,12.50 EUR,1,a-3,
`;

const ical = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Fuzz//EN', 'X-WR-CALNAME:Town', 'BEGIN:VTIMEZONE'],
  ...['TZID:Europe/Berlin', 'BEGIN:STANDARD', 'DTSTART:19701025T030000', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100'],
  ...['RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', 'END:STANDARD', 'END:VTIMEZONE', 'BEGIN:VEVENT', 'UID:one@fuzz'],
  ...['DTSTAMP:20270101T000000Z', 'DTSTART;TZID=Europe/Berlin:20270701T100000', 'DURATION:PT2H', 'SUMMARY:Fair'],
  ...['RRULE:FREQ=WEEKLY;COUNT=5', 'EXDATE;TZID=Europe/Berlin:20270708T100000', 'LOCATION:Town Barn\\, Mill Lane 1'],
  ...['CATEGORIES:Music,Kids', 'DESCRIPTION:Line one\\nLine two', 'GEO:52.5;13.4', 'URL:https://fair.example/'],
  ...['ORGANIZER;CN="Guild":mailto:guild@fair.example', 'END:VEVENT', 'BEGIN:VEVENT', 'UID:one@fuzz'],
  ...['RECURRENCE-ID;TZID=Europe/Berlin:20270715T100000', 'DTSTART;TZID=Europe/Berlin:20270715T120000'],
  ...['DTEND;TZID=Europe/Berlin:20270715T130000', 'SUMMARY:Fair\\; later', 'STATUS:CANCELLED', 'END:VEVENT'],
  ...['BEGIN:VEVENT', 'UID:two@fuzz', 'DTSTART;VALUE=DATE:20270801', 'SUMMARY:Day', 'BEGIN:VALARM', 'ACTION:DISPLAY'],
  ...['TRIGGER:-PT15M', 'END:VALARM', 'END:VEVENT', 'END:VCALENDAR', ''],
].join('\r\n');

const records = [
  {
    resource: 'venue',
    source: 'fuzz',
    external_id: 'v1',
    venue: 'Town Barn',
    city: 'Bern',
    geo_lat: 46.9,
    geo_lng: 7.4,
  },
  { resource: 'organizer', source: 'fuzz', external_id: 'o1', organizer: 'Guild', email: 'guild@fair.example' },
  { resource: 'category', source: 'fuzz', external_id: 'c1', name: 'Music' },
  { resource: 'event', source: 'fuzz', external_id: 'e1', title: 'Fair', start_date: '2027-07-01 10:00:00' },
  {
    ...{ resource: 'event', source: 'fuzz', external_id: 'e2', title: 'Ball', start_date: '2027-07-02 20:00:00' },
    ...{ end_date: '2027-07-02 23:00:00', recurrence: 'FREQ=WEEKLY;COUNT=3', categories: ['Music'], status: 'draft' },
  },
];
const ndjson = records.map((record) => `${JSON.stringify(record)}\n`).join('');

const named = (document: ApiDocument, name: string): Operation => {
  const found = document.operations.find((one) => one.name === name);
  if (!found) throw new Error(`the document has no ${name}`);
  return found;
};

export async function importCases(document: ApiDocument, seen: SeenIds, site: Site): Promise<MakeCase> {
  const [createImport, importLines, createMedia] = ['createImport', 'importLines', 'createMedia'].map((name) =>
    named(document, name),
  ) as [Operation, Operation, Operation];
  const picture = await png(60, 40);
  const optionSchema = document.follow(createImport.body?.schema)?.properties ?? {};

  return (random, caller) => {
    // Others may not import, which is soon known.
    const by = random.happens(0.7) ? 'administrator' : caller;
    const who: Sent['headers'] = random.happens(0.9) ? site.signed(by) : site.session(by);
    const [oddName, odd] = oddHeader(random);
    const headers = { ...who, ...(random.happens(0.03) && { [oddName]: odd }) };
    const request = (operation: Operation, type: string, body: Buffer, query = '') =>
      operationCase(
        document,
        operation,
        {
          method: 'POST',
          url: `${document.prefix}${operation.path}${query}`,
          headers: { 'content-type': type, ...headers },
          body,
        },
        seen,
      );
    const kind = random.pick(['csv', 'csv', 'ics', 'ics', 'ndjson', 'ndjson', 'png'] as const);
    if (kind === 'ndjson') {
      const query = random.pick(['', '', '?mode=create', '?batch=1', '?dry_run=true', '?stop_on_error=1', '?batch=0']);
      return request(importLines, 'application/x-ndjson', mutatedText(ndjson, random), query);
    }
    if (kind === 'png') return request(createMedia, 'image/png', mutatedBytes(picture, random));
    const options = Object.keys(optionSchema)
      .filter((name) => !['file', 'url'].includes(name) && random.happens(0.15))
      .map((name) => [
        name,
        random.happens(0.2) ? oddValue(random) : asText(valueFor(optionSchema[name], document, random)),
      ]);
    const content = mutatedText(kind === 'csv' ? csv : ical, random);
    const name = random.happens(0.9) ? `file.${kind}` : random.pick(['', '../x', 'a.exe', 'ä.csv', 'x.ics.csv']);
    const fields = { ...Object.fromEntries(options), ...(random.happens(0.2) && { dry_run: 'true' }) };
    const { type, bytes } = uploadBody(fields, { field: 'file', name, content }, random);
    return request(createImport, type, bytes);
  };
}
