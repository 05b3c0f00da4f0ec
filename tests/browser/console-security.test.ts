// Two-step verification, sessions and sign-in with an OpenID Connect provider in a real browser.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stepOf, totpCode } from '../../src/auth/totp.js';
import { plusSeconds, secondsOf } from '../../src/core/time/clock.js';
import { expectAccessible } from '../harness/browser.js';
import { password, signIn, useConsole } from '../harness/console.js';
import { engines } from '../harness/engines.js';
import { openTestProvider } from '../harness/oidc.js';
import type { World } from '../harness/world.js';

const [engine] = engines;
if (!engine) throw new Error('there is no engine');

const phone = { viewport: { width: 390, height: 844 } };
const smallPhone = { viewport: { width: 320, height: 568 } };
const french = { locale: 'fr-FR' };

/** The code that the app shows, and the next one at the next call. */
function nextCode(world: World, secret: string): string {
  world.clock.now = plusSeconds(world.clock.now, 30);
  return totpCode(secret, stepOf(secondsOf(world.clock.now)));
}

async function expectFits(page: Page): Promise<void> {
  await expectAccessible(page);
  const [content, window] = await page.evaluate<number[]>('[document.documentElement.scrollWidth, innerWidth]');
  expect(content).toBeLessThanOrEqual(window ?? 0);
}

const { open, enter, world } = useConsole(engine);

describe('two-step verification', () => {
  test('is set up, asked for at sign-in, answered by the app and by a recovery code, and turned off', async () => {
    const page = await enter('editor', '/account');
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'Two-step verification' }) });
    await section.getByText('Two-step verification is off.').waitFor();
    await section.getByRole('button', { name: 'Set up' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password').fill('wrong');
    await dialog.getByRole('button', { name: 'Set up' }).click();
    await dialog.getByText('The current password is incorrect.').waitFor();
    await dialog.getByLabel('Current password').fill(password);
    await page.keyboard.press('Enter');
    await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    const width = () => dialog.getByRole('img').evaluate((image) => Object(image).naturalWidth);
    await expect.poll(width).toBeGreaterThan(20);
    const secret = (await dialog.locator('output').innerText()).replace(/\s/g, '');
    await expectFits(page);
    await dialog.getByLabel('Code that the app shows').fill('000000');
    await page.keyboard.press('Enter');
    await dialog.getByText('Incorrect code.').waitFor();
    await dialog.getByLabel('Code that the app shows').fill(nextCode(world, secret));
    await page.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: 'Recovery codes' }).waitFor();
    const codes = await dialog.locator('.recovery-codes code').allInnerTexts();
    expect(codes).toHaveLength(10);
    await expectFits(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await section.getByText('10 recovery codes left.').waitFor();

    await page.getByRole('button', { name: 'Sign out' }).first().click();
    await signIn(page, world.people.editor.name);
    const code = page.getByLabel('Code');
    await code.waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('code');
    await expectFits(page);
    await code.fill('000000');
    await page.keyboard.press('Enter');
    await page.getByText('Incorrect or used code.').waitFor();
    await code.fill(nextCode(world, secret));
    await page.keyboard.press('Enter');
    await section.getByText('10 recovery codes left.').waitFor();

    const other = await open('/account', smallPhone);
    await signIn(other, world.people.editor.name);
    await other.getByLabel('Code').fill(codes[0] ?? '');
    await other.keyboard.press('Enter');
    await other.getByText('9 recovery codes left.').waitFor();
    await expectFits(other);
    await other.getByRole('button', { name: 'New recovery codes' }).click();
    await other.getByRole('dialog').getByLabel('Current password').fill(password);
    await other.getByRole('dialog').getByLabel('Code').fill(nextCode(world, secret));
    await other.keyboard.press('Enter');
    await other.getByRole('heading', { name: 'Recovery codes' }).waitFor();
    await expectFits(other);
    await other.getByRole('button', { name: 'Done' }).click();
    await other.getByRole('button', { name: 'Turn off' }).click();
    await other.getByRole('dialog').getByLabel('Current password').fill(password);
    await other.getByRole('dialog').getByLabel('Code').fill(nextCode(world, secret));
    await expectFits(other);
    await other.keyboard.press('Enter');
    await other.getByText('Two-step verification is off.').waitFor();
  });

  test('is turned off by an administrator for a lost phone', async () => {
    const { id, name } = world.people.contributor;
    const given = { current_password: password };
    const { secret } = await world.send('POST /users/me/second-factor', given, { as: 'contributor' });
    const code = nextCode(world, secret);
    await world.send('PATCH /users/me/second-factor', { code }, { as: 'contributor' });
    const page = await enter('administrator', '/users');
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Turn off two-step verification' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await page.getByText(`Two-step verification of ${name} turned off.`).waitFor();
    expect((await world.get(`/users/${id}/second-factor`, { as: 'administrator' })).enabled).toBe(false);
  });

  test.each([
    ['a desk', {}],
    ['a phone', phone],
    ['a small phone', smallPhone],
  ])('is set up in French on %s', async (_, options) => {
    const page = await enter('author', '/account', { ...options, ...french });
    await page.getByText('La validation en deux étapes est désactivée.').waitFor();
    await page.getByRole('heading', { name: 'Sessions' }).waitFor();
    await expectFits(page);
    await page.getByRole('button', { name: 'Configurer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Mot de passe actuel').fill(password);
    await page.keyboard.press('Enter');
    await dialog.getByRole('img', { name: 'Code QR pour l’application d’authentification' }).waitFor();
    await expectFits(page);
  });
});

