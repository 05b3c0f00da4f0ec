// Pages in the languages of the site: page texts, translated records, and links between languages.
import { beforeAll, expect, test } from 'vitest';
import { onOneEngine } from './harness/engines.js';
import { baseUrl, useWorld } from './harness/world.js';

onOneEngine((engine) => {
  const world = useWorld(engine, { settings: { ALMANAC_LANGUAGES: 'en,fr,it' } });
  const read = (address: string, language?: string) =>
    world.ask(`GET /${address}`, {
      headers: { accept: 'text/html', ...(language && { 'accept-language': language }) },
    });

  beforeAll(async () => {
    const event = await world.event({ title: 'Harvest Fair', slug: 'harvest-fair', description: '<p>Stalls</p>' });
    await world.send(`POST /events/${event.id}?i18n_language=fr`, {
      title: 'Fête des moissons',
      slug: 'fete-des-moissons',
      description: '<p>Étals</p>',
    });
    await world.send(`POST /events/${event.id}?i18n_language=it`, { title: 'Festa del raccolto' });
  });

  test('`lang` in the query sets the language, and every link keeps it', async () => {
    const { text, headers } = await read('/calendar/month/2027-07?lang=fr');
    expect(headers.get('content-language')).toBe('fr');
    expect(headers.get('vary')).toBe('Accept-Encoding, Accept-Language');
    expect(text).toContain('<html lang="fr"');
    expect(text).toContain('<h1>juillet 2027</h1>');
    expect(text).toContain('Fête des moissons');
    expect(text).not.toContain('Harvest Fair');
    const own = [...text.matchAll(/<a\b[^>]*?href="(\/(?:calendar|event)\b[^"]*)"/g)].map(([, url = '']) => url);
    const others = own.filter((url) => !url.includes('lang=fr'));
    expect(own.length).toBeGreaterThan(30);
    expect(others).toEqual(['/calendar/month/2027-07?lang=en', '/calendar/month/2027-07?lang=it']);
    expect(text).toContain('<input type="hidden" name="lang" value="fr">');
  });

  test('falls back to Accept-Language, then to the first language', async () => {
    expect((await read('/', 'fr-CA,en;q=0.5')).text).toContain('Événements à venir');
    expect((await read('/', 'es')).text).toContain('Upcoming events');
    expect((await read('/?lang=en', 'fr')).text).toContain('Upcoming events');
    expect((await read('/?lang=es')).statusCode).toBe(400);
  });

  test('names time zones in the language of the page', async () => {
    await world.event({
      title: 'Soirée',
      start_date: '2027-08-01 20:00:00',
      end_date: '2027-08-01 22:00:00',
      timezone: 'Europe/Paris',
    });
    expect((await read('/calendar/day/2027-08-01?lang=fr')).text).toContain(
      '<span class="zone">heure d’Europe centrale</span>',
    );
    expect((await read('/calendar/day/2027-08-01?lang=en')).text).toContain('<span class="zone">CEST</span>');
  });

  test('shows the number of search results in the language of the page', async () => {
    expect((await read('/calendar/list?search=moissons&lang=fr')).text).toContain('1 événement pour « moissons »');
    expect((await read('/calendar/list?search=xyz&lang=fr')).text).toContain('Aucun événement à venir pour « xyz »');
  });

  test('a language without page texts has English ones around translated records', async () => {
    const { text } = await read('/?lang=it');
    expect(text).toContain('<html lang="it"');
    expect(text).toContain('Upcoming events');
    expect(text).toContain('Festa del raccolto');
    expect(text).toContain('giovedì');
  });

  test('a record has a URL in each language, linked as alternates of each other', async () => {
    const inFrench = await read('/event/fete-des-moissons/?lang=fr');
    expect(inFrench.text).toContain('<p>Étals</p>');
    const head = inFrench.text.slice(0, inFrench.text.indexOf('</head>'));
    expect(head).toContain(`<link rel="canonical" href="${baseUrl}/event/fete-des-moissons/?lang=fr">`);
    expect(head).toContain(`hreflang="en" href="${baseUrl}/event/harvest-fair/"`);
    expect(head).toContain(`hreflang="fr" href="${baseUrl}/event/fete-des-moissons/?lang=fr"`);
    expect(head).toContain(`hreflang="x-default" href="${baseUrl}/event/harvest-fair/"`);
    expect((await read('/event/fete-des-moissons/?lang=en')).text).toContain('<p>Stalls</p>');
  });

  test('error pages and the embedded calendar use it, too', async () => {
    expect((await read('/event/rien/?lang=fr', 'fr')).text).toContain('Page introuvable');
    const bad = await read('/calendar/list?page=x', 'fr');
    expect(bad.text).toContain('Lien invalide');
    expect(bad.text).not.toContain('Must be');
    expect((await read('/embed?lang=fr')).text).toContain('Ouvrir le calendrier');
    const unknown = await read('/embed?lang=fr&category=musik');
    expect([unknown.statusCode, unknown.text.includes('Catégorie « musik » introuvable.')]).toEqual([404, true]);
    // An unknown language is the error; the line is in the first language.
    expect((await read('/embed?lang=es')).text).toContain('Invalid link: lang: ');
  });
});

onOneEngine((engine) => {
  const world = useWorld(engine, { settings: { ALMANAC_LANGUAGES: 'en-US' } });

  test('American English starts weeks on Sunday and uses a 12-hour clock', async () => {
    await world.event({ title: 'Evening', start_date: '2027-07-01 19:00:00', end_date: '2027-07-01 21:00:00' });
    const { text } = await world.ask('GET //calendar/month/2027-07');
    expect(/<ul class="weekdays"[^>]*><li>(\w+)/.exec(text)?.[1]).toBe('Sun');
    expect(text).toMatch(/>7:00\sPM</);
    expect(text).not.toContain('hreflang');
  });
});
