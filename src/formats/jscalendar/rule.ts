// Recurrence rules of JSCalendar (RFC 8984 section 4.3.3).
import { parseRule } from '../../core/time/rule.js';
import { localTime } from '../times.js';

const weekdays = ['su', 'mo', 'tu', 'we', 'th', 'fr', 'sa'];

export function ruleObject(text: string, zone: string): object {
  const rule = parseRule(text, zone);
  const list = (name: string, values: readonly unknown[]): object => (values.length > 0 ? { [name]: values } : {});
  return {
    '@type': 'RecurrenceRule',
    frequency: rule.freq.toLowerCase(),
    ...(rule.interval !== 1 && { interval: rule.interval }),
    ...(rule.skip !== 'OMIT' && { rscale: 'gregorian', skip: rule.skip.toLowerCase() }),
    ...(rule.weekStart !== 1 && { firstDayOfWeek: weekdays[rule.weekStart] }),
    ...list(
      'byDay',
      rule.byDay.map(({ weekday, nth }) => ({
        '@type': 'NDay',
        day: weekdays[weekday],
        ...(nth !== 0 && { nthOfPeriod: nth }),
      })),
    ),
    ...list('byMonthDay', rule.byMonthDay),
    ...list('byMonth', rule.byMonth.map(String)),
    ...list('byYearDay', rule.byYearDay),
    ...list('byWeekNo', rule.byWeekNo),
    ...list('byHour', rule.byHour),
    ...list('byMinute', rule.byMinute),
    ...list('bySetPosition', rule.bySetPos),
    ...(rule.count !== undefined && { count: rule.count }),
    ...(rule.until !== undefined && { until: localTime(rule.until) }),
  };
}
