// The categories, each in its colour, as links that filter the view.
import { type Html, html } from '../html.js';
import { hueOf } from './components.js';
import type { Choices } from './filter-form.js';
import { type Filters, maxSlugs } from './filters.js';
import { viewHref } from './links.js';
import type { PageRequest } from './page-request.js';

export const legend = (
  request: PageRequest,
  { category: choices }: Choices,
  filters: Filters,
  path: string,
): Html | false =>
  choices.length > 0 &&
  html`<nav class="kinds" aria-label="${request.texts.categories}"><h2>${request.texts.categories}</h2><ul>${choices.map(
    (choice) => {
      const isChosen = filters.category.includes(choice.slug);
      // Each adds its category to the others, up to the limit of the filter.
      const others = filters.category.filter((slug) => slug !== choice.slug);
      const category = isChosen ? others : [...others.slice(0, maxSlugs - 1), choice.slug];
      const href = viewHref(request, { ...filters, category }, path);
      return html`<li class="depth-${choice.depth}"><a class="${hueOf(request, choice)}" href="${href}"${isChosen && html` aria-current="true"`}>${choice.label}</a></li>`;
    },
  )}</ul></nav>`;
