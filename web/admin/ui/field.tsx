// The frame of a field: its label, what it is for, and what is wrong with it. The control inside takes `id` and
// `aria-describedby` from `describedBy`.
import type { ComponentChildren } from 'preact';
import { Icon } from './icon';

interface Descriptions {
  readonly help?: string | undefined;
  readonly error?: string | undefined;
}

interface FieldProps extends Descriptions {
  /** Id of the control; of the group's label when there are several controls. */
  readonly id: string;
  readonly label: string;
  readonly required?: boolean;
  /** Several controls under one label. */
  readonly group?: boolean;
  /** Beside the label, such as the language or a count. */
  readonly aside?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** The attributes that tie a control to its frame. */
export const describedBy = (id: string, { help, error }: Descriptions) => ({
  id,
  'aria-describedby': [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ') || undefined,
  'aria-invalid': error ? true : undefined,
});

export function Field({ id, label, help, error, required, group, aside, children }: FieldProps) {
  const name = (
    <>
      {label}
      {required && (
        <span class="required" title="Required">
          {' '}
          *
        </span>
      )}
    </>
  );
  const Frame = group ? 'fieldset' : 'div';
  return (
    <Frame class={`field${error ? ' wrong' : ''}`}>
      {group ? (
        <legend class="label" id={id}>
          {name}
          {aside}
        </legend>
      ) : (
        <div class="field-head">
          <label class="label" for={id}>
            {name}
          </label>
          {aside}
        </div>
      )}
      {children}
      {error && (
        <p class="error" id={`${id}-error`}>
          <Icon name="warning" size={15} /> {error}
        </p>
      )}
      {help && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </Frame>
  );
}
