// `settings`: the settings of the site, read-only and for administrators. They are set in the configuration.
import { may } from '../../core/actor.js';
import { Problem } from '../../core/problem.js';
import type { StaticEndpoint } from '../endpoints.js';

export const siteSettings: StaticEndpoint = {
  path: 'settings',
  answer: ({ actor, site }) => {
    if (!may(actor, 'administer')) throw new Problem(actor.id === 0 ? 'unauthorized' : 'forbidden');
    return {
      title: site.name,
      description: 'An event calendar',
      url: site.baseUrl,
      timezone: site.zone,
      date_format: 'Y-m-d',
      time_format: 'H:i',
      start_of_week: 1,
      language: (site.languages[0] ?? 'en').replace('-', '_'),
      posts_per_page: site.perPage,
    };
  },
};
