// The frame of a field: its label, what it is for, and what is wrong with it. The control inside takes `id` and
// `aria-describedby` from `describing`.
import type { ComponentChildren } from 'preact';
import { Icon } from './icon';

interface Said {
  readonly about?: string | undefined;
  readonly error?: string | undefined;
}

interface FieldProps extends Said {
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
export const describing = (id: string, { about, error }: Said) => ({
  id,
  'aria-describedby': [error && `${id}-error`, about && `${id}-about`].filter(Boolean).join(' ') || undefined,
  'aria-invalid': error ? true : undefined,
});

export function Field({ id, label, about, error, required, group, aside, children }: FieldProps) {
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
      {about && (
        <p class="about" id={`${id}-about`}>
          {about}
        </p>
      )}
    </Frame>
  );
}
