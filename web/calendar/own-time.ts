// The time of an event in the visitor's time zone, where the two clocks differ: beside the time of online events, and on
// request on the page of an event with a venue.

/** Minutes east of UTC in `2026-11-15T19:00:00-05:00`. */
function offsetIn(moment: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(moment) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

const differs = (text: string, moment: Date): boolean =>
  !Number.isNaN(moment.getTime()) && offsetIn(text) !== -moment.getTimezoneOffset();

const halfDay = 12 * 3_600_000;
const sixDays = 12 * halfDay;

/** Writes a range on the visitor's clock; days are named where they differ from those of the event. */
function rangeWriter(locale: string): (startText: string, start: Date, end: Date) => string {
  const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  const clock = { hour: hourCycle === 'h23' ? '2-digit' : 'numeric', minute: '2-digit' } as const;
  const hours = new Intl.DateTimeFormat(locale, clock);
  const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'short', ...clock });
  const dates = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...clock });
  return (startText, start, end) => {
    const lasts = end.getTime() - start.getTime();
    const days = lasts > sixDays ? dates : weekdays;
    const sameDay = Number(startText.slice(8, 10)) === start.getDate();
    const from = (sameDay && lasts < halfDay ? hours : days).format(start);
    return lasts > 0 ? `${from} – ${(lasts < halfDay ? hours : days).format(end)}` : from;
  };
}

function element(name: string, className: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

export function showOwnTimes(root: HTMLElement): void {
  const { inYourTime = '{}', showInYourTimeZone = '', locale = 'en-GB' } = root.dataset;
  const write = rangeWriter(locale);
  for (const time of root.querySelectorAll<HTMLTimeElement>('time[data-yours]')) {
    const endText = time.dataset.end ?? time.dateTime;
    const [start, end] = [new Date(time.dateTime), new Date(endText)];
    if (!differs(time.dateTime, start) && !differs(endText, end)) continue;
    const note = element('span', 'yours', inYourTime.replace('{}', write(time.dateTime, start, end)));
    if (time.dataset.yours === 'ask') {
      const request = element('details', 'own-time', '');
      request.append(element('summary', '', showInYourTimeZone), note);
      time.closest('.fact')?.append(request);
    } else (time.nextElementSibling?.classList.contains('zone') ? time.nextElementSibling : time).after(' ', note);
  }
}
