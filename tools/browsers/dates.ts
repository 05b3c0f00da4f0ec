// Typing into date and time inputs, which differ most between engines.
import type { JourneyPage } from './page.js';

async function typeParts(page: JourneyPage, css: string, parts: readonly string[]): Promise<void> {
  await page.focusOn(css);
  const { stepsInDates, keys } = page.browser;
  await keys(...(stepsInDates ? [parts.join('')] : parts.flatMap((part) => [part, 'ArrowRight'])));
}

/** Types a date as an American keyboard user does: month, day, year. `day` is 2027-10-09. */
export async function typeDate(page: JourneyPage, css: string, day: string): Promise<void> {
  const [year = '', month = '', date = ''] = day.split('-');
  await typeParts(page, css, [month, date, year]);
  await page.equals(`the date typed into ${css}`, day, () => page.value(css));
}

/** `time` is 19:30. */
export async function typeTime(page: JourneyPage, css: string, time: string): Promise<void> {
  const [hours = 0, minutes = ''] = time.split(':');
  const hour = Number(hours) % 12 || 12;
  await typeParts(page, css, [String(hour).padStart(2, '0'), minutes, Number(hours) < 12 ? 'AM' : 'PM']);
  await page.equals(`the time typed into ${css}`, time, () => page.value(css));
}
