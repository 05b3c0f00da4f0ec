// The link to the form, on every page while submissions are on.
import { textsFor } from '../../i18n/texts.js';
import { hrefOf } from '../calendar/links.js';
import type { PageRequest } from '../calendar/page-request.js';
import { type Html, html } from '../html.js';

export const submitLink = (request: PageRequest): Html | false =>
  request.pageSite.site.submitters !== 'nobody' &&
  html`<p class="foot-submit"><a href="${hrefOf(request, '/submit/')}">${textsFor(request.call.language).submit.title}</a></p>`;
