// Fills a store with the requests of a client: every program gets the same, and stores what it knows.
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { basic } from '../../tests/harness/program.js';
import type { Place } from './place.js';
import type { Program } from './programs.js';

const prefix = '/cal/events/v1';
const times = { start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 12:00:00' };
const text = 'Tea & cake, “für alle” – 日本 𝄞';

const venue = {
  venue: 'The Old Barn',
  description: `<p>${text}</p>`,
  address: '1 Mill Road',
  city: 'Lyon',
  country: 'France',
  province: 'Rhône',
  zip: '69001',
  phone: '+33 1 23',
  website: 'https://barn.example/',
  show_map: true,
};
const organizer = {
  organizer: 'The Guild',
  phone: '+33 4',
  website: 'https://guild.example/',
  email: 'guild@example.org',
};

/** Each is stored or refused by itself. */
const events: readonly object[] = [
  { title: 'Plain' },
  {
    title: text,
    description: `<p>${text}</p>`,
    excerpt: text,
    website: 'https://example.org/?a=1&b=2',
    cost: '€ 5 – 12',
  },
  { title: 'With all', venue, organizer: [organizer], categories: ['Music', 'Fairs'], tags: ['one', 'two'] },
  { title: 'All day', all_day: true, end_date: '2031-05-04 00:00:00', timezone: 'America/New_York' },
  { title: 'Long', end_date: '2031-09-01 12:00:00' },
  { title: 'Draft', status: 'draft' },
  { title: 'Private', status: 'private' },
  { title: 'Pending', status: 'pending' },
  { title: 'Later', date: '2031-01-01 00:00:00' },
  { title: 'Protected', password: 'secret', categories: ['Music'] },
  { title: 'Flags', featured: true, sticky: true, hide_from_listings: true, show_map: true, show_map_link: true },
  {
    title: 'Tickets',
    tickets: [
      { name: 'Floor', price: 18, capacity: 0 },
      { name: 'Balcony', price: 0 },
    ],
  },
  { title: 'Weekly', recurrence: { rule: 'FREQ=WEEKLY;COUNT=6', except: ['2031-05-15'] }, tags: ['one'] },
  { title: 'Endless', recurrence: { rule: 'FREQ=MONTHLY' } },
  { title: 'Cancelled', event_status: 'cancelled', event_status_note: 'Rain' },
  { title: 'Online', attendance: 'online', online_url: 'https://meet.example/1' },
  { title: 'Free', cost: 'Free' },
];

type Send = (method: string, path: string, body?: object) => Promise<{ readonly id?: number } | undefined>;

async function sendAll(send: Send): Promise<void> {
  const ids: number[] = [];
  for (const body of events) {
    const { id } = (await send('POST', '/events', { ...times, ...body })) ?? {};
    if (id) ids.push(id);
  }
  const [first, second, third] = ids;
  await send('POST', '/events', { ...times, title: 'Part', parent: first });
  await send('PATCH', `/events/${first}`, {
    title: 'Plain, changed',
    event_status: 'rescheduled',
    start_date: '2031-05-01 11:00:00',
  });
  await send('PATCH', `/events/${second}?lang=fr`, { title: 'En français', description: '<p>Été</p>' });
  await send('DELETE', `/events/${third}`);
  const { id: gone } = (await send('POST', '/events', { ...times, title: 'Gone' })) ?? {};
  await send('DELETE', `/events/${gone}?force=true`);
  await send('POST', `/events/${second}/duplicate`, {});
  const { id: parent } =
    (await send('POST', '/categories', { name: 'Outer', description: text, color: '#aa3300' })) ?? {};
  await send('POST', '/categories', { name: 'Inner', parent });
  await send('POST', '/tags', { name: 'alone', description: text });
  await send('POST', '/venues', { ...venue, venue: 'Placed', geo_lat: 45.76, geo_lng: 4.83 });
  await send('POST', '/organizers', { ...organizer, organizer: 'Alone' });
  await send('PUT', '/events/by-external/site/1', { ...times, title: 'From elsewhere' });
  await send('POST', '/users', {
    name: 'clara',
    role: 'editor',
    password: 'a long password',
    email: 'clara@example.org',
  });
  await send('POST', '/users/me/feed-keys', { label: 'Phone' });
  await send('POST', '/users/me/application-passwords', { label: 'Script' });
  await send('PUT', '/users/me/preferences', { lists: { events: { columns: ['title'] } } });
  await send('PATCH', '/settings', { name: 'Almanac of Lyon', tagline: text, footer_text: text, week_start: 'sunday' });
  const paused = { name: 'Elsewhere', url: 'https://calendar.example/a.ics', every: 60, paused: true };
  await send('POST', '/sources', paused);
  await send('POST', '/subscriptions', paused);
  await send('POST', '/webhooks', { url: 'https://hook.example/', types: ['event.created'], state: 'paused' });
}

async function sendImage(url: string, headers: Readonly<Record<string, string>>): Promise<boolean> {
  const create = { width: 400, height: 300, channels: 3, background: { r: 20, g: 120, b: 90 } } as const;
  const image = new Uint8Array(await sharp({ create }).png().toBuffer());
  const type = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="green.png"' };
  return (await fetch(`${url}${prefix}/media`, { method: 'POST', headers: { ...headers, ...type }, body: image })).ok;
}

export interface Filled {
  readonly stored: number;
  readonly refused: number;
}

/** With `hasDemo` also an image and the demo calendar of the program, if it has one. */
export async function fillByProgram(program: Program, place: Place, hasDemo: boolean): Promise<Filled> {
  const added = await program.run(place, 'users', 'add', 'keeper', '--role', 'administrator', '--json');
  const [line] = /\{.*\}/.exec(added.stdout) ?? [];
  if (!line) throw new Error(`${program.commit} adds no user: ${added.stderr}`);
  const { password } = JSON.parse(line) as { readonly password: string };
  const count = { stored: 0, refused: 0 };
  const note = (isStored: boolean) => count[isStored ? 'stored' : 'refused']++;
  await program.whileServing(place, hasDemo ? ['--demo'] : [], async (url) => {
    const headers = basic('keeper', password);
    const send: Send = async (method, path, body) => {
      const key = createHash('sha256')
        .update(JSON.stringify([method, path, body]))
        .digest('hex');
      const response = await fetch(`${url}${prefix}${path}`, {
        method,
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
        ...(body && { body: JSON.stringify(body) }),
      });
      note(response.ok);
      const answer = await response.text();
      if (response.status >= 500) throw new Error(`${program.commit}: ${method} ${path}: ${answer}`);
      return response.ok ? JSON.parse(answer) : undefined;
    };
    if (hasDemo) note(await sendImage(url, headers));
    await sendAll(send);
  });
  return count;
}
