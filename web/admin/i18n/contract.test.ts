// Every text of the API document that the console shows has a French translation.
import { afterEach, expect, test } from 'vitest';
import openapi from '../../../docs/openapi.json?raw';
import { humanised } from '../api/label';
import { newOf, nounsOf, thisOf } from './contract';
import { frenchLabels, frenchNouns } from './contract-fr';
import { language } from './texts';

interface Property {
  readonly enum?: readonly unknown[];
  readonly 'x-input'?: {
    readonly widget: string;
    readonly label?: string;
    readonly help?: string;
    readonly fields?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
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

const shown = schemas.flatMap((schema) =>
  propertiesOf(schema)
    .filter(([name]) => name !== 'i18n_language')
    .flatMap(([name, property]) =>
      [
        property['x-input']?.label ?? humanised(name),
        property['x-input']?.help ?? [],
        ...choicesOf(name, property),
      ].flat(),
    ),
);

afterEach(() => {
  language.value = 'en';
});

test('every label, help text and choice has a French translation', () => {
  expect(shown.length).toBeGreaterThan(100);
  expect([...new Set(shown)].filter((text) => text !== '' && !Object.hasOwn(frenchLabels, text))).toEqual([]);
});

test('every resource has French nouns', () => {
  expect(resources.filter(({ name }) => !Object.hasOwn(frenchNouns, name)).map(({ name }) => name)).toEqual([]);
});

test('articles and adjectives agree with the French noun', () => {
  const named = (name: string) => resources.find((resource) => resource.name === name) as Resource;
  expect([newOf(named('event')), thisOf(named('tag'))]).toEqual(['New event', 'this tag']);
  language.value = 'fr';
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
