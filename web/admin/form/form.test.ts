import { beforeEach, describe, expect, test } from 'vitest';
import type { FieldInfo, InputInfo, ResourceInfo, SiteInfo } from '../api/contract';
import { loadLanguage } from '../i18n/texts';
import { actionsFor } from './actions';
import { defaultTimes, movedEnd } from './default-end';
import { merge, resolved } from './merge';
import { isShown, sectionsOf, titleOf } from './sections';
import { excludedKeys, readUnsaved, removeUnsaved, storeUnsaved } from './unsaved';
import { byFormKey, changesIn, inputKey, same, saveRequests, valueIn, withRecurrence } from './values';

beforeEach(() => loadLanguage('en'));

const field = (
  name: string,
  widget: InputInfo['widget'],
  more: Partial<Omit<FieldInfo, 'input'>> & { input?: Partial<InputInfo> } = {},
): FieldInfo => ({
  name,
  label: name,
  help: '',
  required: false,
  schema: {},
  ...more,
  input: { widget, ...more.input },
});

const title = field('title', 'text', { required: true, input: { translated: true } });
const about = field('about', 'html', { input: { translated: true } });
const cost = field('cost', 'price');
const secret = field('password', 'secret');
const start = field('start_date', 'moment', { required: true });
const end = field('end_date', 'moment', { required: true });
const fields = [title, about, cost, secret, start, end];
const languages = ['en', 'fr'];

describe('values', () => {
  test('translated fields have one key per language, other fields one key', () => {
    expect([inputKey(title, 'fr'), inputKey(cost, 'fr'), inputKey(title, '')]).toEqual(['title@fr', 'cost', 'title']);
    expect(byFormKey(fields, 'fr', { title: 'Foire', cost: '5', other: 1 })).toEqual({
      'title@fr': 'Foire',
      cost: '5',
    });
  });

  test.each([
    ['', undefined, true],
    [[], '', true],
    [5, '5', true],
    [[1, 2], [1, 2], true],
    [[1, 2], [2, 1], false],
    [[{ name: 'A', price: 1 }], [{ name: 'A', price: '1', url: '' }], true],
    [[{ name: 'A' }], [{ name: 'B' }], false],
    [false, undefined, false],
    [0, '', false],
    ['a', ['a'], false],
  ])('%j equals %j: %s', (left, right, expected) => {
    expect(same(left, right)).toBe(expected);
    expect(same(right, left)).toBe(expected);
  });

  test('a value typed and reverted is no change, clearing a secret is one', () => {
    const stored = { 'title@en': 'Fair', 'title@fr': undefined, cost: '5' };
    expect(changesIn(stored, { 'title@en': 'Fair', 'title@fr': '', cost: '6', password: '' })).toEqual({
      cost: '6',
      password: '',
    });
    expect(changesIn(stored, { password: undefined })).toEqual({});
  });

  test('query parameters become initial values', () => {
    expect(valueIn(field('all_day', 'flag'), 'true')).toBe(true);
    expect(valueIn(field('all_day', 'flag'), 'false')).toBe(false);
    expect(valueIn(field('all_day', 'flag'), '')).toBeUndefined();
    expect(valueIn(field('venue', 'records'), '4,5')).toEqual([4, 5]);
    expect(valueIn(field('tags', 'terms'), '4,free')).toEqual([4, 'free']);
    expect(valueIn(start, '2027-01-01 10:00:00')).toBe('2027-01-01 10:00:00');
  });

  test('a save is one request per language, and the first carries the untranslated fields', () => {
    const saving = { fields, languages, label: 'title', isNew: false };
    expect(saveRequests({ ...saving, changes: { 'title@fr': 'Foire', 'title@en': 'Fair', cost: '' } })).toEqual([
      { language: 'en', body: { cost: '', title: 'Fair' } },
      { language: 'fr', body: { title: 'Foire' } },
    ]);
    expect(saveRequests({ ...saving, changes: { 'title@fr': 'Foire', cost: '1' } })).toEqual([
      { language: 'fr', body: { cost: '1', title: 'Foire' } },
    ]);
    expect(saveRequests({ ...saving, changes: {} })).toEqual([]);
  });

  test('a new record is created in the first language with a title, without empty values', () => {
    const changes = { 'about@en': '<p>x</p>', 'title@en': '', 'title@fr': 'Foire', cost: '', password: '' };
    expect(saveRequests({ fields, languages, label: 'title', isNew: true, changes })).toEqual([
      { language: 'fr', body: { title: 'Foire' } },
      { language: 'en', body: { about: '<p>x</p>' } },
    ]);
    expect(saveRequests({ fields, languages, label: 'title', isNew: true, changes: {} })).toEqual([
      { language: 'en', body: {} },
    ]);
  });
});

