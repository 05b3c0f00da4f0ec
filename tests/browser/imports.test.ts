// Imports in the console: upload, mapping, dry run, import and undo, in a real browser.
import { describe, expect, test } from 'vitest';
import { expectAccessible } from '../harness/browser.js';
import { useConsole } from '../harness/console.js';
import { engines } from '../harness/engines.js';
import { eventsOf, lines } from '../harness/import-files.js';

const [engine] = engines;
if (!engine) throw new Error('there is no engine');

const phone = { viewport: { width: 390, height: 800 } };

const csvFile = (name: string, ...rows: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines(...rows)),
});

describe('imports', () => {
  const { enter, world } = useConsole(engine);

  test('map the columns of a CSV file, check it, import it and undo it', async () => {
    const page = await enter('editor');
    await page.getByRole('link', { name: 'Imports' }).click();
    await page.getByRole('heading', { name: 'No imports yet' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'New import' }).click();
    await page.getByRole('heading', { name: 'New import', level: 1 }).waitFor();
    await expectAccessible(page);
    const file = csvFile(
      'autumn.csv',
      'Headline,Day,Where',
      'Harvest Fair,2027-10-09 10:00,Barn',
      'Odd,05/06/2027,Barn',
      'Twice,06/07/2027,Barn',
      'Harvest Fair,2027-10-09 10:00,Barn',
    );
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('Title needs a column.').waitFor();
    // The only column of dates.
    await page.getByText('Guessed from the values').waitFor();
    expect(await page.getByLabel('Field: Day').inputValue()).toBe('start_date');
    expect(await page.getByRole('button', { name: 'Import', exact: true }).count()).toBe(0);
    await page.getByLabel('Field: Headline').selectOption('title');
    await page.getByLabel('Field: Where').selectOption({ label: 'Venue' });
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('heading', { name: 'First records' }).waitFor();
    await page.getByText('Ambiguous dates: 2').waitFor();
    await page.getByText('Line 3', { exact: true }).waitFor();
    await page.getByText('1 of 4 rows are ready.').waitFor();
    const question = page.getByRole('group', { name: 'Which date is “05/06/2027”? 2 rows need the answer.' });
    await expectAccessible(page);
    await question.getByRole('radio', { name: 'May 6, 2027' }).check();
    await page.getByText('3 of 4 rows are ready.').waitFor();
    await page.getByRole('cell', { name: 'Thu, May 6, 2027' }).waitFor();
    await page.getByRole('radio', { name: 'Jun 5, 2027' }).check();
    await page.getByRole('cell', { name: 'Sat, Jun 5, 2027' }).waitFor();
    await page.getByText('3 of 4 rows are ready.').waitFor();
    expect(
      await page
        .getByRole('row', { name: /^Venues/ })
        .getByRole('cell')
        .first()
        .innerText(),
    ).toBe('1');
    expect(await eventsOf(world, '&source=csv')).toEqual([]);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { name: 'autumn.csv', level: 1 }).waitFor();
    await page.getByText('Finished').waitFor();
    expect((await eventsOf(world, '&source=csv')).map(({ title }) => title)).toEqual(['Odd', 'Twice', 'Harvest Fair']);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Changed records' }).click();
    await page.getByRole('link', { name: 'Harvest Fair' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Undo import' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
    await page.getByText('Import undone: 4 removed, 0 restored, 0 left as they are.').waitFor();
    await page.getByText('Undone', { exact: true }).waitFor();
    expect(await eventsOf(world, '&source=csv')).toEqual([]);
    expect(await page.getByRole('button', { name: 'Undo import' }).count()).toBe(0);
  });

  test('need another check after a choice that changes the result', async () => {
    const page = await enter('editor', '/imports/new');
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles(csvFile('dates.csv', 'title,start', 'Ball,05/06/2027'));
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('Ambiguous dates: 1').waitFor();
    await page.getByText('Options').click();
    await page.getByLabel('Dates such as 05/06/2027').selectOption({ label: 'Day first' });
    await page.getByText('Ambiguous dates: 1').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('cell', { name: 'Sat, Jun 5, 2027' }).waitFor();
  });

  test('of an iCalendar file are detected', async () => {
    const event = [
      'BEGIN:VEVENT',
      'UID:a@old',
      'DTSTAMP:20270101T000000Z',
      'SUMMARY:From a calendar',
      'LOCATION:Old Mill',
    ];
    const dates = ['DTSTART:20270701T100000Z', 'DTEND:20270701T110000Z', 'END:VEVENT', 'END:VCALENDAR', ''];
    const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...event, ...dates].join('\r\n');
    const page = await enter('editor', '/imports/new');
    const file = { name: 'old.ics', mimeType: 'text/calendar', buffer: Buffer.from(text) };
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('heading', { name: 'Result of the check: iCalendar' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Columns' }).count()).toBe(0);
    await page.getByRole('row', { name: 'Line 8 Old Mill venue' }).waitFor();
    await page.getByRole('cell', { name: 'Thu, Jul 1, 2027, 10:00' }).waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { name: 'old.ics', level: 1 }).waitFor();
    expect((await eventsOf(world, '&source=ical')).map(({ title }) => title)).toEqual(['From a calendar']);
  });

  test('name the fault of a file that is not one', async () => {
    const page = await enter('editor', '/imports/new');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('Choose a file or enter a URL.').waitFor();
    const html = { name: 'page.csv', mimeType: 'text/csv', buffer: Buffer.from('<!doctype html><p>Sign in</p>') };
    await page.getByLabel('File', { exact: true }).setInputFiles(html);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('The file is a web page, not CSV.').waitFor();
  });

  test('are in French on a phone, and can be used by keyboard', async () => {
    const page = await enter('editor', '/imports/new', { ...phone, locale: 'fr-FR' });
    await page
      .getByLabel('Fichier', { exact: true })
      .setInputFiles(csvFile('bal.csv', 'Titre;Début', 'Bal;2027-07-14'));
    await page.getByLabel('Ou l’URL d’un fichier').press('Enter');
    await page.getByRole('heading', { name: 'Résultat de la vérification : CSV' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Importer' }).press('Enter');
    await page.getByRole('heading', { name: 'bal.csv', level: 1 }).waitFor();
    await page.getByText('Terminée').waitFor();
    await expectAccessible(page);
    await page.goto(page.url().replace(/\/imports\/.*/, '/imports'));
    await page.getByText('1 nouvelle, 0 mise à jour, 0 en échec').first().waitFor();
    await expectAccessible(page);
  });

  test('are not offered to authors', async () => {
    const page = await enter('author', '/imports');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await page.getByRole('link', { name: 'Imports' }).count()).toBe(0);
  });
});
