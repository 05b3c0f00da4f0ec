import { expect, test } from 'vitest';
import { loadLanguage } from '../i18n/texts';
import { setSiteClock, showMoment, showSpan, showUtc } from './moment';

test('times follow the clock and the time zone of the site as soon as they are changed', async () => {
  await loadLanguage('en');
  const shown = (time_format: string, timezone = 'UTC') => {
    setSiteClock({ timezone, time_format });
    return [
      showMoment('2027-07-04 20:05:00'),
      showSpan('2027-07-04 20:05:00', '2027-07-04 21:05:00', false)[1],
      showUtc('2027-07-04 20:05:00'),
    ];
  };
  for (const one of shown('24')) expect(one).toContain('20:05');
  for (const one of shown('12')) expect(one).toMatch(/(?<!\d)8:05/);
  for (const one of shown('24')) expect(one).toContain('20:05');
  expect(shown('24', 'America/New_York')[2]).toContain('16:05');
  expect(shown('24')[2]).toContain('20:05');
});
