// A form field: label, control, error and help. The control takes its id and ARIA attributes from `describedBy`.
import type { ComponentChildren } from 'preact';
import { Icon } from './icon';
import { texts } from './texts';

interface Descriptions {
  readonly help?: string | undefined;
  readonly error?: string | undefined;
}

interface FieldProps extends Descriptions {
  /** Id of the control, or of the legend of a group. */
  readonly id: string;
  readonly label: string;
  readonly required?: boolean;
  /** Several controls with one legend. */
  readonly group?: boolean;
  /** Shown beside the label, such as the language. */
  readonly labelExtra?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** Id and ARIA attributes that connect a control with its label, error and help. */
export const describedBy = (id: string, { help, error }: Descriptions) => ({
  id,
  'aria-describedby': [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ') || undefined,
  'aria-invalid': error ? true : undefined,
});

export function Field({ id, label, help, error, required, group, labelExtra, children }: FieldProps) {
  const name = (
    <>
      {label}
      {required && (
        <span class="required" title={texts().required}>
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
          {labelExtra}
        </legend>
      ) : (
        <div class="field-head">
          <label class="label" for={id}>
            {name}
          </label>
          {labelExtra}
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
