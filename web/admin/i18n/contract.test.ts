// Every text of the API document that the console shows is translated into every language.
import { beforeEach, describe, expect, test } from 'vitest';
import openapi from '../../../docs/openapi.json?raw';
import { type Language, languageCodes, languages } from '../../../src/core/languages.js';
import { tableFaults, translationFaults } from '../../../tests/harness/translations.js';
import { humanised } from '../api/label';
import { newOf, nounsOf, thisOf, withinSentence } from './contract';
import { language, loaders, loadLanguage } from './texts';

// Labels made from names need a language.
await loadLanguage('en');

interface Property {
  readonly enum?: readonly unknown[];
  readonly 'x-input'?: {
    readonly widget: string;
    readonly label?: string;
    readonly help?: string;
    readonly fields?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly descriptions?: Readonly<Record<string, string>>;
  };
}

interface Parameter {
  readonly name: string;
  readonly schema?: Property;
}

interface Resource {
  readonly name: string;
  readonly input: string;
  readonly noun: { readonly one: string; readonly a: string; readonly many: string };
}

const document = JSON.parse(openapi);
const resources: readonly Resource[] = document['x-resources'];
const propertiesOf = (schema: string): readonly (readonly [string, Property])[] =>
  Object.entries(document.components.schemas[schema]?.properties ?? {});

const nested = (schema: string): readonly string[] =>
  propertiesOf(schema).flatMap(([, property]) => property['x-input']?.fields ?? []);
const schemas = [...new Set(resources.flatMap(({ input }) => [input, ...nested(input)]))];

/** Statuses have their own texts. */
const choicesOf = (name: string, { enum: values = [], 'x-input': input }: Property): readonly string[] =>
  input?.widget === 'choice' && name !== 'status'
    ? values.filter((value) => typeof value === 'string').map((value) => input.labels?.[value] ?? humanised(value))
    : [];

/** Parameters that a form asks for, such as those of a removal. */
const parameters: readonly (readonly [string, Property])[] = Object.values<
  Record<string, { parameters?: Parameter[] }>
>(document.paths)
  .flatMap((path) => Object.values(path))
  .flatMap(({ parameters: given = [] }) => given)
  .flatMap(({ name, schema }) => (schema?.['x-input'] ? [[name, schema]] : []));

const shown = [...schemas.flatMap(propertiesOf), ...parameters]
  .filter(([name]) => name !== 'i18n_language')
  .flatMap(([name, property]) => {
    const { label = humanised(name), help = '', widget, labels = {}, descriptions = {} } = property['x-input'] ?? {};
    const items = widget === 'items' ? Object.values(labels) : [];
    return [label, help, ...choicesOf(name, property), ...Object.values(descriptions), ...items];
  });

beforeEach(() => loadLanguage('en'));

/** Languages are offered by their own names. */
const ownNames: readonly string[] = Object.values(languages);

const others = languageCodes.filter((code) => code !== 'en');

describe.each(others)('%s', (code) => {
  test('has every text with its arguments', async () => {
    const faults = [...translationFaults(await loaders.en(), await loaders[code]())];
    // Need not name the resource.
    expect(faults.filter((fault) => !fault.startsWith('.calendar.ownZone('))).toEqual([]);
  });

  test('has every label, help text and choice', async () => {
    const { labels } = await loaders[code]();
    expect(shown.length).toBeGreaterThan(100);
    expect(shown).toEqual(expect.arrayContaining(['Read only', 'Event to review', 'New author of their records']));
    const missing = [...new Set(shown)].filter((text) => text !== '' && !Object.hasOwn(labels, text));
    expect(missing.filter((text) => !ownNames.includes(text))).toEqual([]);
    expect([...tableFaults(labels)]).toEqual([]);
  });

  test('has nouns of every resource', async () => {
    await loadLanguage(code);
    const unnamed = { one: '§', many: '§', a: '§' };
    const texts = resources.map(({ name }) => JSON.stringify(nounsOf({ name, noun: unnamed })));
    expect(texts.filter((text) => text.includes('§'))).toEqual([]);
  });

  test('names the kinds of warnings that every other language names', async () => {
    const namesOf = async (language: Language) => Object.keys((await loaders[language]()).warningKinds).sort();
    expect(await namesOf(code)).toEqual(await namesOf('fr'));
  });
});

test('of two languages asked for at once, the last one is shown', async () => {
  await Promise.all([loadLanguage('fr'), loadLanguage('en')]);
  expect(language.value).toBe('en');
  await Promise.all([loadLanguage('en'), loadLanguage('fr')]);
  expect(language.value).toBe('fr');
});

test('articles and adjectives agree with the French noun', async () => {
  const named = (name: string) => resources.find((resource) => resource.name === name) as Resource;
  expect([newOf(named('event')), thisOf(named('tag'))]).toEqual(['New event', 'this tag']);
  await loadLanguage('fr');
  expect(['event', 'venue', 'category'].map((name) => newOf(named(name)))).toEqual([
    'Nouvel événement',
    'Nouveau lieu',
    'Nouvelle catégorie',
  ]);
  expect(['event', 'venue', 'category'].map((name) => thisOf(named(name)))).toEqual([
    'cet événement',
    'ce lieu',
    'cette catégorie',
  ]);
  expect(nounsOf(named('media'))).toEqual({ one: 'image', many: 'images', a: 'une image' });
  expect(humanised('start_date')).toBe('Début');
});

test('articles and adjectives agree with the German noun, which keeps its capital', async () => {
  const named = (name: string) => resources.find((resource) => resource.name === name) as Resource;
  await loadLanguage('de');
  expect(['event', 'venue', 'tag'].map((name) => newOf(named(name)))).toEqual([
    'Neue Veranstaltung',
    'Neuer Veranstaltungsort',
    'Neues Schlagwort',
  ]);
  expect(['event', 'venue', 'tag'].map((name) => thisOf(named(name)))).toEqual([
    'diese Veranstaltung',
    'dieser Veranstaltungsort',
    'dieses Schlagwort',
  ]);
  expect(nounsOf(named('organizer'))).toEqual({ one: 'Veranstalter', many: 'Veranstalter', a: 'einen Veranstalter' });
  expect(withinSentence('Kategorien')).toBe('Kategorien');
});
