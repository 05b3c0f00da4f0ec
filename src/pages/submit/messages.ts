// Pages about a submission that was sent: thanks, confirmation by mail, and why a link does not work.
import type { Confirmed, LinkState } from '../../submissions/confirm.js';
import type { PageContent } from '../calendar/frame.js';
import { hrefOf } from '../calendar/links.js';
import { type Html, html } from '../html.js';
import { type SubmitRequest, submitContent } from './request.js';

interface Message {
  readonly title: string;
  readonly text: string;
  readonly statusCode?: number;
  /** Instead of the link to the calendar. */
  readonly action?: Html;
}

function messagePage(request: SubmitRequest, { title, text, statusCode, action }: Message): PageContent {
  const { page } = request;
  const toCalendar = html`<a class="button" href="${hrefOf(page, '/')}">${page.texts.toCalendar}</a>`;
  return {
    ...submitContent(request, {
      title,
      ...(statusCode !== undefined && { statusCode }),
      main: html`<div class="submit submit-message"><h1>${title}</h1><p>${text}</p><p>${action ?? toCalendar}</p></div>`,
    }),
    noindex: true,
  };
}

const another = ({ page, texts }: SubmitRequest): Html =>
  html`<a class="button" href="${hrefOf(page, '/submit/')}">${texts.another}</a>`;

export function signInPage(request: SubmitRequest): PageContent {
  const { texts, page } = request;
  const action = html`<a class="button" href="${page.pageSite.path}/admin">${texts.signInAction}</a>`;
  return messagePage(request, { title: texts.signIn, text: texts.signInHint, statusCode: 403, action });
}

export function sentPage(request: SubmitRequest, needsConfirmation: boolean): PageContent {
  const { texts, page } = request;
  const { thanks } = page.pageSite.site.submissions;
  return needsConfirmation
    ? messagePage(request, { title: texts.checkMail, text: texts.checkMailHint })
    : messagePage(request, { title: texts.thanks, text: thanks || texts.received });
}

export const repeatedPage = (request: SubmitRequest): PageContent =>
  messagePage(request, {
    title: request.texts.repeated,
    text: request.texts.repeatedHint,
    statusCode: 409,
    action: another(request),
  });

/** Asks to confirm by a button, since programs that check mails open every link. */
export function confirmPage(request: SubmitRequest, title: string, token: string): PageContent {
  const { texts, page } = request;
  const action = html`<form method="post" action="${hrefOf(page, '/submit/confirm')}"><input type="hidden" name="token" value="${token}"><button class="button" type="submit">${texts.confirmAction}</button></form>`;
  return {
    ...submitContent(request, {
      title: texts.confirm,
      main: html`<div class="submit submit-message"><h1>${texts.confirm}</h1><p>${texts.confirmHint(title)}</p>${action}</div>`,
    }),
    noindex: true,
  };
}

export function confirmedPage(request: SubmitRequest, state: Confirmed): PageContent {
  const { texts, page } = request;
  const { thanks } = page.pageSite.site.submissions;
  if (state === 'pending') return messagePage(request, { title: texts.thanks, text: thanks || texts.confirmed });
  if (state === 'published') return messagePage(request, { title: texts.thanks, text: texts.published });
  return linkProblemPage(request, state);
}

export function linkProblemPage(request: SubmitRequest, state: Exclude<LinkState, 'open'>): PageContent {
  const { texts } = request;
  const problems = {
    used: { title: texts.used, text: texts.usedHint, statusCode: 409 },
    expired: { title: texts.linkExpired, text: texts.linkHint, statusCode: 410, action: another(request) },
    unknown: { title: texts.linkUnknown, text: texts.linkHint, statusCode: 404, action: another(request) },
  };
  return messagePage(request, problems[state]);
}
