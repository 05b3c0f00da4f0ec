// What an administrator sees in the console: lists, forms, review, history, search, settings and reports.
import type { Marks } from './marks.js';
import type { Filled, Wanted } from './public-views.js';
import type { Records } from './records.js';
import type { Site } from './site.js';
import { dayFor } from './texts.js';
import { csvFile } from './visitors.js';
import type { Watch } from './watch.js';

interface Looking {
  readonly site: Site;
  readonly marks: Marks;
  readonly filled: Filled;
  readonly watch: Watch;
  readonly isWanted: Wanted;
}

export async function signIn({ site, watch: { page } }: Pick<Looking, 'site' | 'watch'>): Promise<void> {
  await page.goto(`${site.url}/admin`);
  await page.locator('input[autocomplete=username]').fill('administrator');
  await page.locator('input[type=password]').fill(site.password);
  await page.locator('form button[type=submit]').click();
  await page.locator('.frame main h1').waitFor();
}

const painted = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

const isReady = "document.querySelector('main h1, main h2') !== null && document.querySelector('.skeleton') === null";

/** Waits until nothing is being loaded. */
async function settle({ page }: Watch): Promise<void> {
  for (let tries = 0; ; tries++) {
    await page.evaluate(painted);
    if (await page.evaluate<boolean>(isReady)) return;
    if (tries > 500) throw new Error(`${page.url()} is not ready`);
    await page.waitForTimeout(20);
  }
}

/** Goes to a page of the console without loading the console again. */
async function go(watch: Watch, path: string): Promise<void> {
  await watch.page.evaluate(`(() => {
    history.pushState({ at: 0 }, '', ${JSON.stringify(`/admin${path}`)});
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  })()`);
  await settle(watch);
}

async function lookAt({ watch, isWanted }: Looking, view: string, path: string): Promise<void> {
  if (!isWanted(view)) return;
  await go(watch, path);
  await watch.look(view);
}

/** A form with its closed parts, and in French. */
async function lookAtForm(looking: Looking, view: string, path: string): Promise<void> {
  const { watch, isWanted } = looking;
  if (!isWanted(view)) return;
  await go(watch, path);
  await watch.page.locator('[data-field]').first().waitFor();
  await watch.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
  await watch.look(view);
  const french = watch.page.getByRole('tab', { name: /French/ });
  if (!(await french.count())) return;
  await french.first().click();
  await settle(watch);
  await watch.look(view);
}

/** A dialog from the menu of the open page. */
async function lookAtDialog({ watch, isWanted }: Looking, view: string, menu: string, item: RegExp): Promise<void> {
  if (!isWanted(view)) return;
  const { page } = watch;
  await page.getByRole('button', { name: menu, exact: true }).first().click();
  // The menu itself may show texts.
  await watch.look(view);
  await page.getByRole('menuitem', { name: item }).first().click();
  await page.locator('dialog[open]').waitFor();
  await settle(watch);
  await watch.look(view);
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
}

async function lookAtSearch({ watch, isWanted }: Looking, text: string): Promise<void> {
  if (!isWanted('console search')) return;
  const { page } = watch;
  await page.keyboard.press('Control+k');
  const box = page.locator('dialog[open]').getByRole('combobox');
  await box.fill(text);
  await page.waitForTimeout(400);
  await settle(watch);
  await watch.look('console search');
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
}

