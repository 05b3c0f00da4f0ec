// Series with dates that have texts of their own, and users.
import type { Marks } from './marks.js';
import { pagePath, type Records, type Stored } from './records.js';
import { save } from './save.js';
import { must, type Site } from './site.js';
import { dayFor, textsFor, type Writer } from './texts.js';

/** Series with a date that has texts of its own. */
export async function addSeries(site: Site, marks: Marks): Promise<Records> {
  const [series, dates]: [Stored[], Stored[]] = [[], []];
  const writer: Writer = { as: () => 'author', mount: 'dropin', suffix: ' of a series' };
  for (let record = 0; record < marks.records; record++) {
    const { id } = await save(site, marks, {
      ...{ as: 'author', request: 'POST /events', mount: 'dropin', fields: 'event of a series' },
      body: {
        ...textsFor(marks, record, writer).event(),
        status: 'publish',
        start_date: `${dayFor(record)} 14:00:00`,
        end_date: `${dayFor(record)} 15:00:00`,
        recurrence: 'FREQ=WEEKLY;COUNT=2',
      },
      instead: { title: `Series ${record}` },
    });
    const { events } = await must(site.api('administrator', `GET /events/${id}/occurrences`));
    const [first, second] = events;
    const shown = await save(site, marks, {
      ...{ as: 'author', request: `PATCH /events/${second.id}`, mount: 'dropin', fields: 'event as a date' },
      body: textsFor(marks, record, { ...writer, suffix: ' as a date' }).event(),
    });
    series.push({ id, path: `${pagePath('events', first).split('/').slice(0, 3).join('/')}/all/` });
    dates.push({ id: second.id, path: pagePath('events', shown) });
  }
  return { series, dates };
}

/** Users with labels of their passwords and feed keys, and a second version of events for their history. */
export async function addUsers(site: Site, marks: Marks, events: readonly Stored[]): Promise<readonly Stored[]> {
  const users: Stored[] = [];
  for (let record = 0; record < marks.records; record++) {
    const text = (field: string) => marks.short(field, record);
    const { id } = await save(site, marks, {
      ...{ as: 'administrator', request: 'POST /users', fields: 'user', instead: { name: `user ${record}` } },
      body: {
        name: text('user.name'),
        display_name: text('user.display_name'),
        email: `${text('user.email')}@x.example`,
        role: 'subscriber',
      },
    });
    users.push({ id, path: '' });
    for (const path of ['application-passwords', 'feed-keys'])
      await save(site, marks, {
        ...{ as: 'administrator', request: `POST /users/${id}/${path}`, fields: path },
        ...{ body: { label: text(`${path}.label`) }, instead: { label: 'Label' } },
      });
    const again = `Name ${marks.text('event.title again', record)}`;
    await save(site, marks, {
      ...{ as: 'administrator', request: `PATCH /events/${events[record]?.id}`, fields: 'event again' },
      body: { title: again, description: again, event_status_note: again },
    });
  }
  return users;
}
