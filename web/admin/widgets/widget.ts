// Props of every widget: the field, its value and the surrounding form.
import type { ComponentType } from 'preact';
import type { FieldInfo, ResourceInfo } from '../api/contract';
import { describedBy } from '../ui/field';

export interface WidgetContext {
  readonly resource: ResourceInfo;
  readonly id?: number | undefined;
  /** Empty on a site without languages. */
  readonly language: string;
  /** Values of the other fields, in this language. */
  readonly values: Readonly<Record<string, unknown>>;
  /** As it is stored. */
  readonly record?: Readonly<Record<string, unknown>> | undefined;
  /** The form as the server would save it. */
  readonly preview?: Preview | undefined;
  /** Runs an upload that a save waits for; it throws when it fails. */
  readonly upload: (work: () => Promise<void>) => Promise<void>;
  /** Sets other fields of the form. Absent outside a form of a record. */
  readonly enter?: (values: Readonly<Record<string, unknown>>) => void;
  /** False where only existing records can be chosen. */
  readonly creates?: boolean;
  /** Text in another language that visitors see while this field is empty. */
  readonly fallback: (field: FieldInfo) => string;
}

export interface Preview {
  readonly record: Readonly<Record<string, unknown>>;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface WidgetProps {
  readonly field: FieldInfo;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly error?: string | undefined;
  /** Id of the control that the label belongs to. */
  readonly id: string;
  readonly context: WidgetContext;
}

export type Widget = ComponentType<WidgetProps>;

export const inputText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Id and ARIA attributes of the control. */
export const controlProps = ({ id, field, error }: WidgetProps) => ({
  ...describedBy(id, { help: field.help, error }),
  'aria-required': field.required || undefined,
});
