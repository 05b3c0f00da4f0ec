// The console in French, in a real browser: no known English text of the interface may appear.
import { expect, test } from 'vitest';
import { expectAccessible, type Visit } from '../harness/browser.js';
import { useConsole } from '../harness/console.js';
import { engines } from '../harness/engines.js';
import { png } from '../harness/pictures.js';

const [engine] = engines;
if (!engine) throw new Error('there is no engine');
const { enter, world } = useConsole(engine);
const french = { locale: 'fr-FR' };

const english =
  /(?<!\p{L})(save|saved|publish|update|schedule|draft|title|start|end|add|remove|choose|search|upload|library|required|delete|restore|theirs|yours|undo|cancel|close|time zone|all day|repeat|every|never|address|city|country|website|phone|cost|tickets?|categories|tags|venue|organizer|show|hide|password|author|leave|empty|something went wrong|not found|the|this|events?)(?!\p{L})/iu;

/** Runs in the page: texts, labels, placeholders and tooltips, without values that people entered. */
const script = (within: string) => `(() => {
  const root = document.querySelector(${JSON.stringify(within)});
  const names = ['aria-label', 'placeholder', 'title', 'alt'];
  const attributes = [...root.querySelectorAll('*')].flatMap((element) => names.map((name) => element.getAttribute(name)));
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode.textContent);
  return [...attributes, ...texts].map((text) => (text ?? '').trim()).filter(Boolean);
})()`;

async function expectFrench(page: Visit, within = 'main'): Promise<void> {
  const texts = await page.evaluate<readonly string[]>(script(within));
  expect(texts.length).toBeGreaterThan(3);
  expect(texts.filter((text) => english.test(text))).toEqual([]);
}

test('the form of an event, its errors and its buttons are in French', async () => {
  const page = await enter('administrator', '/events/new', french);
  await page.getByRole('heading', { name: 'Nouvel événement', level: 1 }).waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Ajouter : billet' }).click();
  await page.getByLabel('Répétition').selectOption('MONTHLY');
  await page.locator('.recurrence-text').waitFor();
  await expectFrench(page);
  await page.getByRole('button', { name: 'Publier', exact: true }).click();
  await page.getByRole('alert').getByText('Corrigez').waitFor();
  await expectFrench(page);
  await expectAccessible(page);
});

test('dialogs of the form are in French', async () => {
  const page = await enter('administrator', '/events/new', french);
  await page.getByPlaceholder('Rechercher ou créer un lieu').click();
  await page.getByRole('option', { name: 'Nouveau lieu…' }).click();
  await page.getByRole('dialog', { name: 'Nouveau lieu' }).waitFor();
  await expectFrench(page, 'dialog[open]');
  await page.getByRole('button', { name: 'Fermer' }).click();
  await page.getByRole('button', { name: 'Planifier…' }).click();
  await expectFrench(page, 'dialog[open]');
});

test('a conflict is explained in French, and both versions can be chosen', async () => {
  const { id } = await world.event({ title: 'Marché' });
  const page = await enter('administrator', `/events/${id}`, french);
  await page.getByRole('textbox', { name: 'Titre' }).fill('Marché de Noël');
  await world.send(`PATCH /events/${id}`, { title: 'Marché couvert' });
  await page.getByRole('button', { name: 'Mettre à jour' }).click();
  await page.getByRole('heading', { name: / a modifié cet événement le / }).waitFor();
  await expectFrench(page);
  await page.getByRole('radio', { name: /Votre version/ }).check();
  await page.locator('.conflict').getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByText('Enregistré', { exact: true }).waitFor();
  expect((await world.get(`/events/${id}`)).title).toBe('Marché de Noël');
});

test('a trashed event is restored in French', async () => {
  const { id } = await world.event({ title: 'Bal' });
  await world.send(`DELETE /events/${id}`, {});
  const page = await enter('administrator', `/events/${id}`, french);
  await page.getByRole('heading', { name: 'Cet événement est dans la corbeille' }).waitFor();
  await expectFrench(page);
  await page.getByRole('button', { name: 'Restaurer' }).click();
  await page.getByText('Restauré comme brouillon').waitFor();
});

test('the media library is in French', async () => {
  const page = await enter('administrator', '/media', french);
  await page.getByRole('heading', { name: 'Aucune image pour l’instant' }).waitFor();
  await expectFrench(page);
  const buffer = await png(40, 30);
  const file = { name: 'foire.png', mimeType: 'image/png', buffer };
  await page.getByLabel('Fichiers à téléverser').setInputFiles(file);
  await page.getByText('1 fichier téléversé.').waitFor();
  await page.getByRole('link', { name: 'foire' }).click();
  await page.getByLabel('Texte alternatif').waitFor();
  await expectFrench(page);
});
