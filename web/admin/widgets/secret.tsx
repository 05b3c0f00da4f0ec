// A password. The one that is set is never told; it stays unless another is typed or it is taken off.
import { useState } from 'preact/hooks';
import { controlProps, textOf, type WidgetProps } from './widget';

export function SecretWidget(props: WidgetProps) {
  const { id, field, value, onChange, context } = props;
  const [shown, setShown] = useState(false);
  const off = value === '';
  return (
    <div class="stack">
      <input
        {...controlProps(props)}
        type={shown ? 'text' : 'password'}
        value={textOf(value)}
        disabled={off}
        maxLength={field.schema.maxLength}
        placeholder={context.id === undefined ? 'None' : 'Unchanged'}
        autoComplete="new-password"
        onInput={(event) => onChange(event.currentTarget.value || undefined)}
      />
      <div class="ticks">
        <label class="tick">
          <input type="checkbox" checked={shown} onChange={() => setShown(!shown)} /> Show password
        </label>
        {context.id !== undefined && (
          <label class="tick" for={`${id}-off`}>
            <input id={`${id}-off`} type="checkbox" checked={off} onChange={() => onChange(off ? undefined : '')} />{' '}
            Remove password
          </label>
        )}
      </div>
    </div>
  );
}