describe('a series', () => {
  const withRule = [...fields, field('recurrence', 'recurrence')];
  const stored = { start_date: '2027-05-13 19:00:00', recurrence: { rule: 'FREQ=DAILY', dates: [], except: [] } };

  test('sends its rule together with a start on another day', () => {
    const changes = { start_date: '2027-05-14 19:00:00' };
    expect(withRecurrence(withRule, stored, changes)).toEqual({ ...changes, recurrence: stored.recurrence });
    expect(withRecurrence(withRule, stored, { ...changes, recurrence: '' })).toEqual({ ...changes, recurrence: '' });
  });

  test('sends no rule with other changes, and a single event none at all', () => {
    const later = { start_date: '2027-05-13 20:00:00' };
    expect(withRecurrence(withRule, stored, later)).toEqual(later);
    expect(withRecurrence(withRule, stored, { cost: '5' })).toEqual({ cost: '5' });
    const moved = { start_date: '2027-05-14 19:00:00' };
    expect(withRecurrence(withRule, { ...stored, recurrence: '' }, moved)).toEqual(moved);
    expect(withRecurrence(fields, stored, moved)).toEqual(moved);
  });
});

describe('merging', () => {
  const before = { a: 1, b: 1, c: 1, d: 1 };
  const merged = merge(before, { a: 2, b: 2, d: 3 }, { a: 1, b: 9, c: 9, d: 3 });

  test('keeps your changes, takes theirs, and lists fields that both changed', () => {
    expect(merged).toEqual({ kept: { a: 2 }, clashes: [{ key: 'b', theirs: 9, yours: 2 }], taken: ['c', 'd'] });
  });

  test('applies the chosen versions', () => {
    expect(resolved(merged, { b: 'yours' })).toEqual({ a: 2, b: 2 });
    expect(resolved(merged, { b: 'theirs' })).toEqual({ a: 2 });
  });
});

describe('unsaved changes', () => {
  const memoryStorage = () => {
    const held = new Map<string, string>();
    return {
      held,
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, value: string) => void held.set(key, value),
      removeItem: (key: string) => void held.delete(key),
    };
  };
  const draftKey = { user: 'ann', resource: 'event', id: 7 };

  test('are read by the same user and record only, with the values before', () => {
    const storage = memoryStorage();
    const unsaved = { at: 1, changes: { cost: '6' }, before: { cost: '5', other: 'x' } };
    storeUnsaved(storage, draftKey, unsaved, new Set());
    expect(readUnsaved(storage, draftKey)).toEqual({ at: 1, changes: { cost: '6' }, before: { cost: '5' } });
    expect(readUnsaved(storage, { ...draftKey, user: 'bob' })).toBeUndefined();
    expect(readUnsaved(storage, { ...draftKey, id: undefined })).toBeUndefined();
    removeUnsaved(storage, draftKey);
    expect(storage.held.size).toBe(0);
  });

  test('contain no secret, and are removed when nothing else is left', () => {
    const storage = memoryStorage();
    storeUnsaved(
      storage,
      draftKey,
      { at: 1, changes: { password: 'x', cost: '' }, before: {} },
      excludedKeys(fields, languages),
    );
    expect(readUnsaved(storage, draftKey)?.changes).toEqual({ cost: '' });
    storeUnsaved(storage, draftKey, { at: 1, changes: { password: 'x' }, before: {} }, excludedKeys(fields, languages));
    expect(storage.held.size).toBe(0);
  });

  test('are ignored when they are unreadable, and a full storage does not throw', () => {
    const storage = memoryStorage();
    storage.held.set('almanac:unsaved:ann:event:7', '{broken');
    expect(readUnsaved(storage, draftKey)).toBeUndefined();
    const full = {
      ...storage,
      setItem: () => {
        throw new Error('full');
      },
    };
    expect(() => storeUnsaved(full, draftKey, { at: 1, changes: { a: 1 }, before: {} }, new Set())).not.toThrow();
  });
});

describe('start and end', () => {
  const values = { start_date: '2027-03-27 23:30:00', end_date: '2027-03-28 01:00:00' };

  test('the end moves with the start and keeps the duration', () => {
    expect(movedEnd(fields, values, 'start_date', '2027-03-28 01:30:00')).toEqual({ end_date: '2027-03-28 03:00:00' });
    expect(movedEnd(fields, values, 'start_date', '2028-02-28 23:30:00')).toEqual({ end_date: '2028-02-29 01:00:00' });
    expect(movedEnd(fields, values, 'end_date', '2027-04-01 00:00:00')).toEqual({});
    expect(movedEnd(fields, values, 'start_date', '')).toEqual({});
  });

  test('an end that is missing or before its start becomes one hour after it', () => {
    expect(movedEnd(fields, {}, 'start_date', '2027-12-31 23:30:00')).toEqual({ end_date: '2028-01-01 00:30:00' });
    const turned = { start_date: '2027-01-02 00:00:00', end_date: '2027-01-01 00:00:00' };
    expect(movedEnd(fields, turned, 'start_date', '2027-01-05 00:00:00')).toEqual({ end_date: '2027-01-05 01:00:00' });
  });

  test('a new event starts at the next full hour of the time zone', () => {
    expect(defaultTimes(fields, 'Europe/Paris', new Date('2027-07-01T21:10:00Z'))).toEqual({
      start_date: '2027-07-02 00:00:00',
      end_date: '2027-07-02 01:00:00',
    });
  });
});

