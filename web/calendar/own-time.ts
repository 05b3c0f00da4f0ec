// The reader's own clock beside the event's, where the two show different times.

/** Minutes east of UTC in `2026-11-15T19:00:00-05:00`. */
function offsetIn(moment: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(moment) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

export function showOwnTimes(root: HTMLElement): void {
  const words = root.dataset.forYou ?? '{}';
  const locale = root.lang === 'en' ? 'en-GB' : root.lang;
  const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  const clock = { hour: hourCycle === 'h23' ? '2-digit' : 'numeric', minute: '2-digit' } as const;
  const hours = new Intl.DateTimeFormat(locale, clock);
  const days = new Intl.DateTimeFormat(locale, { weekday: 'short', ...clock });
  for (const time of root.querySelectorAll<HTMLTimeElement>('time[data-yours]')) {
    const moment = new Date(time.dateTime);
    if (Number.isNaN(moment.getTime()) || offsetIn(time.dateTime) === -moment.getTimezoneOffset()) continue;
    const sameDay = Number(time.dateTime.slice(8, 10)) === moment.getDate();
    const note = document.createElement('span');
    note.className = 'yours';
    note.textContent = words.replace('{}', (sameDay ? hours : days).format(moment));
    (time.nextElementSibling?.classList.contains('zone') ? time.nextElementSibling : time).after(' ', note);
  }
}
