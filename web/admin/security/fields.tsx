// The fields of the forms of this folder.
import { useId } from 'preact/hooks';
import { describedBy, Field } from '../ui/field';
import { texts } from './texts';

interface FieldProps {
  readonly error?: string | undefined;
}

export function PasswordField({ error }: FieldProps) {
  const id = useId();
  return (
    <Field id={id} label={texts().password} error={error}>
      <input
        {...describedBy(id, { error })}
        type="password"
        name="current_password"
        autocomplete="current-password"
        required
      />
    </Field>
  );
}

interface CodeFieldProps extends FieldProps {
  readonly label?: string;
  readonly help?: string;
}

/** Text and not a number: recovery codes have letters. */
export function CodeField({ error, label = texts().code, help }: CodeFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} error={error} help={help}>
      <input
        {...describedBy(id, { error, help })}
        name="code"
        autocomplete="one-time-code"
        autocapitalize="none"
        spellcheck={false}
        maxLength={40}
        required
      />
    </Field>
  );
}
