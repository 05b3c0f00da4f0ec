// What a site has once: settings, a webhook, the saved views and the name of the administrator. They get one payload after
// the other.
import type { Marks } from './marks.js';
import type { Stored } from './records.js';
import { save } from './save.js';
import { must, type Site } from './site.js';

export const prepareSettings = (site: Site): Promise<unknown> =>
  must(
    site.api('administrator', 'PATCH /settings', {
      submitters: 'anyone',
      events_per_page: 100,
      map_tiles: `${site.other.url}/tiles/{z}/{x}/{y}.svg`,
      show_developer_links: true,
    }),
  );

export async function setState(site: Site, marks: Marks, record: number, webhook: Stored): Promise<void> {
  const text = (field: string) => marks.short(field, record);
  await save(site, marks, {
    ...{ as: 'administrator', request: 'PATCH /settings', fields: 'settings' },
    body: {
      name: `N ${text('settings.name')}`,
      tagline: text('settings.tagline'),
      footer_text: marks.text('settings.footer_text', record),
      footer_links: [
        { label: `N ${text('settings.footer_links')}`, url: marks.url('settings.footer_links url', record) },
      ],
      submission_intro: marks.text('settings.submission_intro', record),
      submission_thanks: marks.text('settings.submission_thanks', record),
      map_attribution: `${text('settings.map_attribution')} ${marks.url('settings.map_attribution url', record)}`,
      map_link: marks.url('settings.map_link', record, 'https://x.example/{query}?'),
      mail_name: text('settings.mail_name'),
    },
    instead: {
      name: `Site ${record}`,
      footer_links: [{ label: `N ${text('settings.footer_links')}`, url: 'https://x.example/' }],
    },
  });
  await save(site, marks, {
    ...{ as: 'administrator', request: `PATCH /webhooks/${webhook.id}`, fields: 'webhook' },
    body: {
      description: text('webhook.description'),
      filters: `search=${encodeURIComponent(text('webhook.filters'))}`,
      url: marks.url('webhook.url', record, `${site.other.url}/hook?`),
    },
    instead: { description: '' },
  });
  await save(site, marks, {
    ...{ as: 'administrator', request: 'PATCH /users/me', fields: 'account' },
    body: { display_name: text('account.display_name') },
    instead: { display_name: '' },
  });
  const name = text('preferences.name').slice(0, 100);
  const query = `q=${encodeURIComponent(text('preferences.query'))}`;
  await save(site, marks, {
    ...{ as: 'administrator', request: 'PUT /users/me/preferences', fields: 'preferences' },
    body: { lists: {}, views: [{ resource: 'events', name, query }] },
  });
}
