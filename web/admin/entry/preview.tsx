// What was understood of a line, and a choice for each open question.

import { fieldsOf, type ResourceInfo } from '../api/contract';
import { showSpan } from '../api/moment';
import type { Values } from '../form/values';
import { Choices } from '../ui/choices';
import { Icon, type IconName } from '../ui/icon';
import './entry.css';
import { texts } from './texts';
import { type Answers, asksDate, type Understood } from './understood';

interface EntryPreviewProps {
  readonly id: string;
  readonly resource: ResourceInfo;
  readonly found: Understood;
  /** The values that will be saved, if they differ from those of the line. */
  readonly values?: Values;
  readonly answers: Answers;
  readonly onAnswer: (question: string, choice: string) => void;
  /** Asks for answers: the line cannot be saved without them. */
  readonly isRefused: boolean;
}

const Part = ({ icon, label, text }: { icon: IconName; label: string; text: string }) =>
  text ? (
    <div>
      <dt>
        <Icon name={icon} size={16} />
        <span class="unseen">{label}</span>
      </dt>
      <dd>{text}</dd>
    </div>
  ) : null;

export function EntryPreview({ id, resource, found, values, answers, onAnswer, isRefused }: EntryPreviewProps) {
  const { title, start_date, end_date, all_day } = { ...found.values, ...values };
  const labels = new Map(fieldsOf(resource.name).map(({ name, label }) => [name, label]));
  const labelOf = (name: string) => labels.get(name) ?? name;
  const when =
    start_date && !asksDate(found) ? showSpan(String(start_date), String(end_date), all_day === true).join(', ') : '';
  return (
    <div class="entry-preview">
      <div role="status">
        <dl>
          <Part icon="edit" label={labelOf('title')} text={String(title)} />
          <Part icon="calendar" label={texts().date} text={when} />
          <Part icon="pin" label={labelOf('venue')} text={found.names.venue?.join(', ') ?? ''} />
          <Part icon="folder" label={labelOf('categories')} text={found.names.categories?.join(', ') ?? ''} />
          {found.unknown.map((name) => (
            <Part key={name} icon="warning" label="" text={texts().noCategory(name)} />
          ))}
        </dl>
      </div>
      {found.questions.map(({ key, text, choices }, at) => (
        <fieldset key={key} class="entry-question" data-open={key in answers ? undefined : true}>
          <legend>{text}</legend>
          <Choices
            type="radio"
            name={`${id}-question-${at}`}
            options={choices.map(({ key: value, label }) => ({ value, label }))}
            chosen={[answers[key]]}
            onChange={(choice) => onAnswer(key, choice)}
          />
        </fieldset>
      ))}
      {isRefused && found.open.length > 0 && (
        <p class="error" role="alert">
          {texts().chooseFirst}
        </p>
      )}
    </div>
  );
}

/** Moves the focus to the first question without an answer. */
export const focusQuestion = (box: HTMLElement | null): void =>
  box?.querySelector<HTMLElement>('.entry-question[data-open] input')?.focus();
