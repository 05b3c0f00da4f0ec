// What is said instead of a page that cannot be shown.
import type { Problem } from '../../core/problem.js';
import { translate } from '../../messages/translate.js';
import { type Html, html } from '../html.js';
import type { Sheet } from './frame.js';
import { hrefOf } from './links.js';
import type { Visit } from './visit.js';

/** What is wrong with each parameter. */
function faultsOf({ call }: Visit, { details }: Problem): Html | undefined {
  const { params } = (details.extra ?? {}) as { params?: Readonly<Record<string, string>> | readonly string[] };
  if (!params || Array.isArray(params)) return undefined;
  const faults = Object.entries(params as Readonly<Record<string, string>>);
  return html`<ul class="faults">${faults.map(([name, message]) => html`<li><strong>${name}</strong> ${translate(message, call.language)}</li>`)}</ul>`;
}

export function refusal(visit: Visit, problem: Problem): Sheet {
  const { words, place } = visit;
  const said = translate(problem.message, visit.call.language);
  const [title, about]: readonly [string, string] =
    problem.http === 404 || problem.http === 410
      ? [words.notFound, words.notFoundAbout]
      : problem.http === 429
        ? [words.tooMany, said]
        : problem.http === 503
          ? [words.busy, said]
          : problem.http < 500
            ? [words.badRequest, words.badRequestAbout]
            : [words.failed, words.failedAbout];
  return {
    title,
    main: html`<div class="refusal"><p class="refusal-number" aria-hidden="true">${problem.http}</p><h1>${title}</h1><p>${about}</p>
${problem.http === 400 && (faultsOf(visit, problem) ?? html`<p>${said}</p>`)}
<p><a class="button" href="${hrefOf(visit, '/')}">${words.toCalendar}</a></p></div>`,
    path: '/',
    json: `${place.site.baseUrl}${place.native.prefix}/events`,
    http: problem.http,
    hidden: true,
    headers: problem.details.headers ?? {},
  };
}
