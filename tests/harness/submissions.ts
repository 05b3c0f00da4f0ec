// The public form as a browser sends it, with and without the proof of work.

import type { Transacting, Writer } from '../../src/core/store.js';
import { plusSeconds } from '../../src/core/time/clock.js';
import { submissions, trustedSenders } from '../../src/models/submission/submission.js';
import { isProof, minAgeSeconds } from '../../src/submissions/form-token.js';
import type { Ask, Reply } from './client.js';
import type { ReceivedMail } from './mail-server.js';
import { multipart } from './pictures.js';
import type { World } from './world.js';

export const filledForm = {
  title: 'Harvest Fair',
  description: 'Music and food.\n\nBring a chair.',
  start_date: '2027-10-09',
  start_time: '10:00',
  end_date: '',
  end_time: '18:00',
  venue: 'Town Barn, Mill Lane 1',
  organizer: 'Mill Guild',
  website: 'https://fair.example/',
  name: 'Ana Miller',
  email: 'ana@example.org',
  message: 'We have confirmed the barn.',
};

export type FilledForm = Readonly<Record<string, string>>;

export function tokenIn({ text }: Reply): string {
  return /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '';
}

function firstNumber(isWanted: (text: string) => boolean): string {
  for (let number = 0; ; number++) if (isWanted(String(number))) return String(number);
}

export const prove = (token: string): string => firstNumber((proof) => isProof(token, proof));

export const wrongProof = (token: string): string => firstNumber((proof) => !isProof(token, proof));

export const openForm = (world: Pick<World, 'ask'>, ask: Ask = {}): Promise<Reply> => world.ask('GET //submit/', ask);

export const sendForm = (world: Pick<World, 'ask'>, form: FilledForm, ask: Ask = {}): Promise<Reply> =>
  world.ask('POST //submit/', { ...ask, raw: new URLSearchParams(form).toString() });

/** A token that was issued long enough ago to be sent without the proof of work, which takes CPU time. */
export async function earlierToken(world: Pick<World, 'ask' | 'clock'>, ask: Ask = {}): Promise<string> {
  const { now } = world.clock;
  world.clock.now = plusSeconds(now, -minAgeSeconds);
  const token = tokenIn(await openForm(world, ask));
  world.clock.now = now;
  return token;
}

/** Opens the form and sends it some seconds later. */
export const submitForm = async (
  world: Pick<World, 'ask' | 'clock'>,
  changes: FilledForm = {},
  ask: Ask = {},
): Promise<Reply> => sendForm(world, { ...filledForm, ...changes, token: await earlierToken(world, ask) }, ask);

/** The same with a picture. */
export const submitPicture = async (world: World, picture: File, changes: FilledForm = {}): Promise<Reply> => {
  const form = { ...filledForm, ...changes, token: changes.token ?? (await earlierToken(world)) };
  return world.ask('POST //submit/', await multipart({ ...form, picture }));
};

/** The token in the link of a confirmation mail. */
export const linkToken = ({ text }: ReceivedMail): string => /\/submit\/confirm\?token=([\w-]+)/.exec(text)?.[1] ?? '';

export const confirmLink = (world: World, token: string): Promise<Reply> =>
  world.ask('POST //submit/confirm', { raw: new URLSearchParams({ token }).toString() });

/** A submission that waits for its confirmation. */
export const addSubmission = (writer: Writer, created_utc: string): Promise<number> =>
  writer.insert(submissions, {
    event_id: 0,
    user_id: 0,
    form_nonce: 'zoë',
    client_key: '',
    digest: 'abc',
    name: 'Zoë',
    email: 'zoë@example.org',
    email_key: 'zoë@example.org',
    is_confirmed: false,
    message: 'Hello 🎻',
    language: 'fr',
    content: { title: 'Fête' },
    created_utc,
  });

export const addTrustedSender = (store: Transacting, email: string, created_utc: string): Promise<number> =>
  store.transact((writer) => writer.insert(trustedSenders, { email, email_key: email, user_id: 0, created_utc }));
