// The fields of the forms of this folder.
import { type Entered, type FormItem, fieldError } from '../ui/form';
import { texts } from './texts';

export const passwordItem = (): FormItem => ({
  name: 'current_password',
  type: 'password',
  label: texts().password,
  autocomplete: 'current-password',
  required: true,
});

/** Text and not a number: recovery codes have letters. */
export const codeItem = (more: Partial<FormItem> = { help: texts().codeHelp }): FormItem => ({
  name: 'code',
  label: texts().code,
  autocomplete: 'one-time-code',
  autocapitalize: 'none',
  spellcheck: false,
  maxLength: 40,
  required: true,
  ...more,
});

/** A new password, twice, and whether other secrets are revoked as well. */
export const newPasswordItems = (revokes: boolean): readonly FormItem[] => [
  {
    name: 'password',
    type: 'password',
    label: texts().newPassword,
    help: texts().minLength,
    autocomplete: 'new-password',
    required: true,
    showable: true,
  },
  { name: 'again', type: 'password', label: texts().confirmPassword, autocomplete: 'new-password', required: true },
  ...(revokes ? [{ name: 'revoke', type: 'check', label: texts().revokeAll } as const] : []),
];

/** The values of these fields, if both passwords are the same. */
export function newPasswordIn({ password = '', again, revoke }: Entered) {
  if (again !== password) throw fieldError('again', texts().noMatch);
  return { password, revoke: revoke !== undefined };
}
