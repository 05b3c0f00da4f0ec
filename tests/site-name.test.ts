// The name of the site, a setting, wherever visitors, users and clients see it.
import { expect, test } from 'vitest';
import { readConfig } from '../src/config.js';
import { onOneEngine } from './harness/engines.js';
import { useWorld } from './harness/world.js';

const name = 'Oak & <Mill> "Town"';
const escaped = 'Oak &amp; &lt;Mill&gt; &quot;Town&quot;';

onOneEngine((engine) => {
  const world = useWorld(engine, { settings: { ALMANAC_SITE_NAME: name } });
  const page = async (path: string) => (await world.ask(`GET /${path}`, { headers: { accept: 'text/html' } })).text;

  test('pages show the name of the site in title, header, footer and previews', async () => {
    const text = await page('/');
    expect(text).toContain(`<title>Upcoming events · ${escaped}</title>`);
    expect(text).toContain(`<meta property="og:site_name" content="${escaped}">`);
    expect(text).toContain(`alt=""> ${escaped}</a>`);
    expect(text).toContain(`<p class="foot-name">${escaped}</p>`);
    // Only the credit in the footer, which a setting switches off.
    expect(text.replace(/<p class="foot-credit">[^<]*<\/p>/, '')).not.toContain('Almanac');
  });

  test('documentation and console show the name of the site', async () => {
    expect(await page('/docs')).toContain(`– ${escaped} API documentation</title>`);
    const console = await page('/admin');
    expect(console).toContain(`<title>${escaped} console</title>`);
    expect(console).toContain(`data-name="${escaped}"`);
  });

  test('the API index and the settings of the WordPress API have the name of the site', async () => {
    expect((await world.ask('GET //wp-json/')).body.name).toBe(name);
    const { body } = await world.ask('GET //wp-json/wp/v2/settings', { as: 'administrator' });
    expect(body.title).toBe(name);
  });
});

test.each(['', '  ', 'two\nlines', 'x'.repeat(101)])('rejects the site name %j', (given) => {
  expect(() => readConfig({ ALMANAC_SITE_NAME: given })).toThrow(/ALMANAC_SITE_NAME must be a text/);
});
