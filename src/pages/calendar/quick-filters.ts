// The most wanted filters as chips above the list: each is a link that adds its filter or removes it again.
import { type Html, html } from '../html.js';
import { defaultRadiusKm, type Filters, pairsOf, whens } from './filters.js';
import { viewHref } from './links.js';
import type { PageRequest } from './page-request.js';

const hidden = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}">`;

/** Shown by the script, which asks for the position of the device after a click. Other filters stay. */
export function nearMe(request: PageRequest, filters: Filters, path: string): Html | false {
  const { texts, pageSite, lang } = request;
  const kept = pairsOf(filters).filter(([name]) => name !== 'near' && name !== 'radius');
  return (
    pageSite.site.geolocation &&
    html`<form class="near-me" method="get" action="${pageSite.path}${path}" hidden data-near-me>
<input type="hidden" name="near">${hidden('radius', String(defaultRadiusKm))}${kept.map(([name, value]) => hidden(name, value))}${lang !== undefined && hidden('lang', lang)}
<button class="chip" type="submit">${texts.nearMe}</button><span role="status" data-locating="${texts.nearMeLocating}" data-failed="${texts.nearMeFailed}"></span>
</form>`
  );
}

export function quickFilters(request: PageRequest, filters: Filters, path: string): Html {
  const { texts } = request;
  const chip = (label: string, isOn: boolean, change: Partial<Filters>) =>
    html`<li><a class="chip" href="${viewHref(request, { ...filters, ...change }, path)}"${isOn && html` aria-current="true"`}>${label}</a></li>`;
  return html`<div class="quick"><ul aria-label="${texts.quickFilters}">${whens.map((when) => {
    const isOn = filters.when === when;
    return chip(texts.whens[when], isOn, { date: undefined, when: isOn ? undefined : when });
  })}${(['free', 'online'] as const).map((name) => chip(texts[name], filters[name], { [name]: !filters[name] }))}</ul>${!filters.near && nearMe(request, filters, path)}</div>`;
}

/** Names of the filters that the chips show already. */
export const isQuick = (name: keyof Filters): boolean => ['when', 'free', 'online'].includes(name);
