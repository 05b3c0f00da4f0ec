// Texts from outside: forms of visitors, imported files, a subscribed calendar, and answers to webhooks.
import { setTimeout as sleep } from 'node:timers/promises';
import { minAgeSeconds } from '../../src/submissions/form-token.js';
import { calendarOf, vevent } from '../../tests/harness/calendar-server.js';
import { linkToken, tokenIn } from '../../tests/harness/submissions.js';
import type { Marks } from './marks.js';
import type { Stored } from './records.js';
import { save } from './save.js';
import { type Answer, must, type Site } from './site.js';
import { dayFor } from './texts.js';

export interface Submitted {
  /** Paths of the pages that ask to confirm. */
  readonly confirmPaths: readonly string[];
}

const address = (record: number): string => `10.0.${record >> 8}.${record % 256}`;

const formFor = (marks: Marks, record: number): Record<string, string> => {
  const text = (field: string) => marks.short(`submission.${field}`, record);
  return {
    title: `Name ${text('title')}`,
    description: marks.text('submission.description', record),
    venue: `Name ${text('venue')}`,
    organizer: `Name ${text('organizer')}`,
    website: marks.url('submission.website', record),
    picture_alt: text('picture_alt'),
    name: text('name'),
    email: `sender${record}@x.example`,
    message: marks.text('submission.message', record),
    start_date: dayFor(record),
    start_time: '16:00',
    end_time: '17:00',
  };
};

/** A form that is shown again, because its email address is missing; the texts are still in it. */
export const faultyForm = (marks: Marks, record: number): Record<string, string> => ({
  ...formFor(marks, record),
  email: marks.short('submission.email', record),
});

/** Instead of texts that are refused. */
const shortForm: Readonly<Record<string, string>> = { title: 'Title', name: 'Name' };

/** Sends a form for each payload. */
export async function submitForms(site: Site, marks: Marks): Promise<Submitted> {
  const tokens: string[] = [];
  for (let record = 0; record < marks.records; record++) {
    const text = await (await fetch(`${site.url}/submit/`)).text();
    tokens.push(tokenIn({ text } as Parameters<typeof tokenIn>[0]));
  }
  // A form without a proof of work must not be sent at once.
  await sleep((minAgeSeconds + 1) * 1_000);
  for (const [record, token] of tokens.entries()) {
    let form: Record<string, string> = { ...formFor(marks, record), token };
    let { status, text } = await site.submit('/submit/', form, address(record));
    if (status === 400) {
      const refused = [...text.matchAll(/id="(\w+)-fault"/g)].map(([, name = '']) => name);
      for (const name of refused) marks.refuse(`submission.${name}`);
      form = { ...form, ...Object.fromEntries(refused.map((name) => [name, shortForm[name] ?? ''])) };
      ({ status, text } = await site.submit('/submit/', form, address(record)));
    }
    if (status !== 303) throw new Error(`a form was answered with ${status}: ${text.slice(0, 2_000)}`);
  }
  await sendMails(site);
  const confirmPaths = site.mail.received.map(linkToken).filter(Boolean);
  return { confirmPaths: confirmPaths.map((token) => `/submit/confirm?token=${token}`) };
}

/** Mails are sent some at a time. */
export async function sendMails({ runDue, mail }: Site): Promise<void> {
  for (let before = -1; before < mail.received.length; ) {
    before = mail.received.length;
    await runDue();
  }
}

/** Confirms all; the first half stays in the review, of the others one is approved and one is rejected by turns. */
export async function decideSubmissions(site: Site, marks: Marks, { confirmPaths }: Submitted): Promise<void> {
  for (const path of confirmPaths) {
    const [, token = ''] = path.split('token=');
    await site.submit('/submit/confirm', { token }, '10.1.0.1');
  }
  const items: Answer[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const list = await must(site.api('editor', `GET /review?per_page=50&page=${page}`));
    pages = list.total_pages;
    items.push(...list.items);
  }
  for (const [record, { event }] of items.slice(items.length / 2).entries()) {
    if (record % 2) await must(site.api('editor', `POST /events/${event.id}/approve`, { trust: record % 3 === 0 }));
    else
      await must(
        site.api('editor', `POST /events/${event.id}/reject`, { reason: `No ${marks.text('review.reason', record)}` }),
      );
  }
  await sendMails(site);
}

