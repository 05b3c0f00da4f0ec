// Fields of users that several forms have.
import { useId } from 'preact/hooks';
import { languageCodes, languages } from '../../../src/core/languages.js';
import { describedBy, Field } from '../ui/field';
import { texts } from './texts';

interface TextFieldProps {
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly help?: string;
  readonly type?: 'text' | 'email' | 'password';
  readonly value?: string;
  readonly autocomplete?: 'off' | 'email' | 'name' | 'username' | 'new-password' | 'current-password';
  readonly maxLength?: number;
  readonly required?: boolean;
  /** Marks a required field; not in forms where every field is required. */
  readonly marked?: boolean;
}

export function TextField(props: TextFieldProps) {
  const { name, label, error, help, type = 'text', value = '', autocomplete, maxLength, required, marked } = props;
  const id = useId();
  return (
    <Field id={id} label={label} error={error} help={help} {...(marked && { required: true })}>
      <input
        {...describedBy(id, { error, help })}
        type={type}
        name={name}
        defaultValue={value}
        {...(autocomplete && { autocomplete })}
        {...(maxLength && { maxLength })}
        required={required === true}
      />
    </Field>
  );
}

interface RoleFieldProps {
  readonly roles: readonly string[];
  readonly error: string | undefined;
}

export function RoleField({ roles, error }: RoleFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={texts().role} error={error} group>
      <div class="choices">
        {roles.map((role) => (
          <label key={role}>
            <input type="radio" name="role" value={role} defaultChecked={role === 'editor'} required />
            <span>
              <strong>{texts().roles[role] ?? role}</strong>
              <span class="quiet-text"> {texts().roleDescriptions[role]}</span>
            </span>
          </label>
        ))}
      </div>
    </Field>
  );
}

export function LanguageField({ value, error }: { readonly value: string; readonly error: string | undefined }) {
  const id = useId();
  return (
    <Field id={id} label={texts().language} error={error}>
      <select {...describedBy(id, { error })} name="language" defaultValue={value}>
        <option value="" selected={value === ''}>
          {texts().browserLanguage}
        </option>
        {languageCodes.map((code) => (
          <option key={code} value={code} lang={code} selected={value === code}>
            {languages[code]}
          </option>
        ))}
      </select>
    </Field>
  );
}
