// Another API over the same records mounts without a change in generic code: other names of fields, bare arrays, another
// error format and its own OpenAPI document.
import { describe, expect, test } from 'vitest';
import { agendaFacade } from './harness/agenda-facade.js';
import { onOneEngine } from './harness/engines.js';
import { useWorld, word } from './harness/world.js';

const at = { from: '2027-06-01 10:00:00', to: '2027-06-01 12:00:00' };

onOneEngine((engine) => {
  describe('a custom facade', () => {
    const world = useWorld(engine, { facades: [agendaFacade] });
    const agenda = (request: string, ask: Parameters<typeof world.ask>[1] = {}) => {
      const [method, path] = request.split(' ', 2);
      return world.ask(`${method} //agenda${path}`, ask);
    };

    test('shows records under its own names, with linked records in its own shape', async () => {
      const venue = await world.venue({ venue: 'Town Barn', city: 'Oakton' });
      const event = await world.event({ title: 'Harvest', start_date: at.from, end_date: at.to, venue: venue.id });
      const { statusCode, body } = await agenda(`GET /entries/${event.id}`);
      expect([statusCode, body]).toEqual([
        200,
        {
          key: `entry-${event.id}`,
          headline: 'Harvest',
          ...at,
          places: [{ key: `place-${venue.id}`, label: 'Town Barn', town: 'Oakton' }],
        },
      ]);
    });

    test('takes records under its own names, and the others show them under theirs', async () => {
      const label = word('Barn');
      const made = await agenda('POST /entries', {
        as: 'editor',
        body: { headline: 'Reaping', ...at, places: [{ label, town: 'Oakton' }] },
      });
      expect([made.statusCode, made.body]).toMatchObject([
        201,
        { headline: 'Reaping', places: [{ label, town: 'Oakton' }] },
      ]);
      const id = Number(made.body.key.replace('entry-', ''));
      expect(await world.get(`/events/${id}`)).toMatchObject({
        title: 'Reaping',
        start_date: at.from,
        venue: { venue: label, city: 'Oakton' },
      });
      await agenda(`PATCH /entries/${id}`, { as: 'editor', body: { headline: 'Threshing' } });
      expect((await world.get(`/events/${id}`)).title).toBe('Threshing');
      expect((await agenda(`DELETE /entries/${id}`, { as: 'editor' })).statusCode).toBe(200);
      expect((await agenda(`GET /entries/${id}`)).statusCode).toBe(410);
    });

    test('lists bare arrays with headers of its own, cached ones too', async () => {
      const { id } = await world.event({ start_date: at.from, end_date: at.to });
      const list = `GET /entries?only=${id}`;
      const replies = [await agenda(list), await agenda(list)];
      for (const { body, headers } of replies) {
        expect(body.map(({ key }: { key: string }) => key)).toEqual([`entry-${id}`]);
        expect([headers.get('x-count'), headers.get('x-wp-total')]).toEqual(['1', null]);
      }
      await world.send(`PATCH /events/${id}`, { title: 'Changed on the other side' });
      expect((await agenda(list)).body[0].headline).toBe('Changed on the other side');
    });

    test('reports errors in its own format and field names, model errors included', async () => {
      const refused = async (body: object) => (await agenda('POST /entries', { as: 'editor', body })).body;
      expect(await refused({ headline: 'Backwards', from: at.to, to: at.from })).toEqual({
        error: 'invalid-params',
        message: expect.any(String),
        wrong: ['to'],
      });
      expect((await agenda('GET /entries/999999')).body).toMatchObject({ error: 'not-found' });
      expect((await agenda('GET /nowhere')).body).toMatchObject({ error: 'no-route' });
      expect((await agenda('POST /entries', { body: {} })).statusCode).toBe(400);
    });

    test('hides protected records in a shape that does not blank them', async () => {
      const { id } = await world.event({ start_date: at.from, end_date: at.to, password: 'open sesame' });
      expect((await agenda(`GET /entries/${id}`)).body).toMatchObject({ error: 'protected' });
      expect((await agenda(`GET /entries?only=${id}`)).body).toEqual([]);
      expect((await world.get(`/events?include=${id}`)).total).toBe(1);
    });

    test('has its own OpenAPI document', async () => {
      const { body } = await agenda('GET /about');
      expect(body.entries).toEqual(['key', 'headline', 'from', 'to', 'places']);
    });
  });
});
