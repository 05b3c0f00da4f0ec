// The home page: the view that the site chose, for the day in the query or today.
import type { View } from '../../core/site.js';
import { dayPage } from './day.js';
import { daysFrom, monthOf, startOfWeek } from './days.js';
import { isFiltered, readFilters } from './filters.js';
import type { PageContent } from './frame.js';
import { listPage } from './list.js';
import { monthPage } from './month.js';
import type { PageRequest } from './page-request.js';
import { placesPage } from './places.js';
import { weekPage } from './week.js';

const dayOf = (request: PageRequest): string => readFilters(request.query).date ?? request.today;

const views: Readonly<Record<View, (request: PageRequest) => Promise<PageContent>>> = {
  list: listPage,
  month: (request) => monthPage(request, monthOf(dayOf(request))),
  week: (request) => weekPage(request, daysFrom(startOfWeek(dayOf(request), request.locale.weekStart), 7)),
  day: (request) => dayPage(request, dayOf(request)),
  places: placesPage,
};

/** Search engines know the first page by the address of the site, also while it has no events. */
export async function homePage(request: PageRequest): Promise<PageContent> {
  const { defaultView } = request.pageSite.site;
  const content = await views[defaultView](request);
  const isPlain = !isFiltered(readFilters(request.query)) && request.query.page === undefined;
  return defaultView !== 'list' && isPlain ? { ...content, path: '/', pairs: [], noindex: false } : content;
}
