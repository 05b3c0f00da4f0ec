// A calendar in which everything that is hidden is marked: records of every status, single dates of series, linked records,
// images, former versions, submissions and accounts.
import { plusSeconds } from '../../../src/core/time/clock.js';
import { submissions } from '../../../src/models/submission/submission.js';
import { png, stored } from '../pictures.js';
import { addTrustedSender, submitForm } from '../submissions.js';
import type { Answered, Body, World } from '../world.js';
import type { Kind, Markers } from './markers.js';

export interface Hidden {
  readonly kind: Kind;
  readonly id: number;
  readonly slug: string;
  readonly resource: 'events' | 'venues' | 'organizers';
  /** Never public: it must look like an unknown record. */
  readonly isSecret: boolean;
}

export interface MarkedCalendar {
  readonly address: string;
  readonly hidden: readonly Hidden[];
  /** IDs and slugs of all records by the path of their resource, public ones too. */
  readonly ids: Readonly<Record<string, readonly number[]>>;
  readonly slugs: Readonly<Record<string, readonly string[]>>;
  readonly series: readonly number[];
  readonly days: readonly string[];
  readonly files: readonly string[];
  /** Source, ID, the caller who may change the record, and its resource. */
  readonly externalIds: readonly (readonly [string, string, string, string])[];
}

const marks = (markers: Markers, kind: Kind) => {
  const mark = (field: string) => markers.make(kind, field);
  /** External IDs are shown to callers who may change the record. */
  const external = (field: string) => markers.make(kind === 'protected' ? 'external' : kind, field);
  return {
    mark,
    event: (): Body => ({
      title: mark('title'),
      slug: mark('slug'),
      ...marks(markers, kind).texts(),
      // Authors and contributors have no other source than their own.
      ...(!kind.startsWith('of the') && { source: external('source') }),
      external_id: external('external_id'),
    }),
    /** What the password of an event hides, too. */
    texts: (): Body => ({
      description: `<p>${mark('description')}</p>`,
      excerpt: mark('excerpt'),
      cost: mark('cost'),
      website: `https://site.example/${mark('website')}`,
      online_url: `https://meet.example/${mark('online_url')}`,
      attendance: 'mixed',
      event_status_note: mark('event_status_note'),
      tickets: [{ name: mark('ticket') }],
    }),
    venue: (): Body => ({
      venue: mark('name'),
      description: mark('description'),
      address: mark('address'),
      city: mark('city'),
      province: mark('province'),
      zip: mark('zip'),
      phone: mark('phone'),
      website: `https://site.example/${mark('website')}`,
      source: external('source'),
      external_id: external('external_id'),
    }),
    organizer: (): Body => ({
      organizer: mark('name'),
      description: mark('description'),
      phone: mark('phone'),
      email: `${mark('email')}@site.example`,
      website: `https://site.example/${mark('website')}`,
      source: external('source'),
      external_id: external('external_id'),
    }),
  };
};

const password = 'open sesame';
const later = { date: '2029-01-01 10:00:00' };

/** How a record of a status comes about. */
interface Way {
  readonly given: Body;
  readonly afterwards?: 'DELETE' | 'PATCH';
}

const statuses = {
  draft: { given: { status: 'draft' } },
  pending: { given: { status: 'pending' } },
  private: { given: { status: 'private' } },
  future: { given: { status: 'publish', ...later } },
  trashed: { given: { status: 'draft' }, afterwards: 'DELETE' },
  unpublished: { given: { status: 'publish' }, afterwards: 'PATCH' },
} as const satisfies Partial<Record<Kind, Way>>;

type Status = keyof typeof statuses;

type MarkedWorld = Pick<
  World,
  'address' | 'ask' | 'clock' | 'event' | 'get' | 'organizer' | 'people' | 'send' | 'store' | 'venue'
>;