describe('sections', () => {
  const resource: ResourceInfo = {
    name: 'thing',
    path: 'things',
    schema: 'Thing',
    noun: { one: 'thing', a: 'a thing', many: 'things' },
    input: 'ThingInput',
    label: 'title',
    removal: 'trash',
    right: 'write',
  };
  /** As a server of another version may describe it. */
  const unknown = (name: string): FieldInfo => ({
    ...field(name, 'text'),
    input: JSON.parse('{ "widget": "colour", "group": "no such group" }'),
  });
  const site: SiteInfo = {
    ...{ languages: [], timezone: 'UTC', time_format: 'language' },
    ...{ maps: { tiles: '', attribution: '' }, category_colors: [] },
    ...{ tickets: false, geolocation: true, recurrence: false },
  };

  test('contain every field exactly once, also those with an unknown widget, and the title first', () => {
    const all = [about, cost, secret, start, end, title, unknown('hue'), field('kinds', 'terms')];
    const sections = sectionsOf(all, resource, false);
    expect(sections.flatMap((section) => section.fields.map(({ name }) => name)).sort()).toEqual(
      all.map(({ name }) => name).sort(),
    );
    expect(sections[0]?.fields[0]).toBe(title);
  });

  test('put title, dates and places before the long texts, and follow the group of the definition', () => {
    const venue = field('venue', 'records');
    const city = field('city', 'text', { input: { group: 'place' } });
    const date = field('date', 'moment', { input: { group: 'publication' } });
    const status = field('status', 'choice');
    const odd = unknown('odd');
    const sections = sectionsOf([about, odd, date, status, venue, city, end, start, title], resource, false);
    expect(sections.map(({ name, fields: held }) => [name, ...held.map((one) => one.name)])).toEqual([
      ['name', 'title'],
      ['time', 'end_date', 'start_date'],
      ['links', 'venue'],
      ['place', 'city'],
      ['texts', 'about'],
      ['details', 'odd'],
      ['publication', 'status', 'date'],
    ]);
    // A new record gets its status from the button that saves it.
    const [publication] = sectionsOf([date, status], resource, true);
    expect(publication?.fields).toEqual([date]);
  });

  test('without a title are named after their fields', () => {
    const [held] = sectionsOf(
      [field('a', 'terms', { label: 'Kinds' }), field('b', 'terms', { label: 'Words' })],
      resource,
      false,
    );
    expect(held && titleOf(held)).toBe('Kinds and words');
  });

  test('leave out fields that are disabled, forbidden, aliases, or set only at creation', () => {
    const may = (right: string) => right === 'write';
    const shown = (more: Partial<InputInfo>, isNew = false) =>
      isShown(isNew, site, may)(field('x', 'text', { input: more }));
    expect(shown({})).toBe(true);
    expect(shown({ needs: 'tickets' })).toBe(false);
    expect(shown({ needs: 'geolocation' })).toBe(true);
    expect([shown({ right: 'write' }), shown({ right: 'set-author' })]).toEqual([true, false]);
    expect(shown({ same: 'date' })).toBe(false);
    expect([shown({ initial: true }), shown({ initial: true }, true)]).toEqual([false, true]);
    expect(isShown(true, site, may)(field('i18n_language', 'choice'))).toBe(false);
  });
});

describe('actions', () => {
  const statuses = ['publish', 'draft', 'pending', 'private', 'trash'];
  const labels = (more: Partial<Parameters<typeof actionsFor>[0]>) =>
    actionsFor({ statuses, status: undefined, chosen: undefined, mayPublish: true, ahead: false, ...more }).map(
      ({ label, status }) => [label, status],
    );

  test('offer Publish with the right to publish, otherwise Submit for review', () => {
    expect(labels({})).toEqual([
      ['Save draft', 'draft'],
      ['Schedule…', undefined],
      ['Publish', 'publish'],
    ]);
    expect(labels({ mayPublish: false })).toEqual([
      ['Save draft', 'draft'],
      ['Submit for review', 'pending'],
    ]);
    expect(labels({ mayPublish: false, status: 'pending', chosen: 'pending' })).toEqual([['Update', undefined]]);
  });

  test('follow from the stored and the selected status', () => {
    expect(labels({ status: 'publish', chosen: 'publish' })).toEqual([['Update', undefined]]);
    expect(labels({ status: 'publish', chosen: 'private' })).toEqual([['Save as private', undefined]]);
    expect(labels({ status: 'draft', chosen: 'draft', ahead: true }).at(-1)).toEqual(['Schedule', 'publish']);
    expect(labels({ statuses: undefined })).toEqual([['Save', undefined]]);
  });

  test('of a scheduled record are Update, Reschedule and Publish now', () => {
    const scheduled = { status: 'future', chosen: 'future', ahead: true };
    expect(labels(scheduled)).toEqual([
      ['Reschedule…', undefined],
      ['Publish now', 'publish'],
      ['Update', undefined],
    ]);
    expect(labels({ ...scheduled, mayPublish: false })).toEqual([['Update', undefined]]);
  });
});
