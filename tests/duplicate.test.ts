// Duplicating events: the values that are copied, and the rights of the caller.
import { describe, expect, test } from 'vitest';
import { outcomeOf, type Who } from './harness/client.js';
import { onOneEngine } from './harness/engines.js';
import { png } from './harness/pictures.js';
import { type Answered, useWorld, word } from './harness/world.js';

const times = { start_date: '2027-07-01 10:00:00', end_date: '2027-07-01 12:00:00' };

/** The keys of a form that a copy does not take over. */
const withoutOwn = ({ slug: _, status: __, author: ___, date: ____, ...form }: Record<string, unknown>) => form;

onOneEngine((engine) => {
  describe('a duplicate', () => {
    const world = useWorld(engine, { settings: { ALMANAC_LANGUAGES: 'en,fr' } });
    const formOf = async (id: number, language = 'en') =>
      (await world.get(`/events/${id}?context=edit&i18n_language=${language}`, { as: 'administrator' }))._input;
    const duplicate = (id: number, as: Who) => world.ask(`POST /events/${id}/duplicate`, { as, body: {} });

    test('has the values of the event in every language, as a draft of the caller without password and slug', async () => {
      const file = `data:image/png;base64,${(await png(2, 2)).toString('base64')}`;
      const image = await world.send('POST /media', { file });
      const parent = await world.event();
      const source = await world.event({
        title: word('Fair '),
        ...times,
        description: '<p>Stalls</p>',
        excerpt: 'Come along',
        cost: ['5', '€12'],
        website: 'https://fair.example/',
        timezone: 'Europe/Paris',
        featured: true,
        sticky: true,
        event_status: 'postponed',
        event_status_note: 'Rain',
        online_url: 'https://meet.example/fair',
        online_url_from: '2027-06-30 09:00:00',
        categories: [word('category ')],
        tags: [word('tag ')],
        venue: [{ venue: word('Barn ') }, { venue: word('Mill ') }],
        organizer: { organizer: word('Guild ') },
        tickets: [{ name: 'All', provider: 'rsvp', price: '7' }],
        image: image.id,
        parent: parent.id,
        password: 'open sesame',
        author: world.people.editor.id,
        date: '2026-05-01 10:00:00',
      });
      await world.send(`PATCH /events/${source.id}`, {
        i18n_language: 'fr',
        title: 'Foire',
        description: '<p>Étals</p>',
      });
      const reply = await duplicate(source.id, 'administrator');
      expect([reply.statusCode, reply.headers.get('location')]).toEqual([
        201,
        `https://calendar.example/cal/events/v1/events/${reply.body.id}`,
      ]);
      const copy = await world.get(`/events/${reply.body.id}?context=edit`, { as: 'administrator' });
      expect([copy.status, copy.author]).toEqual(['draft', String(world.people.administrator.id)]);
      for (const language of ['en', 'fr'])
        expect(withoutOwn(await formOf(copy.id, language))).toEqual(withoutOwn(await formOf(source.id, language)));
      expect([copy.cost, copy.cost_details]).toEqual([source.cost, source.cost_details]);
      await world.send(`PATCH /events/${copy.id}`, { status: 'publish' });
      const shown = await world.get(`/events/${copy.id}`, { as: 'anonymous' });
      expect([shown.title, shown.slug === source.slug]).toEqual([source.title, false]);
    });

    test('of a series is a new series with the same rule, of one date a single event', async () => {
      const series = await world.event({
        ...times,
        recurrence: { rule: 'FREQ=DAILY;COUNT=4', except: ['2027-07-03'] },
      });
      const whole = await duplicate(series.id, 'editor');
      expect(whole.body.recurrence.rule).toBe(series.recurrence.rule);
      const dates = async (id: number) =>
        (await world.get(`/events/${id}/occurrences?context=edit`, { as: 'administrator' })).events;
      const [own, copied] = [await dates(series.id), await dates(whole.body.id)];
      expect(copied.map((date: Answered) => [date.start_date, date.status])).toEqual(
        own.map((date: Answered) => [date.start_date, 'draft']),
      );
      const single = await duplicate(own[1].id, 'editor');
      expect([single.body.start_date, single.body.occurrence_of, single.body.recurrence]).toEqual([
        own[1].start_date,
        undefined,
        undefined,
      ]);
    });

    test('is created by those who may write, of events that they may read', async () => {
      const { administrator, contributor } = world.people;
      const [open, hidden, own, locked] = [
        await world.event({ author: administrator.id }),
        await world.event({ author: administrator.id, status: 'draft' }),
        await world.event({ author: contributor.id, status: 'draft' }),
        await world.event({ author: administrator.id, password: 'open sesame' }),
      ];
      const trashed = await world.event({ author: contributor.id });
      await world.send(`DELETE /events/${trashed.id}`, {});
      const outcomes = async (who: Who) => {
        const replies = [];
        for (const { id } of [open, hidden, own, locked, trashed]) replies.push(outcomeOf(await duplicate(id, who)));
        return replies;
      };
      const refused = (text: string) => Array(5).fill(text);
      expect(await outcomes('anonymous')).toEqual(refused('401 rest_forbidden'));
      expect(await outcomes('subscriber')).toEqual(refused('403 rest_forbidden'));
      const missing = '404 rest-event-not-found';
      const gone = '410 event-no-longer-available';
      const protectedEvent = '403 event-password-protected';
      expect(await outcomes('contributor')).toEqual(['201', missing, '201', protectedEvent, gone]);
      expect(await outcomes('author')).toEqual(['201', missing, missing, protectedEvent, gone]);
      expect(await outcomes('editor')).toEqual(['201', '201', '201', '201', gone]);
      expect(outcomeOf(await duplicate(999_999, 'editor'))).toBe(missing);
      expect(
        outcomeOf(await world.ask(`POST /events/${open.id}/duplicate`, { as: 'editor', on: 'dropin', body: {} })),
      ).toBe('404 rest_no_route');
    });

    test('of another user’s event has no hidden link, online URL or linked record', async () => {
      const venue = await world.venue({ status: 'draft', author: world.people.administrator.id });
      const source = await world.event({
        venue: venue.id,
        online_url: 'https://meet.example/secret',
        online_url_from: '2027-07-01 09:00:00',
      });
      const { body: copy } = await duplicate(source.id, 'contributor');
      const form = await formOf(copy.id);
      expect([form.venue, form.online_url, form.online_url_from]).toEqual([[], '', '']);
      expect(JSON.stringify(copy)).not.toContain('meet.example/secret');
      const { body: whole } = await duplicate(source.id, 'editor');
      expect((await formOf(whole.id)).online_url).toBe('https://meet.example/secret');
    });

    test('is created once per idempotency key, and not at all by a dry run', async () => {
      const { id } = await world.event();
      const ask = { as: 'editor', body: {}, headers: { 'idempotency-key': word() } } as const;
      const first = await world.ask(`POST /events/${id}/duplicate`, ask);
      expect((await world.ask(`POST /events/${id}/duplicate`, ask)).body.id).toBe(first.body.id);
      const countCreated = async () =>
        (await world.get('/revisions?resource=events&action=created', { as: 'administrator' })).total;
      const count = await countCreated();
      const dry = await world.ask(`POST /events/${id}/duplicate?dry_run=true`, { as: 'editor', body: {} });
      expect([dry.statusCode, dry.body.id]).toEqual([200, null]);
      expect(await countCreated()).toBe(count);
    });
  });
});