export async function markCalendar(world: MarkedWorld, markers: Markers): Promise<MarkedCalendar> {
  const hidden: Hidden[] = [];
  const of = (kind: Kind) => marks(markers, kind);
  const resources = { events: 'event', venues: 'venue', organizers: 'organizer' } as const;

  for (const [kind, how] of Object.entries(statuses) as [Status, Way][]) {
    for (const [resource, name] of Object.entries(resources) as ['events', 'event'][]) {
      const { id, slug } = await world[name]({ ...of(kind)[name](), ...how.given });
      hidden.push({ kind, id, slug, resource, isSecret: kind !== 'unpublished' });
    }
  }
  const linked = (resource: Hidden['resource']) =>
    hidden.filter((one) => one.resource === resource).map(({ id }) => id);
  await world.event({ title: 'Linked', venue: linked('venues'), organizer: linked('organizers') });
  for (const { kind, id, resource } of hidden) {
    const { afterwards }: Way = statuses[kind as Status];
    if (afterwards) await world.send(`${afterwards} /${resource}/${id}`, { status: 'private' });
  }

  const image = async (width: number): Promise<Answered> => {
    const { mark } = of('image');
    const { id } = await stored(world, await png(width, 200), { as: 'administrator', name: `${mark('file')}.png` });
    return world.send(`PATCH /media/${id}`, { title: mark('title'), alt_text: mark('alt'), caption: mark('caption') });
  };
  const images = [await image(201), await image(202)];
  await world.event({ title: 'Draft with image', status: 'draft', image: images[0]?.id });

  const guarded = await world.event({ ...of('protected').event(), password, image: images[1]?.id });
  const unlisted = await world.event({ title: 'Unlisted', hide_from_listings: true });
  const named = [`/${unlisted.id}`, String(unlisted.slug)];
  const onlyNamed = (field: string) => markers.make('unlisted', field, named);
  await world.send(`PATCH /events/${unlisted.id}`, {
    title: onlyNamed('title'),
    description: onlyNamed('description'),
  });
  const link = `https://meet.example/${markers.make('too early', 'online_url')}`;
  await world.event({
    title: 'Online',
    online_url: link,
    online_url_from: '2027-07-01 09:00:00',
    attendance: 'online',
  });
  const changed = await world.event({ title: 'Changed', description: markers.make('old version', 'description') });
  await world.send(`PATCH /events/${changed.id}`, { description: 'New' });
  for (const as of ['author', 'contributor'] as const)
    await world.event({ ...of(`of the ${as}`).event(), status: 'draft' }, { as });

  const datesOf = async (id: number): Promise<readonly Answered[]> =>
    (await world.get(`/events/${id}/occurrences?per_page=50`, { as: 'administrator' })).events;
  const own = (kind: Kind) => ({ title: of(kind).mark('own title'), ...of(kind).texts() });

  const open = await world.event({ title: 'Open series', slug: 'open-series', recurrence: 'FREQ=WEEKLY;COUNT=9' });
  const [, draft, pending, privately, guardedDate, unlistedDate, trashed, later_] = await datesOf(open.id);
  const change = (date: Answered | undefined, given: Body) => world.send(`PATCH /events/${date?.id}`, given);
  await change(draft, { ...own('draft'), status: 'draft' });
  await change(pending, { ...own('pending'), status: 'pending' });
  await change(privately, { ...own('private'), status: 'private' });
  await change(guardedDate, { ...of('protected').texts(), password });
  const dated = [`/${unlistedDate?.id}`, String(unlistedDate?.start_date).slice(0, 10)];
  const description = markers.make('unlisted', 'description', dated);
  await change(unlistedDate, { description, hide_from_listings: true });
  await change(trashed, own('trashed'));
  await world.send(`DELETE /events/${trashed?.id}`, {});
  await change(later_, { ...own('unpublished'), status: 'private' });

  const guardedSeries = await world.event({
    title: 'Guarded series',
    slug: 'guarded-series',
    ...of('protected').texts(),
    password,
    recurrence: 'FREQ=WEEKLY;COUNT=4',
  });
  const [opened, other] = await datesOf(guardedSeries.id);
  const plain = { description: 'Open', excerpt: '', cost: '', website: '', online_url: '', event_status_note: '' };
  await change(opened, { ...plain, tickets: [], password: '' });
  await change(other, { ...of('protected').texts(), password: 'another' });

  const draftSeries = await world.event({
    title: of('draft').mark('title'),
    slug: 'draft-series',
    ...of('draft').texts(),
    status: 'draft',
    recurrence: 'FREQ=WEEKLY;COUNT=4',
  });
  const [published] = (await world.get(`/events/${draftSeries.id}/occurrences?status=any`, { as: 'administrator' }))
    .events;
  await change(published, { title: 'Published date', ...plain, tickets: [], status: 'publish' });

  await world.send('PATCH /settings', { submitters: 'anyone' });
  const sent = of('submission').mark;
  await submitForm(world, {
    title: sent('title'),
    description: sent('description'),
    venue: sent('venue'),
    organizer: sent('organizer'),
    name: sent('name'),
    email: `${sent('email')}@site.example`,
    message: sent('message'),
  });
  await world.store.transact((writer) =>
    writer.insert(submissions, {
      event_id: 0,
      user_id: 0,
      client_key: '',
      form_nonce: sent('unconfirmed nonce'),
      digest: 'abc',
      name: sent('unconfirmed name'),
      email: `${sent('unconfirmed email')}@site.example`,
      email_key: `${sent('unconfirmed email')}@site.example`,
      is_confirmed: false,
      message: sent('unconfirmed message'),
      language: 'en',
      content: { title: sent('unconfirmed title') },
      created_utc: plusSeconds(world.clock.now, -60),
    }),
  );
  await addTrustedSender(world.store, `${sent('trusted')}@site.example`, world.clock.now);
  await markAccounts(world, of('account').mark);

  const all = async (resource: string, query: string): Promise<readonly Answered[]> =>
    (await world.get(`/${resource}?per_page=100&${query}`, { as: 'administrator' }))[resource];
  const everywhere = 'start_date=1970-01-01&end_date=2100-01-01&context=edit';
  const [events, venues, organizers] = [
    [
      ...(await all('events', `${everywhere}&status=any`)),
      ...(await all('events', `${everywhere}&status=trash`)),
      ...(await all('events', `${everywhere}&occurrences=series&recurring=true&status=any`)),
      draftSeries,
    ],
    [...(await all('venues', 'status=any')), ...(await all('venues', 'status=trash'))],
    [...(await all('organizers', 'status=any')), ...(await all('organizers', 'status=trash'))],
  ];
  hidden.push({ kind: 'protected', id: guarded.id, slug: guarded.slug, resource: 'events', isSecret: false });
  const { revisions } = await world.get(`/revisions?resource=events&record=${changed.id}`, { as: 'administrator' });
  const externalIds = Object.entries({ events, venues, organizers }).flatMap(([resource, records]) =>
    records.flatMap(({ source, external_id, author }) => {
      const owner = Object.entries(world.people).find(([, { id }]) => String(id) === author)?.[0] ?? '';
      return source ? [[String(source), String(external_id), owner, resource] as const] : [];
    }),
  );
  return {
    address: world.address,
    hidden,
    ids: {
      events: [...new Set(events.map(({ id }) => id))],
      venues: venues.map(({ id }) => id),
      organizers: organizers.map(({ id }) => id),
      media: images.map(({ id }) => id),
      revisions: revisions.map(({ id }: Answered) => id),
    },
    slugs: {
      events: [
        ...new Set([...events.map(({ slug }) => String(slug)), 'open-series', 'guarded-series', 'draft-series']),
      ],
      venues: venues.map(({ slug }) => String(slug)),
      organizers: organizers.map(({ slug }) => String(slug)),
    },
    series: [open.id, guardedSeries.id, draftSeries.id],
    days: [...new Set(events.map(({ start_date }) => String(start_date).slice(0, 10)))],
    files: images.map(({ url }) => new URL(url).pathname.split('/').at(-1) ?? ''),
    externalIds,
  };
}

async function markAccounts(world: MarkedWorld, mark: (field: string) => string): Promise<void> {
  const { id } = world.people.editor;
  await world.send(`PATCH /users/${id}`, { email: `${mark('email')}@site.example` });
  await world.send(`POST /users/${id}/application-passwords`, { label: mark('application password') });
  await world.send(`POST /users/${id}/feed-keys`, { label: mark('feed key') });
  await world.send('POST /subscriptions', {
    name: mark('source'),
    url: `https://site.example/${mark('source url')}.ics`,
  });
}
