// The set-up page and the first steps in a real browser, on a server whose database has no administrator.
import { describe, expect, test } from 'vitest';
import { addUser } from '../../src/auth/accounts.js';
import { issueSetupCode } from '../../src/auth/setup-code.js';
import { everything } from '../../src/core/condition.js';
import { credentialTables, users } from '../../src/models/account/account.js';
import { expectAccessible } from '../harness/browser.js';
import { useConsole } from '../harness/console.js';
import { engines } from '../harness/engines.js';

const [engine] = engines;
if (!engine) throw new Error('there is no engine');

const password = 'correct horse battery';
const { open, world } = useConsole(engine);

async function newCode(): Promise<string> {
  await world.store.transact(async (writer) => {
    for (const table of [...credentialTables, users]) await writer.remove(table, everything);
  });
  return (await issueSetupCode(world.store, world.clock.now)) ?? '';
}

describe('the set-up page', () => {
  test.each([
    { locale: 'en-US', heading: 'Set up your calendar', width: 1280, colorScheme: 'light' as const },
    { locale: 'fr-FR', heading: 'Configurer votre calendrier', width: 1280, colorScheme: 'dark' as const },
    { locale: 'en-US', heading: 'Set up your calendar', width: 360, colorScheme: 'dark' as const },
    { locale: 'fr-FR', heading: 'Configurer votre calendrier', width: 360, colorScheme: 'light' as const },
  ])('is accessible and fits in $locale at $width px, $colorScheme', async ({ heading, width, ...options }) => {
    await newCode();
    const page = await open('', { ...options, viewport: { width, height: 800 } });
    await page.getByRole('heading', { name: heading }).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  test('takes the code of the printed address and removes it from the address bar and the history', async () => {
    const code = await newCode();
    const page = await open(`#setup=${code}`);
    await page.getByRole('heading', { name: 'Set up your calendar' }).waitFor();
    // It is not asked for: the first field to fill in has the focus.
    expect(await page.getByLabel('Set-up code').count()).toBe(0);
    expect(await page.evaluate('document.activeElement.name')).toBe('site_name');
    expect(page.url()).toBe(`${world.address}/admin`);
    expect(page.requestedUrls.filter((url) => url.includes(code))).toEqual([]);
    await page.goto(`${world.address}/`);
    await page.goBack();
    expect(page.url()).not.toContain(code);
  });

  test('keeps what was entered when the code is wrong, and says so at the code', async () => {
    const code = await newCode();
    const page = await open('', { locale: 'fr-FR' });
    await page.getByRole('button', { name: 'Configurer le calendrier' }).click();
    await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(4);
    await page.getByLabel('Afficher le mot de passe').check();
    expect(await page.getByLabel('Mot de passe', { exact: true }).getAttribute('type')).toBe('text');
    await page.getByLabel('Code de configuration').fill('0000-0000');
    await page.getByLabel('Nom', { exact: true }).fill('Mairie');
    await page.getByLabel('Nom d’utilisateur').fill('Ada');
    await page.getByLabel('Mot de passe', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Configurer le calendrier' }).click();
    await page.getByText('Code incorrect ou expiré.').waitFor();
    await expectAccessible(page);
    expect(await page.evaluate('document.activeElement.name')).toBe('code');
    expect(await page.getByLabel('Mot de passe', { exact: true }).inputValue()).toBe(password);
    await page.getByLabel('Code de configuration').fill(code);
    await page.getByRole('button', { name: 'Configurer le calendrier' }).click();
    await page.getByRole('heading', { name: 'Premiers pas' }).waitFor();
    await expectAccessible(page);
  });

  test('points to the sign-in page when somebody else was faster', async () => {
    const code = await newCode();
    const page = await open(`#setup=${code}`);
    await page.getByLabel('Name', { exact: true }).fill('Town Hall');
    await page.getByLabel('Username').fill('Ada');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await addUser(world.store, { name: 'root', role: 'administrator', signIn: password, now: world.clock.now });
    await page.getByRole('button', { name: 'Set up calendar' }).click();
    await page.getByText('This calendar has been set up already.').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByText('Sign in to manage the calendar').waitFor();
  });

  test('loads the demo calendar on request', async () => {
    const code = await newCode();
    const page = await open(`#setup=${code}`);
    await page.getByLabel('Name', { exact: true }).fill('Town Hall');
    await page.getByLabel('A demo calendar').check();
    await page.getByLabel('Username').fill('Ada');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Set up calendar' }).click();
    await page.getByText('Loading the demo calendar').waitFor();
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    expect((await world.get('/events')).total).toBeGreaterThan(20);
  });
});

describe('the first steps', () => {
  test('are ticked off by the data and can be hidden', async () => {
    const code = await newCode();
    const page = await open(`#setup=${code}`);
    await page.getByLabel('Name', { exact: true }).fill('Town Hall');
    await page.getByLabel('Username').fill('Ada');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Set up calendar' }).click();
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.waitFor();
    await steps.locator('.done', { hasText: 'Name your calendar' }).waitFor();
    expect(await steps.locator('.done', { hasText: 'Invite someone' }).count()).toBe(0);
    await expectAccessible(page);
    await addUser(world.store, { name: 'maria', role: 'editor', now: world.clock.now });
    await page.reload();
    await steps.locator('.done', { hasText: 'Invite someone' }).waitFor();
    await steps.getByRole('button', { name: 'Hide the first steps' }).click();
    await steps.waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('#content h1').waitFor();
    expect(await steps.count()).toBe(0);
  });
});
