// Opening one record opens that record alone: feeds of a date of a series show nothing that another password hides.
import { describe, expect, test } from 'vitest';
import { feedTypes } from '../src/core/format.js';
import type { Ask } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { stored } from './harness/pictures.js';
import { type Answered, useWorld, word } from './harness/world.js';

const suffixes = Object.keys(feedTypes) as (keyof typeof feedTypes)[];
const queries = ['', 'series=rule', 'series=flat', 'html=1'];

onOneEngine((engine) => {
  const world = useWorld(engine);

  const datesOf = async ({ id }: Answered): Promise<readonly Answered[]> =>
    (await world.get(`/events/${id}/occurrences`)).events;

  /** The record in every format, by suffix and by `Accept`. */
  async function feedsOf(id: number, more = queries, ask: Ask = {}): Promise<string> {
    const texts: string[] = [];
    for (const suffix of suffixes) {
      for (const query of more) {
        const named = await world.askAgain(`GET /events/${id}.${suffix}?${query}`, ask);
        const headers = { ...ask.headers, accept: feedTypes[suffix] };
        const negotiated = await world.askAgain(`GET /events/${id}?${query}`, { ...ask, headers });
        for (const { statusCode, text } of [named, negotiated]) {
          expect(statusCode, text).toBe(200);
          texts.push(text);
        }
      }
    }
    return texts.join('\n');
  }

  const hidden = () => ({
    password: 'open sesame',
    description: word('hiddentext'),
    excerpt: word('hiddenexcerpt'),
    online_url: `https://meet.example/${word('hiddenlink')}`,
    website: `https://site.example/${word('hiddensite')}`,
  });

  const leaked = (texts: string) => [...new Set(texts.replaceAll('\r\n ', '').match(/hidden\w+/gi))];

  describe('a feed of one date', () => {
    test('shows nothing of a date with a password of its own', async () => {
      const [one, two] = await datesOf(await world.event({ recurrence: 'FREQ=WEEKLY;COUNT=3' }));
      await world.send(`PATCH /events/${two?.id}`, hidden());
      expect(leaked(await feedsOf(one?.id ?? 0))).toEqual([]);
      expect(leaked(await feedsOf(one?.id ?? 0, ['context=edit'], { as: 'author' }))).toEqual([]);
    });

    test('shows nothing of its protected series', async () => {
      const series = await world.event({ ...hidden(), recurrence: 'FREQ=WEEKLY;COUNT=3' });
      const [one] = await datesOf(series);
      const shown = { password: '', description: 'Open', excerpt: '', online_url: '', website: '' };
      await world.send(`PATCH /events/${one?.id}`, shown);
      expect(leaked(await feedsOf(one?.id ?? 0))).toEqual([]);
    });

    test('shows the date alone after its password', async () => {
      const series = await world.event({ ...hidden(), password: 'another', recurrence: 'FREQ=WEEKLY;COUNT=3' });
      const [one, two] = await datesOf(series);
      const own = { ...hidden(), description: 'Opened by its own' };
      await world.send(`PATCH /events/${one?.id}`, { ...own, excerpt: '', online_url: '', website: '' });
      await world.send(`PATCH /events/${two?.id}`, hidden());
      const texts = await feedsOf(one?.id ?? 0, ['password=open%20sesame']);
      expect(texts).toContain('Opened by its own');
      expect(leaked(texts)).toEqual([]);
    });

    test('has one entry, with the UID that lists of dates show', async () => {
      const series = await world.event({ recurrence: 'FREQ=WEEKLY;COUNT=3' });
      const [, two] = await datesOf(series);
      const { text } = await world.ask(`GET /events/${two?.id}.ics`);
      expect(text.split('BEGIN:VEVENT')).toHaveLength(2);
      expect(text).toContain(`UID:event-${two?.id}@`);
      expect(text).not.toContain('RRULE:FREQ=WEEKLY');
    });
  });

  describe('a protected event', () => {
    test('shows in no cell of any format what its password hides', async () => {
      const marked = (stem: string) => word(`hidden${stem}`);
      const [venue, organizer] = [
        await world.venue({ venue: marked('venue'), address: marked('address'), phone: marked('phone') }),
        await world.organizer({ organizer: marked('organizer'), email: `${marked('mail')}@site.example` }),
      ];
      const [category, tag] = [
        await world.category({ name: marked('category') }),
        await world.tag({ name: marked('tag') }),
      ];
      const picture = await stored(world);
      const { id, title } = await world.event({
        ...hidden(),
        venue: venue.id,
        organizer: [organizer.id],
        categories: [category.id],
        tags: [tag.id],
        cost: `€5 ${marked('cost')}`,
        event_status_note: marked('note'),
        tickets: [{ name: marked('ticket') }],
        image: picture.id,
        featured: true,
        sticky: true,
        show_map: true,
        show_map_link: true,
      });
      const { image } = await world.get(`/events/${id}?password=open%20sesame`);
      const [imageName = ''] = /[\w-]+\.\w+$/.exec(image.url) ?? [];
      expect(imageName).not.toBe('');
      for (const suffix of suffixes) {
        const { text } = await world.ask(`GET /events.${suffix}?include=${id}&html=1`);
        expect(leaked(text), suffix).toEqual([]);
        expect(text.replaceAll('\r\n ', ''), suffix).not.toContain(imageName);
        expect(text, suffix).toContain(title);
      }
      const { text } = await world.ask(`GET /events.csv?include=${id}`);
      const [names = '', cells = ''] = text
        .replace(/^\uFEFF/, '')
        .trim()
        .split('\r\n');
      const filled = names.split(',').filter((_, at) => !['', 'FALSE'].includes(cells.split(',')[at] ?? ''));
      expect(filled).toEqual([
        ...['EVENT NAME', 'EVENT START DATE', 'EVENT START TIME', 'EVENT END DATE', 'EVENT END TIME', 'TIMEZONE'],
        ...['ID', 'UID', 'SLUG', 'URL', 'STATUS', 'START UTC', 'END UTC', 'MODIFIED'],
      ]);
    });
  });
});
