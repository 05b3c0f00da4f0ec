// The recurrence of an event. Parsing validates the text and returns it unchanged: moments in UTC depend on the time zone
// of the record and are resolved later, by `parseRecurrence`.
import type { Kind } from '../kind.js';
import { Invalid } from '../problem.js';
import type { Schema } from '../schema.js';
import { parseRecurrence } from '../time/recurrence.js';
import { maxDates, maxExceptions } from '../time/recurrence-input.js';

export type RecurrenceInput = string | readonly string[] | Readonly<Record<string, unknown>>;

/** Enough for 1,000 dates with an end and 10,000 exceptions. */
const maxCharacters = 300_000;

const moment: Schema = { type: 'string', maxLength: 100, examples: ['2027-05-01 10:00'] };

const schema: Schema = {
  oneOf: [
    { type: 'string', examples: ['FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20271231', ''] },
    { type: 'array', items: { type: 'string' }, examples: [['RRULE:FREQ=WEEKLY;COUNT=10', 'EXDATE:20270511']] },
    {
      type: 'object',
      additionalProperties: false,
      properties: {
        rule: { type: 'string', maxLength: 4_000, examples: ['FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20271231'] },
        dates: {
          type: 'array',
          maxItems: maxDates,
          items: {
            oneOf: [
              moment,
              {
                type: 'object',
                additionalProperties: false,
                required: ['start'],
                properties: { start: moment, end: moment },
              },
            ],
          },
        },
        except: { type: 'array', maxItems: maxExceptions, items: moment },
      },
    },
  ],
};

/** Whether the input is a recurrence at all; an empty text, list or object means none. */
export const isRecurring = (input: RecurrenceInput): boolean => parseRecurrence(input, 'UTC') !== undefined;

function check(input: unknown): RecurrenceInput {
  const text = typeof input === 'object' ? JSON.stringify(input) : String(input);
  if (text.length > maxCharacters) throw new Invalid(`Must be ${maxCharacters} characters or fewer.`);
  if (!['object', 'string'].includes(typeof input))
    throw new Invalid('A recurrence is a rule, a list of lines, or an object with rule, dates and except.');
  return input as RecurrenceInput;
}

export const recurrence: Kind<RecurrenceInput> = {
  declared: { type: 'object' },
  schema,
  read: (input) => {
    const checked = check(input);
    parseRecurrence(checked, 'UTC');
    return checked;
  },
  check,
  input: { widget: 'recurrence' },
};
