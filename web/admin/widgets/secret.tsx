// A password field. The stored password is never sent to the browser; it stays unless it is replaced or removed.
import { useState } from 'preact/hooks';
import { texts as uiTexts } from '../ui/texts';
import { texts } from './texts';
import { controlProps, inputText, type WidgetProps } from './widget';

export function SecretWidget(props: WidgetProps) {
  const { id, field, value, onChange, context } = props;
  const [shown, setShown] = useState(false);
  const off = value === '';
  const { generated, isSetBy } = field.input;
  const isSet = context.id !== undefined && (isSetBy === undefined || context.record?.[isSetBy] === true);
  const empty = generated ? texts().generated : isSetBy === undefined ? texts().none : texts().notSet;
  return (
    <div class="stack">
      <input
        {...controlProps(props)}
        type={shown ? 'text' : 'password'}
        value={inputText(value)}
        disabled={off}
        maxLength={field.schema.maxLength}
        placeholder={isSet ? texts().unchanged : empty}
        autoComplete="new-password"
        onInput={(event) => onChange(event.currentTarget.value || undefined)}
      />
      <div class="ticks">
        <label class="tick">
          <input type="checkbox" checked={shown} onChange={() => setShown(!shown)} /> {uiTexts().showPassword}
        </label>
        {isSet && !field.schema.minLength && (
          <label class="tick" for={`${id}-off`}>
            <input id={`${id}-off`} type="checkbox" checked={off} onChange={() => onChange(off ? undefined : '')} />{' '}
            {texts().removePassword}
          </label>
        )}
      </div>
    </div>
  );
}
