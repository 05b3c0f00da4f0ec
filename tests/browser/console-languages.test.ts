// The console in French, and the accessibility of its pages and dialogs in both languages, on desktops and phones.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../harness/browser.js';
import { useConsole } from '../harness/console.js';
import { engines } from '../harness/engines.js';

const [engine] = engines;
if (!engine) throw new Error('there is no engine');
const { open, enter, world } = useConsole(engine);

const widths = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 800 } };
const names = {
  en: { views: 'Views', save: 'Save this view…', columns: 'Columns', edit: 'Edit…', quick: 'Quick create' },
  fr: {
    views: 'Vues',
    save: 'Enregistrer cette vue…',
    columns: 'Colonnes',
    edit: 'Modifier…',
    quick: 'Création rapide',
  },
};

beforeAll(async () => {
  await world.category({ name: 'Music' });
  for (let number = 0; number < 25; number++) await world.event({ title: `Fair ${number}` });
});

/** Opens a dialog, checks the page and closes the dialog. */
async function checkDialog(page: Page, show: () => Promise<void>): Promise<void> {
  await show();
  await page.getByRole('dialog').waitFor();
  await page.locator('.skeleton').waitFor({ state: 'detached' });
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
}

describe.each(['en', 'fr'] as const)('the console in %s', (language) => {
  const { views, save, columns, edit, quick } = names[language];
  const locale = language === 'fr' ? 'fr-FR' : 'en-GB';

  test.each(Object.entries(widths))('has accessible lists and dialogs on a %s', async (_, viewport) => {
    const page = await enter('administrator', '/events?tab=all', { locale, viewport });
    await page.locator('table.records').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    await expectAccessible(page);
    await checkDialog(page, () => page.getByRole('button', { name: columns, exact: true }).click());
    await checkDialog(page, async () => {
      await page.getByRole('button', { name: views, exact: true }).click();
      await page.getByRole('menuitem', { name: save }).click();
    });
    await checkDialog(page, () => page.keyboard.press('Control+k'));
    await page.locator('table.records tbody input[type=checkbox]').first().check();
    await checkDialog(page, () => page.getByRole('button', { name: edit, exact: true }).click());
    await page.goto(`${world.address}/admin/calendar?view=dayGridMonth&date=2027-07-01`);
    await page.locator('.ec-day').first().waitFor();
    await checkDialog(page, () => page.getByRole('button', { name: quick }).click());
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});

test('shows lists, actions and the calendar in French in a French browser', async () => {
  const page = await enter('editor', '/events?tab=all', { locale: 'fr-FR' });
  await page.getByRole('button', { name: 'Filtrer' }).waitFor();
  await page.getByRole('tab', { name: /^À venir/ }).waitFor();
  await page.getByRole('button', { name: 'Actions pour Fair 3', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Dupliquer' }).waitFor();
  await page.getByRole('menuitem', { name: 'Mettre à la corbeille' }).click();
  await page.getByText('« Fair 3 » : dans la corbeille.').waitFor();
  await page.goto(`${world.address}/admin/calendar?view=dayGridMonth&date=2027-07-01`);
  await page.getByRole('heading', { name: /juillet 2027/i }).waitFor();
  await page.getByRole('button', { name: 'Semaine', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Aujourd’hui', exact: true }).waitFor();
});

test('signs in in French', async () => {
  const page = await open('', { locale: 'fr-CA' });
  await page.getByLabel('Nom d’utilisateur').fill('world-editor');
  await page.getByLabel('Mot de passe').fill('wrong');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.getByRole('alert').getByText('Nom d’utilisateur ou mot de passe incorrect.').waitFor();
});
