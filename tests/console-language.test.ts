// The language of messages for users of the console: by Accept-Language, for requests of a session only.
import { beforeAll, expect, test } from 'vitest';
import { hashSecret } from '../src/auth/secrets.js';
import { users } from '../src/models/account/account.js';
import { onOneEngine } from './harness/engines.js';
import { useWorld } from './harness/world.js';

const password = 'correct horse battery';
const french = { 'accept-language': 'fr-CA, en;q=0.5' };

onOneEngine((engine) => {
  const world = useWorld(engine);
  let cookie = '';
  let csrf = '';

  beforeAll(async () => {
    const { id, name } = world.people.editor;
    const digest = await hashSecret(password);
    await world.store.transact((writer) => writer.update(users, id, { password: digest }));
    const { headers, body } = await world.ask('POST /session', { body: { user: name, password } });
    [cookie = ''] = headers.get('set-cookie')?.split(';') ?? [];
    csrf = body.csrf;
  });

  const session = () => ({ cookie, 'x-csrf-token': csrf });

  test('a session gets French messages on a site without languages', async () => {
    const body = { title: '', start_date: 'never' };
    const reply = await world.ask('POST /events', { body, headers: { ...session(), ...french } });
    expect([reply.statusCode, reply.body.message]).toEqual([400, expect.stringContaining('Paramètre')]);
    const plain = await world.ask('POST /events', { body, headers: session() });
    expect(plain.body.message).toMatch(/^(Missing|Invalid) parameter/);
  });

  test('a failed sign-in is explained in French', async () => {
    const body = { user: 'nobody', password: 'wrong' };
    const reply = await world.ask('POST /session', { body, headers: french });
    expect(reply.statusCode).toBe(401);
    expect(reply.body.message).toContain('mot de passe');
  });

  test('scripts and the drop-in mount get the same messages as before', async () => {
    const script = await world.ask('GET /events/999999', { as: 'editor', headers: french });
    expect(script.body.message).toBe('Event not found.');
    const dropin = await world.ask('GET /events/999999', { on: 'dropin', headers: { ...session(), ...french } });
    expect(dropin.body.message).toBe('Event not found.');
    const anonymous = await world.ask('GET /events/999999', { headers: french });
    expect(anonymous.body.message).toBe('Event not found.');
    expect(anonymous.headers.get('vary')).not.toMatch(/Accept-Language/i);
  });

  test('the words of a recurrence follow the language of the console, cached or not', async () => {
    const { id } = await world.event({ recurrence: 'FREQ=WEEKLY;COUNT=3' });
    const textFor = async (headers: Readonly<Record<string, string>>) =>
      (await world.get(`/events/${id}`, { headers })).recurrence.text;
    for (let time = 0; time < 2; time++) {
      expect(await textFor({ ...session(), ...french })).toMatch(/^tous les jeudis/);
      expect(await textFor({ ...session(), 'accept-language': 'en' })).toMatch(/Thursday/);
      expect(await textFor(french)).toMatch(/Thursday/);
    }
    const body = { start_date: '2027-07-01 10:00:00', recurrence: 'FREQ=DAILY;COUNT=2' };
    const preview = await world.ask('POST /events/recurrence-preview', { body, headers: { ...session(), ...french } });
    expect(preview.body.text).toMatch(/jours/);
  });
});
