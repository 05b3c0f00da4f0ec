// A list of rows with a few fields each, such as tickets.

import { fieldsOfSchema, humanised } from '../api/contract';
import { FormField } from '../form/form-field';
import { withinSentence } from '../i18n/contract';
import { Button, IconButton } from '../ui/button';
import { texts } from './texts';
import type { WidgetProps } from './widget';

type Row = Readonly<Record<string, unknown>>;

const rowsIn = (value: unknown): readonly Row[] => (Array.isArray(value) ? value : []);

/** `tickets` → “Ticket”. */
const singularLabel = (name: string): string => humanised(name.replace(/s$/, ''));

export function RowsWidget({ id, field, value, onChange, context }: WidgetProps) {
  const rows = rowsIn(value);
  const parts = fieldsOfSchema(field.input.fields ?? '');
  const one = singularLabel(field.name);
  const change = (at: number, row: Row) => onChange(rows.map((other, place) => (place === at ? row : other)));
  return (
    <div class="stack rows">
      {rows.map((row, at) => (
        <fieldset class="row" key={at}>
          <legend>
            {one} {at + 1}
          </legend>
          <IconButton
            icon="trash"
            label={texts().removeItem(`${withinSentence(one)} ${at + 1}`)}
            onClick={() => onChange(rows.filter((_, place) => place !== at))}
          />
          <div class="row-fields">
            {parts.map((part) => (
              <FormField
                key={part.name}
                id={`${id}-${at}-${part.name}`}
                field={at === 0 ? part : { ...part, help: '' }}
                value={row[part.name]}
                context={{ ...context, values: row, preview: undefined }}
                onChange={(entered) => change(at, { ...row, [part.name]: entered })}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <div>
        <Button icon="add" id={`${id}-add`} onClick={() => onChange([...rows, {}])}>
          {texts().add(withinSentence(one))}
        </Button>
      </div>
    </div>
  );
}
