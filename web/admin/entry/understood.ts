// What the service read in a line such as “Film night Fri 8pm at Town Barn #film”: the values of a new record, and a
// question for each part that could mean several things. Nothing is chosen for the user.

import { contract, newOf, type ResourceInfo } from '../api/contract';
import type { Entry } from '../api/generated';
import { showSpan } from '../api/moment';
import { may } from '../api/session';
import type { Values } from '../form/values';
import { sourceNamed } from '../widgets/record-search';
import { texts as widgetTexts } from '../widgets/texts';
import { texts } from './texts';

export interface EntryChoice {
  readonly key: string;
  readonly label: string;
  /** Added to the values of the record; lists are appended. */
  readonly values: Values;
}

export interface EntryQuestion {
  /** The same while the question is, so that an answer outlives further typing. */
  readonly key: string;
  readonly text: string;
  readonly choices: readonly EntryChoice[];
}

/** Keys of choices by key of their question. */
export type Answers = Readonly<Record<string, string>>;

export interface Understood {
  readonly values: Values;
  readonly questions: readonly EntryQuestion[];
  /** Questions without an answer. */
  readonly open: readonly EntryQuestion[];
  /** Names of linked records by field, as people read them. */
  readonly names: Readonly<Record<string, readonly string[]>>;
  /** Names that no record has and the user may not create. */
  readonly unknown: readonly string[];
}

/** Whether the service reads lines of this resource. */
export const isReadable = ({ path }: ResourceInfo): boolean => `/${path}/entry` in contract.paths;

type EntryDate = NonNullable<Entry['date']>;

export const showDate = ({ start_date, end_date, all_day }: EntryDate): string =>
  showSpan(start_date, end_date, all_day).join(', ');

const dateKey = 'date ';

function dateQuestion({ date_question: asked }: Entry): readonly EntryQuestion[] {
  if (!asked) return [];
  const choices = asked.choices.map((date) => ({ key: date.start_date, label: showDate(date), values: { ...date } }));
  const days = new Set(choices.map(({ key }) => key.slice(0, 10)));
  const both = days.size > 1 && days.size < choices.length;
  const text = both ? texts().when : asked.about === 'day' ? texts().whichDay : texts().whichTime;
  return [{ key: `${dateKey}${choices.map(({ key }) => key).join()}`, text, choices }];
}

/** “New venue “Old Mill””, if the user may create one. */
function creation(name: string, resource: string, values: Values): readonly EntryChoice[] {
  const source = sourceNamed(resource);
  if (!source || !may(source.right)) return [];
  return [{ key: 'new', label: widgetTexts().named(newOf(source), name), values }];
}

function venueQuestion({ venues, new_venue, title_with_venue }: Entry): readonly EntryQuestion[] {
  const [first, second] = venues;
  if (first && second) {
    const choices = venues.map(({ id, name, city }) => ({
      key: String(id),
      label: `${name} (${city || `#${id}`})`,
      values: { venue: [id] },
    }));
    return [{ key: `venue ${first.name}`, text: texts().whichOne(first.name), choices }];
  }
  if (!new_venue) return [];
  const created = creation(new_venue, 'venue', { venue: [{ venue: new_venue }] });
  const inTitle = { key: 'title', label: texts().inTitle(title_with_venue), values: { title: title_with_venue } };
  const text = texts().noVenue(new_venue);
  return created.length ? [{ key: `venue ${new_venue}`, text, choices: [...created, inTitle] }] : [];
}

function categoryQuestions({ unknown_categories }: Entry): readonly EntryQuestion[] {
  return unknown_categories.flatMap((name) => {
    const created = creation(name, 'category', { categories: [name] });
    const without = { key: 'none', label: texts().leaveOut, values: {} };
    const question = { key: `category ${name}`, text: texts().noCategory(name), choices: [...created, without] };
    return created.length ? [question] : [];
  });
}

const joined = (before: Values, more: Values): Values => ({
  ...before,
  ...Object.fromEntries(
    Object.entries(more).map(([name, value]) => {
      const known = before[name];
      return [name, Array.isArray(known) && Array.isArray(value) ? [...known, ...value] : value];
    }),
  ),
});

const nameIn = (item: unknown, entry: Entry): string => {
  const known = [...entry.venues, ...entry.categories].find(({ id }) => id === item)?.name;
  return known ?? (typeof item === 'object' && item && 'venue' in item ? String(item.venue) : String(item));
};

/** Undefined if the line is nothing but a title. */
export function understood(entry: Entry, answers: Answers): Understood | undefined {
  const { title, date, date_question, venues, new_venue, title_with_venue, categories, unknown_categories } = entry;
  const parts = [date, date_question, venues[0], new_venue, categories[0], unknown_categories[0]];
  if (!parts.some(Boolean)) return undefined;
  const questions = [...dateQuestion(entry), ...venueQuestion(entry), ...categoryQuestions(entry)];
  const isInTitle = new_venue !== '' && !questions.some(({ key }) => key === `venue ${new_venue}`);
  const sure: Values = {
    title: isInTitle ? title_with_venue : title,
    ...date,
    ...(venues.length === 1 && { venue: venues.map(({ id }) => id) }),
    ...(categories.length > 0 && { categories: categories.map(({ id }) => id) }),
  };
  const answered = questions.map(({ key, choices }) => choices.find((choice) => choice.key === answers[key]));
  const values = answered.reduce((before, choice) => joined(before, choice?.values ?? {}), sure);
  const namesOf = (name: string) => {
    const items: unknown = values[name];
    return Array.isArray(items) ? items.map((item: unknown) => nameIn(item, entry)) : [];
  };
  return {
    values,
    questions,
    open: questions.filter((_, at) => !answered[at]),
    names: { venue: namesOf('venue'), categories: namesOf('categories') },
    unknown: unknown_categories.filter((name) => !questions.some(({ key }) => key === `category ${name}`)),
  };
}

/** Without the question of the date. */
export function withoutDate(found: Understood): Understood {
  const others = (questions: readonly EntryQuestion[]) => questions.filter(({ key }) => !key.startsWith(dateKey));
  return { ...found, questions: others(found.questions), open: others(found.open) };
}

export const asksDate = ({ open }: Understood): boolean => open.some(({ key }) => key.startsWith(dateKey));