const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A CSV file with a title, a text, an unknown column and a date that cannot be read. */
export function csvFile(marks: Marks, record: number): { readonly name: string; readonly content: string } {
  const text = (field: string) => marks.short(`import.${field}`, record);
  const row = (...cells: readonly string[]) => `${cells.map(cell).join(',')}\r\n`;
  return {
    name: `${text('file')}.csv`,
    content:
      row('title', 'start', 'end', 'description', 'venue', 'category', text('column')) +
      row(
        `Name ${text('title')}`,
        `${dayFor(record)} 18:00`,
        `${dayFor(record)} 19:00`,
        marks.text('import.description', record),
        `Name ${text('venue')}`,
        `Name ${text('category')}`,
        text('cell'),
      ) +
      row(`Name ${text('title')}`, text('date'), '', '', '', '', ''),
  };
}

export async function importFiles(site: Site, marks: Marks): Promise<readonly Stored[]> {
  const imports: Stored[] = [];
  for (let record = 0; record < marks.records; record++) {
    const { name, content } = csvFile(marks, record);
    const form = new FormData();
    form.append('format', 'csv');
    form.append('defaults', JSON.stringify({ status: 'publish' }));
    form.append('file', new Blob([content]), name);
    imports.push({ id: (await must(site.api('editor', 'POST /imports', form))).id, path: '' });
  }
  return imports;
}

const icalText = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/[\u0000-\u0008\u000b-\u001f]/g, '');

/** A calendar with all payloads, and subscriptions with a payload in their names and addresses. */
export async function subscribe(site: Site, marks: Marks): Promise<readonly Stored[]> {
  const events = Array.from({ length: marks.records }, (_, record) => {
    const line = (name: string) => `${name}:${icalText(marks.text(`calendar.${name}`, record))}`;
    const names = ['SUMMARY', 'DESCRIPTION', 'LOCATION', 'CATEGORIES', 'COMMENT', 'CONTACT', 'URL'];
    const organizer = icalText(marks.text('calendar.ORGANIZER', record)).replaceAll('"', '');
    return vevent(
      `xss-${record}`,
      dayFor(record).replaceAll('-', ''),
      ...names.map(line),
      `ORGANIZER;CN="${organizer}":mailto:a@x.example`,
    );
  });
  site.other.calendar = calendarOf(...events);
  const read = await must(
    site.api('editor', 'POST /subscriptions', {
      ...{ name: 'All payloads', url: `${site.other.url}/calendar.ics`, default_status: 'publish' },
    }),
  );
  await must(site.api('editor', `POST /subscriptions/${read.id}/run`, {}));
  const subscriptions: Stored[] = [{ id: read.id, path: '' }];
  for (let record = 0; record < marks.records; record++) {
    const made = await save(site, marks, {
      ...{ as: 'editor', request: 'POST /subscriptions', fields: 'subscription' },
      body: {
        name: `Name ${marks.short('subscription.name', record)}`,
        url: marks.url('subscription.url', record, `${site.other.url}/calendar.ics?`),
        paused: true,
      },
      instead: { url: `${site.other.url}/calendar.ics?${record}`, name: `Subscription ${record}` },
    });
    subscriptions.push({ id: made.id, path: '' });
  }
  return subscriptions;
}

/** A webhook whose receiver answers with payloads. */
export async function addWebhook(site: Site, marks: Marks): Promise<Stored> {
  const { id } = await must(site.api('administrator', 'POST /webhooks', { url: `${site.other.url}/hook` }));
  for (let record = 0; record < marks.records; record++) {
    site.other.receipt = marks.text('webhook.answer', record);
    await must(site.api('administrator', `POST /webhooks/${id}/test`, {}));
  }
  await must(site.api('administrator', `PATCH /webhooks/${id}`, { active: false }));
  return { id, path: '' };
}
