// Requests that need another service: what they answer when it works, and how long they may take when it does not.
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { type Trouble, troubles } from './faulty.js';
import type { Answer, Site } from './site.js';
import type { Around, ServiceName } from './upstream.js';

export interface Seen {
  readonly works: boolean;
  /** What the caller reads. */
  readonly message: string;
}

export interface Need {
  readonly name: string;
  readonly service: ServiceName;
  /** Seconds of the longest limit in the service, and some for a busy machine. */
  readonly limitSeconds: number;
  readonly use: (site: Site) => Promise<Seen>;
  /** A result is remembered, so that only the first one needs the service. */
  readonly isRemembered?: true;
  /** Default: all. */
  readonly troubles?: readonly Trouble[];
}

const seen = ({ status, body }: Answer, works: boolean, message: unknown): Seen => ({
  works,
  message: `${status} ${typeof message === 'string' ? message : JSON.stringify(message ?? body)}`,
});

let images = 0;
async function upload({ url, headers }: Site): Promise<Seen & { readonly id?: number; readonly file?: string }> {
  const background = { r: images % 256, g: ++images >> 8, b: 90 };
  const image = await sharp({ create: { width: 320, height: 200, channels: 3, background } })
    .png()
    .toBuffer();
  const response = await fetch(`${url}/cal/events/v1/media`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"' },
    body: new Uint8Array(image),
  });
  const body = (await response.json()) as {
    readonly message?: string;
    readonly url?: string;
    readonly source_url?: string;
  };
  return {
    works: response.ok,
    message: `${response.status} ${body.message ?? ''}`,
    ...((body.url ?? body.source_url) ? { file: body.url ?? body.source_url ?? '' } : {}),
  };
}

/** A file that was stored while the service worked. */
function download(file: string) {
  return async ({ url }: Site): Promise<Seen> => {
    const response = await fetch(`${url}${new URL(file).pathname}`, { headers: { 'cache-control': 'no-cache' } });
    const result = await response.arrayBuffer().catch((error: unknown) => String(error));
    const works = response.ok && typeof result !== 'string' && result.byteLength > 0;
    return {
      works,
      message: `${response.status} ${typeof result === 'string' ? result : `${result.byteLength} bytes`}`,
    };
  };
}

async function startSignIn({ url }: Site): Promise<Seen> {
  const response = await fetch(`${url}/auth/oidc/start`, { redirect: 'manual' });
  const [, message = ''] = /<p>([^<]*)<\/p>/.exec(await response.text()) ?? [];
  return { works: response.status === 303, message: `${response.status} ${message}` };
}

/** A run that takes longer than ten seconds goes on after its response; then the time of the last read changes. */
async function readNow(site: Site, id: number): Promise<Answer> {
  const path = `/subscriptions/${id}`;
  const { checked_utc: before } = (await site.send('GET', path)).body;
  let answer = await site.send('POST', `${path}/run`, {});
  while (answer.status === 202) {
    await sleep(200);
    const read = await site.send('GET', path);
    if (read.body.checked_utc !== before) answer = read;
  }
  return answer;
}

export async function openNeeds(site: Site, { servers }: Around): Promise<readonly Need[]> {
  const calendarUrl = `http://127.0.0.1:${servers.calendar.port}/a.ics`;
  const subscribed = await site.send('POST', '/subscriptions', { name: 'Elsewhere', url: calendarUrl, paused: true });
  const hooked = await site.send('POST', '/webhooks', { url: `http://127.0.0.1:${servers.webhook.port}/hook` });
  const stored = await upload(site);
  for (const { status, body } of [subscribed, hooked])
    if (status !== 201) throw new Error(`the tries cannot begin: ${JSON.stringify(body)}`);
  if (!stored.file) throw new Error(`the tries cannot begin: ${stored.message}`);
  return [
    {
      name: 'a test mail',
      service: 'mail',
      limitSeconds: 30,
      // SMTP has no redirects.
      troubles: troubles.filter((trouble) => trouble !== 'redirects'),
      use: async ({ send }) => {
        const answer = await send('POST', '/mails/test', { to: 'clara@example.org' });
        return seen(answer, answer.body.state === 'sent', answer.body.error ?? answer.body.message);
      },
    },
    { name: 'an upload', service: 'images', limitSeconds: 35, use: upload },
    { name: 'an image', service: 'images', limitSeconds: 35, use: download(stored.file) },
    { name: 'sign-in with a provider', service: 'sign-in', limitSeconds: 15, use: startSignIn, isRemembered: true },
    {
      name: 'the position of an address',
      service: 'geocoder',
      limitSeconds: 15,
      use: async ({ send }) => {
        await sleep(1_100);
        const answer = await send('GET', '/venues/geocode?address=Lyon');
        return seen(answer, answer.body.places?.length === 1, answer.body.message);
      },
    },
    {
      name: 'reading a subscription',
      service: 'calendar',
      limitSeconds: 70,
      use: async (own) => {
        const answer = await readNow(own, subscribed.body.id);
        return seen(answer, /^(imported|unchanged|ok)$/.test(answer.body.last_result), answer.body);
      },
    },
    {
      name: 'a test message of a webhook',
      service: 'webhook',
      limitSeconds: 20,
      // A response with 200 is enough, whatever follows.
      troubles: troubles.filter((trouble) => !['wrong type', 'endless'].includes(trouble)),
      use: async ({ send }) => {
        const begun = await send('POST', `/webhooks/${hooked.body.id}/test`, {});
        return seen(begun, begun.body.state === 'sent', begun.body);
      },
    },
  ];
}
