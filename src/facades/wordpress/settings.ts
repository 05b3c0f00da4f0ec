// `settings`: the settings of the site, read-only and for administrators. Change them in the console.
import { may } from '../../core/actor.js';
import { Problem } from '../../core/problem.js';
import type { Site } from '../../core/site.js';
import type { StaticEndpoint } from '../endpoints.js';

/** In the notation of PHP's `date`. */
const dateFormats: Readonly<Record<Site['dateFormat'], string>> = {
  language: 'Y-m-d',
  iso: 'Y-m-d',
  'day-month': 'd/m/Y',
  'month-day': 'm/d/Y',
};
/** 0 is Sunday. */
const weekdays: Readonly<Record<Site['weekStart'], number>> = { language: 1, monday: 1, sunday: 0, saturday: 6 };

export const siteSettings: StaticEndpoint = {
  path: 'settings',
  answer: ({ actor, site }) => {
    if (!may(actor, 'administer')) throw new Problem(actor.id === 0 ? 'unauthorized' : 'forbidden');
    return {
      title: site.name,
      description: site.tagline,
      url: site.baseUrl,
      timezone: site.zone,
      date_format: dateFormats[site.dateFormat],
      time_format: site.timeFormat === '12' ? 'g:i a' : 'H:i',
      start_of_week: weekdays[site.weekStart],
      language: (site.languages[0] ?? 'en').replace('-', '_'),
      posts_per_page: site.perPage,
      ...(site.logo && { site_logo: site.logo.id }),
      ...(site.icon && { site_icon: site.icon.id }),
    };
  },
};
