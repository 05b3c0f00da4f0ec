// A field of the API document as a field of a small form.
import { choicesOf, type FieldInfo } from '../api/contract';
import type { FormItem } from './form';

export function formItem(field: FieldInfo, value: unknown = field.input.suggested ?? ''): FormItem {
  const { name, label, help, required, schema, input } = field;
  const shared = { name, label, help, value: String(value) };
  if (input.widget === 'choice')
    return { ...shared, type: input.descriptions ? 'radio' : 'select', options: choicesOf(field) };
  const type = input.widget === 'email' ? 'email' : 'text';
  return { ...shared, type, maxLength: schema.maxLength, ...(required && { required, marked: true }) };
}
