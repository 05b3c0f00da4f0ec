// What is wrong with a form, in one place, with a way to each field.
import { useEffect, useRef } from 'preact/hooks';
import type { FieldInfo } from '../api/contract';
import type { Faults } from './use-form';

interface SummaryProps {
  readonly faults: Faults;
  readonly refused: string | undefined;
  readonly fields: readonly FieldInfo[];
  /** Goes to a field; its language is shown first. */
  readonly onGo: (key: string) => void;
}

export function FaultSummary({ faults, refused, fields, onGo }: SummaryProps) {
  const keys = Object.keys(faults);
  const went = useRef<string>();
  useEffect(() => {
    const first = keys[0];
    if (refused === undefined) went.current = undefined;
    else if (first !== undefined && went.current !== refused) {
      went.current = refused;
      onGo(first);
    }
  }, [refused, keys.join()]);
  if (refused === undefined) return null;
  const labelOf = (key: string) => fields.find(({ name }) => name === key.split('@')[0])?.label ?? key;
  return (
    <div class="summary" role="alert">
      <strong>
        {keys.length ? `Fix ${keys.length === 1 ? '1 error' : `${keys.length} errors`} to save` : refused}
      </strong>
      {keys.length > 0 && (
        <ul>
          {keys.map((key) => (
            <li key={key}>
              <button type="button" class="link" onClick={() => onGo(key)}>
                {labelOf(key)}
              </button>
              : {faults[key]}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
