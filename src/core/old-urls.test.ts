import { expect, test } from 'vitest';
import { oldUrlKey } from './old-urls.js';

test.each([
  ['/event/fair/', '/event/fair'],
  ['/event/fair', '/event/fair'],
  ['//Event///Fair//', '/event/fair'],
  ['/event/taiz%C3%A9/', '/event/taizé'],
  ['/event/taiz%c3%a9/', '/event/taizé'],
  ['/event/taize%CC%81/', '/event/taizé'],
  ['/event/100%/', '/event/100%'],
  ['/wp-content/uploads/2026/10/Fair.JPG', '/wp-content/uploads/2026/10/Fair.JPG'],
  ['/', undefined],
  ['', undefined],
  ['/event/a%00b/', undefined],
  [`/event/${'é'.repeat(1_000)}/`, undefined],
])('the key of %s is %s', (path, key) => {
  expect(oldUrlKey(path)).toBe(key);
});
