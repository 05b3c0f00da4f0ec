import { describe, expect, test } from 'vitest';
import { previewUrl, snippetOf } from './snippet';

const site = 'https://calendar.example/town';

describe('the code of an embedded calendar', () => {
  test('has only the options that differ from the default', () => {
    const options = { view: 'list', theme: 'light', limit: '', accent: ' ', font: '' };
    expect(snippetOf(site, options)).toBe(`<script src="${site}/embed.js"></script>`);
    expect(previewUrl(site, options)).toBe(`${site}/embed`);
  });

  test('has the chosen options, the same as the preview', () => {
    const options = { view: 'cards', limit: '3', category: 'music', accent: '#ffd400', corners: '0', font: 'mono' };
    expect(snippetOf(site, options)).toBe(
      `<script src="${site}/embed.js" data-view="cards" data-limit="3" data-category="music" data-accent="#ffd400" data-corners="0" data-font="mono"></script>`,
    );
    expect(previewUrl(site, options)).toBe(
      `${site}/embed?view=cards&limit=3&category=music&accent=%23ffd400&corners=0&font=mono`,
    );
  });

  test('has no number of events for a month', () =>
    expect(snippetOf(site, { view: 'mini', limit: '3' })).toBe(
      `<script src="${site}/embed.js" data-view="mini"></script>`,
    ));

  test('escapes values', () =>
    expect(snippetOf(site, { category: '"><script>alert(1)</script>&' })).toBe(
      `<script src="${site}/embed.js" data-category="&quot;>&lt;script>alert(1)&lt;/script>&amp;"></script>`,
    ));
});