describe('sessions', () => {
  test('are listed, and signed out one by one and together', async () => {
    const others = [await open(), await open(), await open()];
    for (const other of others) {
      await signIn(other, world.people.subscriber.name);
      await other.locator('#content').waitFor();
    }
    const page = await enter('subscriber', '/account');
    const buttons = page.getByRole('button', { name: /^Sign out Chrome/ });
    await buttons.first().waitFor();
    expect(await buttons.count()).toBe(3);
    await page.getByText('this browser').waitFor();
    await expectFits(page);
    await buttons.first().click();
    await page.getByText('Session signed out.').waitFor();
    await expect.poll(() => buttons.count()).toBe(2);
    await page.getByRole('button', { name: 'Sign out all other sessions' }).click();
    await page.getByText('All other sessions signed out.').waitFor();
    await expect.poll(() => buttons.count()).toBe(0);
    expect((await world.get('/users/me/sessions', { as: 'subscriber' })).total).toBe(1);
  });
});

describe('sign-in with an OpenID Connect provider', async () => {
  const provider = await openTestProvider();
  const { open, world } = useConsole(engine, provider.settings, {}, [provider.issuer]);
  beforeAll(() => {
    provider.accounts.ada = { preferred_username: 'ada', groups: ['staff'] };
    provider.accounts.bo = { preferred_username: 'bo', groups: [] };
    provider.serve(`${world.address}/auth/oidc/callback`);
  });
  afterAll(() => provider.close());

  const signInAs = async (page: Page, account: string) => {
    await page.getByLabel('Account').fill(account);
    await page.getByRole('button', { name: 'Continue' }).click();
  };

  test.each([
    ['English on a desk', 'Sign in with Town Hall', {}],
    ['French on a phone', 'Se connecter avec Town Hall', { ...phone, ...french }],
  ])('is offered in %s, and opens the console', async (_, label, options) => {
    const page = await open('', options);
    await page.getByRole('link', { name: label }).waitFor();
    await expectFits(page);
    await page.getByRole('link', { name: label }).click();
    await signInAs(page, 'ada');
    await page.locator('#content').waitFor();
    await expect.poll(() => page.locator('.side-foot').innerText()).toContain('ada');
    expect(new URL(page.url()).hash).toBe('');
    await page.reload();
    await page.locator('#content').waitFor();
  });

  test.each([
    ['English on a desk', 'Sign-in failed', 'Back to sign-in', 'Sign in with Town Hall', {}],
    [
      'French on a phone',
      'Échec de la connexion',
      'Retour à la connexion',
      'Se connecter avec Town Hall',
      { ...phone, ...french },
    ],
  ])('that fails is explained in %s', async (_, title, back, label, options) => {
    const page = await open('', options);
    await page.getByRole('link', { name: label }).click();
    await signInAs(page, 'bo');
    await page.getByRole('heading', { name: title }).waitFor();
    await expectFits(page);
    await page.getByRole('link', { name: back }).click();
    await page.getByRole('link', { name: label }).waitFor();
  });
});