/** With the settings, the webhook, the account and the saved view of this payload, and its records. */
export async function openPayload(looking: Looking, record: number): Promise<void> {
  const { site, marks, filled, watch, isWanted } = looking;
  const { least, administrator, series, users, imports, subscriptions, webhook } = filled;
  const at = (records: Records, resource: string) => records[resource]?.[record]?.id;
  if (isWanted('console home')) {
    await watch.page.goto(`${site.url}/admin`);
    await settle(watch);
    await watch.look('console home');
  }
  const text = encodeURIComponent(marks.short('query.console', record));
  await lookAt(looking, 'console search in a list', `/events?q=${text}&tab=all`);
  if (isWanted('console search in a list')) await lookAtDialog(looking, 'console search in a list', 'Views', /Manage/);
  await lookAt(looking, 'console search in a list', `/venues?q=${text}`);
  await lookAt(looking, 'console unknown page', `/${encodeURIComponent(marks.short('query.console path', record))}`);
  await lookAtSearch(looking, marks.short('query.find', record).replace(/[\r\n]/g, ' '));
  await lookAtForm(looking, 'console settings', '/settings');
  await lookAt(looking, 'console webhooks', '/webhooks?columns=url,description,filters');
  await lookAtForm(looking, 'console webhook', `/webhooks/${webhook.id}`);
  await lookAt(looking, 'console account', '/account');
  for (const records of [least, administrator]) {
    await lookAtForm(looking, 'console event', `/events/${at(records, 'events')}`);
    if (records === administrator && isWanted('console event'))
      await lookAtDialog(looking, 'console event history', 'Actions', /History/);
    await lookAtForm(looking, 'console venue', `/venues/${at(records, 'venues')}`);
    await lookAtForm(looking, 'console organizer', `/organizers/${at(records, 'organizers')}`);
    await lookAtForm(looking, 'console category', `/categories/${at(records, 'categories')}`);
    await lookAtForm(looking, 'console tag', `/tags/${at(records, 'tags')}`);
    await lookAtForm(looking, 'console image', `/media/${at(records, 'media')}`);
  }
  await lookAtForm(looking, 'console date of a series', `/events/${at(series, 'dates')}`);
  await lookAtForm(looking, 'console series', `/events/${at(series, 'series')}`);
  await lookAtForm(looking, 'console user', `/users/${users[record]?.id}`);
  for (const item of isWanted('console user') ? [/^Application passwords/, /^Private feeds/] : [])
    await lookAtDialog(looking, 'console user secrets', 'Actions', item);
  await lookAtForm(looking, 'console subscription', `/subscriptions/${subscriptions[record + 1]?.id}`);
  await lookAt(looking, 'console import', `/imports/${imports[record]?.id}`);
}

/** Each page of a list, by the button below it. */
async function lookAtPages(looking: Looking, view: string, path: string, max = 40): Promise<void> {
  const { watch, isWanted } = looking;
  if (!isWanted(view)) return;
  await go(watch, path);
  for (let page = 1; page <= max; page++) {
    await watch.look(view);
    const next = watch.page.locator('nav.pager').getByRole('button', { name: 'Next' });
    if (!(await next.count()) || (await next.isDisabled())) return;
    await next.click();
    await settle(watch);
  }
}

const columns: Readonly<Record<string, string>> = {
  events: 'start_date,venue,organizer,categories,tags,event_status_note,website,online_url,cost,slug',
  venues: 'address,city,country,stateprovince,zip,phone,website',
  organizers: 'phone,email,website',
  categories: 'slug',
  tags: 'slug',
  users: 'display_name,email',
  subscriptions: 'url,last_result',
};

/** A file whose columns and rows are payloads, before it is imported. */
async function lookAtNewImport({ watch, marks, isWanted }: Looking): Promise<void> {
  if (!isWanted('console new import')) return;
  for (let record = 0; record < marks.records; record += 16) {
    const { name, content } = csvFile(marks, record);
    await go(watch, '/imports');
    await go(watch, '/imports/new');
    const file = { name: name.replaceAll('/', ' '), mimeType: 'text/csv', buffer: Buffer.from(content) };
    await watch.page.locator('input[type=file]').setInputFiles(file);
    await watch.page.locator('form button[type=submit]').click();
    await watch.page.locator('form h2, .toast').first().waitFor();
    await settle(watch);
    await watch.look('console new import');
  }
}

export async function lookAtLists(looking: Looking): Promise<void> {
  const { watch, marks, filled, isWanted } = looking;
  const { page } = watch;
  for (const [path, names] of Object.entries(columns))
    await lookAtPages(looking, `console ${path}`, `/${path}?tab=all&per_page=100&columns=${names}`);
  await lookAtPages(looking, 'console events', '/events?tab=trash&per_page=100');
  await lookAtPages(looking, 'console events', '/events?tab=all&show=series&per_page=100');
  await lookAtPages(looking, 'console media', '/media');
  await lookAtPages(looking, 'console review', '/review');
  await lookAtPages(looking, 'console imports', '/imports');
  await lookAtPages(looking, 'console activity', '/activity', 40);
  await lookAt(looking, 'console embed', '/embed');
  await lookAtNewImport(looking);
  if (isWanted('console deliveries')) {
    await go(watch, `/webhooks/${filled.webhook.id}`);
    for (const button of (await page.getByRole('button', { name: 'Details' }).all()).slice(0, 30)) {
      await button.click();
      await page.locator('.webhook-details').waitFor();
      await watch.look('console deliveries');
    }
  }
  if (isWanted('console calendar'))
    for (const [view, days] of Object.entries({ dayGridMonth: 28, timeGridWeek: 28, listMonth: 28 }))
      for (let record = 0; record < marks.records; record += days) {
        // The calendar reads its address once.
        await go(watch, '/embed');
        await go(watch, `/calendar?view=${view}&date=${dayFor(record)}`);
        await page.locator('.ec-event').first().waitFor();
        await watch.look('console calendar');
      }
}
