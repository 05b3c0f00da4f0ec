// The one question that a CSV file can leave open: which part of 05/06/2027 is the day. Answering checks the file again.
import { showDay } from '../api/moment';
import { Choices } from '../ui/choices';
import type { Import } from './imports-api';
import { texts } from './texts';

export type DateQuestion = NonNullable<NonNullable<Import['csv']>['date_question']>;

interface DateQuestionProps {
  readonly question: DateQuestion;
  /** Rows without an answer. */
  readonly rows: number;
  readonly chosen: string;
  readonly onAnswer: (dateFormat: string) => void;
}

export function DateQuestionField({ question: { text, choices }, rows, chosen, onAnswer }: DateQuestionProps) {
  const t = texts();
  const formats: Readonly<Record<string, string>> = t.dateFormats;
  return (
    <fieldset class="import-question">
      <legend>
        {t.whichDate(text)} {rows > 0 && t.waiting(rows)}
      </legend>
      <Choices
        type="radio"
        name="date-question"
        options={choices.map(({ date_format: value, date }) => ({
          value,
          label: showDay(`${date} 00:00:00`),
          help: formats[value],
        }))}
        chosen={[chosen]}
        onChange={onAnswer}
      />
    </fieldset>
  );
}
