// The filter form, which works without a script, and the toolbar of every view that contains it.

import type { Given } from '../../core/field.js';
import { type Html, html } from '../html.js';
import { chipsOf, type Steps, stepper } from './components.js';
import type { Day } from './days.js';
import { type Filters, type linkedFilters, pairsOf, type Resolved } from './filters.js';
import { viewHref } from './links.js';
import type { PageRequest } from './page-request.js';
import { listRecords } from './queries.js';
import type { TermBody } from './records.js';
import { subscribeMenu, subscriptionTo } from './subscribe.js';

interface Choice {
  readonly slug: string;
  readonly label: string;
}

interface CategoryChoice extends Choice {
  readonly id: number;
  readonly color: string;
  /** Level in the tree; 0 is the top. */
  readonly depth: number;
}

export interface Choices {
  readonly category: readonly CategoryChoice[];
  readonly tag: readonly Choice[];
  readonly venue: readonly Choice[];
  readonly organizer: readonly Choice[];
  readonly cities: readonly string[];
}

const limit = 100;

/** Options of the form: terms in use, and venues and organizers with upcoming events. */
export async function choicesFor(request: PageRequest): Promise<Choices> {
  const coming = { only_with_upcoming: '1' };
  const [categories, tags, venues, organizers] = await Promise.all([
    listRecords(request, 'category', {}, { limit }),
    listRecords(request, 'tag', {}, { limit }),
    listRecords(request, 'venue', coming, { limit }),
    listRecords(request, 'organizer', coming, { limit }),
  ]);
  const sorted = <T>(items: readonly T[], textOf: (item: T) => string) =>
    items.toSorted((a, b) => textOf(a).localeCompare(textOf(b), request.locale.tag));
  const choice = (slug: string | undefined, label: string) => ({ slug: slug ?? '', label });
  const cities = new Set(venues.items.flatMap(({ city }) => city ?? []));
  return {
    category: treeOf(categories.items),
    tag: tags.items.map(({ slug, name }) => choice(slug, name)),
    venue: sorted(venues.items, ({ venue }) => venue).map(({ slug, venue }) => choice(slug, venue)),
    organizer: sorted(organizers.items, (one) => one.organizer).map(({ slug, organizer }) => choice(slug, organizer)),
    cities: sorted([...cities], (town) => town),
  };
}

/** Subcategories follow their parent, indented. */
function treeOf(terms: readonly TermBody[]): readonly CategoryChoice[] {
  const ids = new Set(terms.map(({ id }) => id));
  const below = (parent: number, depth: number): readonly CategoryChoice[] =>
    terms
      .filter((term) => (ids.has(term.parent ?? 0) ? term.parent : 0) === parent)
      .flatMap(({ id, slug, name, color = '' }) => [
        { id, slug, label: name, color, depth: Math.min(depth, 5) },
        ...below(id, depth + 1),
      ]);
  return below(0, 0);
}

const field = (label: string, control: Html): Html =>
  html`<label class="field"><span>${label}</span>${control}</label>`;

/** A select with one value; several values in the URL become one combined option. */
function select(request: PageRequest, name: (typeof linkedFilters)[number], choices: Choices, filters: Filters): Html {
  const chosen = filters[name].join(',');
  const known = choices[name].some(({ slug }) => slug === chosen);
  return html`<select name="${name}"><option value="">${request.texts.any}</option>${
    chosen && !known && html`<option value="${chosen}" selected>${chosen}</option>`
  }${choices[name].map(
    (choice) =>
      html`<option value="${choice.slug}"${choice.slug === chosen && html` selected`}>${indented(choice)}</option>`,
  )}</select>`;
}

/** Several at once, as checkboxes; a category of the URL that is not among the choices stays. */
function categoryChoices({ texts }: PageRequest, { category }: Choices, filters: Filters): Html | false {
  const unlisted = filters.category.filter((slug) => category.every((choice) => choice.slug !== slug));
  const box = (slug: string, label: string, depth: number) =>
    html`<label class="check depth-${depth}"><input type="checkbox" name="category[]" value="${slug}"${filters.category.includes(slug) && html` checked`}> ${label}</label>`;
  return (
    category.length + unlisted.length > 0 &&
    html`<fieldset class="choices"><legend>${texts.categories}</legend><div>${category.map(({ slug, label, depth }) => box(slug, label, depth))}${unlisted.map((slug) => box(slug, slug, 0))}</div></fieldset>`
  );
}

const indented = (choice: Choice & { readonly depth?: number }): string =>
  `${'\u2003'.repeat(choice.depth ?? 0)}${choice.label}`;

const hidden = (name: string, value: string): Html => html`<input type="hidden" name="${name}" value="${value}">`;

function filterForm(
  request: PageRequest,
  filters: Filters,
  choices: Choices,
  action: string,
  date: Day | undefined,
): Html {
  const { texts, pageSite, lang } = request;
  const count = pairsOf(filters).filter(([name]) => !['search', 'date', 'radius', 'when'].includes(name)).length;
  const kept = pairsOf(filters).filter(([name]) => ['near', 'radius', 'free', 'online', 'when'].includes(name));
  return html`<form class="filters" method="get" action="${pageSite.path}${action}" role="search">
${kept.map(([name, value]) => hidden(name, value))}${lang !== undefined && hidden('lang', lang)}
<label class="find"><span class="unseen">${texts.search}</span><input type="search" name="search" value="${filters.search}" placeholder="${texts.searchHint}" maxlength="200"></label>
<details class="panel"><summary>${texts.filters}${count > 0 && html` <span class="count">${count}</span>`}</summary>
<div class="panel-body">
${categoryChoices(request, choices, filters)}
${field(texts.tag, select(request, 'tag', choices, filters))}
${field(texts.city, html`<input name="city" value="${filters.city}" list="cities" maxlength="200" autocomplete="off"><datalist id="cities">${choices.cities.map((town) => html`<option value="${town}"></option>`)}</datalist>`)}
${field(texts.venue, select(request, 'venue', choices, filters))}
${field(texts.organizer, select(request, 'organizer', choices, filters))}
${field(texts.date, html`<input type="date" name="date" value="${date ?? ''}" min="1970-01-01" max="2100-12-31">`)}
<label class="check"><input type="checkbox" name="featured" value="1"${filters.featured && html` checked`}> ${texts.onlyFeatured}</label>
<button class="button" type="submit">${texts.apply}</button>
</div></details>
<button class="unseen-button" type="submit">${texts.search}</button>
</form>`;
}

export interface Toolbar {
  readonly title: Html | string;
  readonly resolved: Resolved;
  readonly choices: Choices;
  /** Path that the form is sent to. */
  readonly action: string;
  readonly date?: Day;
  readonly steps?: Steps;
  readonly aside?: Html | false;
  /** Chips below the title. */
  readonly quick?: Html;
  /** Dates of the page, for its file. */
  readonly dates?: Given;
}

/** Title, steps, filters, subscription and active filters of a view. */
export function toolbar(request: PageRequest, given: Toolbar): Html {
  const { title, resolved, choices, action, date, steps, aside, quick, dates = {} } = given;
  const { filters, chips } = resolved;
  // Views with a date in their path keep it when a filter is removed.
  const kept = steps && date ? { date } : {};
  return html`<div class="bar">
<h1>${title}</h1>
${steps && stepper(request, steps)}${aside}
<div class="bar-end">${filterForm(request, filters, choices, action, date)}
${subscribeMenu(request, { ...subscriptionTo(resolved), dates })}</div>
</div>
${quick}${chipsOf(request, chips, (rest) => viewHref(request, { ...rest, ...kept }, action))}`;
}
