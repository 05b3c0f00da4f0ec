// What every widget is handed: one field, its value, and what is known around it.
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
  /** What the server would make of the form as it stands: the answer, and the same as a form. */
  readonly preview?: Preview | undefined;
  /** What readers see while this field is empty. */
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
  /** Of the control that the label names. */
  readonly id: string;
  readonly context: WidgetContext;
}

export type Widget = ComponentType<WidgetProps>;

export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** What ties a control to its frame, for those who hear it. */
export const controlProps = ({ id, field, error }: WidgetProps) => ({
  ...describedBy(id, { help: field.help, error }),
  'aria-required': field.required || undefined,
});
