// The errors of a form at its top, with a link to each field.
import { useEffect, useRef } from 'preact/hooks';
import type { FieldInfo } from '../api/contract';
import { texts } from './texts';
import type { FieldErrors } from './use-form';

interface SummaryProps {
  readonly errors: FieldErrors;
  readonly formError: string | undefined;
  readonly fields: readonly FieldInfo[];
  /** Focuses a field, after switching to its language. */
  readonly onFocus: (key: string) => void;
}

export function ErrorSummary({ errors, formError, fields, onFocus }: SummaryProps) {
  const keys = Object.keys(errors);
  const focusedFor = useRef<string>();
  useEffect(() => {
    const first = keys[0];
    if (formError === undefined) focusedFor.current = undefined;
    else if (first !== undefined && focusedFor.current !== formError) {
      focusedFor.current = formError;
      onFocus(first);
    }
  }, [formError, keys.join()]);
  if (formError === undefined) return null;
  const labelOf = (key: string) => fields.find(({ name }) => name === key.split('@')[0])?.label ?? key;
  return (
    <div class="summary" role="alert">
      <strong>{keys.length ? texts().fixErrors(keys.length) : formError}</strong>
      {keys.length > 0 && (
        <ul>
          {keys.map((key) => (
            <li key={key}>
              <button type="button" class="link" onClick={() => onFocus(key)}>
                {labelOf(key)}
              </button>
              : {errors[key]}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
