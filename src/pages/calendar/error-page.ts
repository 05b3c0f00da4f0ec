// Error pages of the calendar and of its embedded form.
import type { Problem } from '../../core/problem.js';
import { translate } from '../../i18n/api/translate.js';
import { type Html, html } from '../html.js';
import { eventLines } from './components.js';
import { UnknownValue } from './filters.js';
import type { PageContent } from './frame.js';
import { hrefOf } from './links.js';
import type { PageRequest } from './page-request.js';
import { listEvents } from './queries.js';

/** The error of each parameter, in the language of the page. */
function faultsOf({ call }: PageRequest, { details }: Problem): readonly (readonly [string, string])[] {
  const faults = Object.entries(details.faults ?? {});
  return faults.map(([name, { message }]) => [name, translate(message, call.language)]);
}

const faultList = (faults: ReturnType<typeof faultsOf>): Html | false =>
  faults.length > 0 &&
  html`<ul class="faults">${faults.map(([name, message]) => html`<li><strong>${name}</strong> ${message}</li>`)}</ul>`;

/** For a filter whose value does not exist: “Category “musik” not found.” */
const unknownValue = ({ texts }: PageRequest, problem: Problem): string | undefined =>
  problem instanceof UnknownValue ? texts.valueNotFound(texts[problem.filter], problem.value) : undefined;

/** Title and explanation. */
function titleAndText(request: PageRequest, problem: Problem, said: string): readonly [string, string] {
  const { texts } = request;
  return problem.statusCode === 404 || problem.statusCode === 410
    ? [texts.notFound, unknownValue(request, problem) ?? texts.notFoundHint]
    : problem.statusCode === 429
      ? [texts.tooMany, said]
      : problem.statusCode === 503
        ? [texts.busy, said]
        : problem.statusCode < 500
          ? [texts.badRequest, texts.badRequestHint]
          : [texts.failed, texts.failedHint];
}

/** A page that does not exist offers the search and the next events; none if they cannot be read either. */
async function suggestions(request: PageRequest): Promise<Html> {
  const { texts, pageSite, lang } = request;
  const { items } = await listEvents(request, {}, { limit: 4 }).catch(() => ({ items: [] }));
  return html`<form class="find" method="get" action="${pageSite.path}/calendar/list" role="search">${lang !== undefined && html`<input type="hidden" name="lang" value="${lang}">`}<label><span class="unseen">${texts.search}</span><input type="search" name="search" placeholder="${texts.searchHint}" maxlength="200"></label></form>
${items.length > 0 && html`<section><h2>${texts.upcoming}</h2>${eventLines(request, items)}</section>`}`;
}

export async function errorPage(request: PageRequest, problem: Problem): Promise<PageContent> {
  const { texts } = request;
  const said = translate(problem.message, request.call.language);
  const [title, about] = titleAndText(request, problem, said);
  return {
    title,
    ...errorContent(request, problem),
    main: html`<div class="error-page"><p class="error-page-number" aria-hidden="true">${problem.statusCode}</p><h1>${title}</h1><p>${about}</p>
${problem.statusCode === 400 && (faultList(faultsOf(request, problem)) || html`<p>${said}</p>`)}
<p><a class="button" href="${hrefOf(request, '/')}">${texts.toCalendar}</a></p>
${problem.statusCode === 404 && (await suggestions(request))}</div>`,
  };
}

/** A single line, for an iframe on another site. */
export function embeddedErrorPage(request: PageRequest, problem: Problem): PageContent {
  const said = translate(problem.message, request.call.language);
  const [title, about] = titleAndText(request, problem, said);
  const faults = faultsOf(request, problem).map(([name, message]) => `${name}: ${message}`);
  const detail = faults.join(' ') || (problem.statusCode === 400 && said);
  const line = unknownValue(request, problem) ?? (detail ? `${title}: ${detail}` : `${title}. ${about}`);
  return { title, ...errorContent(request, problem), main: html`<p class="embed-note" role="status">${line}</p>` };
}

const errorContent = ({ pageSite }: PageRequest, { statusCode, details }: Problem) => ({
  path: '/',
  json: `${pageSite.site.baseUrl}${pageSite.native.prefix}/events`,
  statusCode,
  noindex: true,
  headers: details.headers ?? {},
});
