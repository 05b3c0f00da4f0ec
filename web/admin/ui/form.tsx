// Small forms: a table of fields, submitting, errors by field, and focus on the first error.
import type { ComponentChildren, JSX, TargetedSubmitEvent } from 'preact';
import { useId, useState } from 'preact/hooks';
import { ApiError, messageOf } from '../api/http';
import { Button, type ButtonKind } from './button';
import { type Choice, Choices } from './choices';
import { CancelAndSubmit, Dialog } from './dialog';
import { describedBy, Field } from './field';
import { texts } from './texts';
import { inBackground } from './toast';

type Submitted = TargetedSubmitEvent<HTMLFormElement>;
export type Entered = Readonly<Record<string, string>>;
type Send = (given: Entered, form: HTMLFormElement) => Promise<void>;

type Attributes = Pick<
  JSX.InputHTMLAttributes,
  'autocomplete' | 'autocapitalize' | 'max' | 'maxLength' | 'min' | 'minLength' | 'required' | 'spellcheck'
>;

type GroupType = 'radio' | 'checks';

/** One field of a small form. */
export interface FormItem extends Attributes {
  readonly name: string;
  readonly label?: string;
  readonly help?: string | undefined;
  /** `lines` is a text area; `radio` and `checks` are groups of `options`; a `check` has its label beside it. */
  readonly type?:
    | 'text'
    | 'email'
    | 'password'
    | 'url'
    | 'number'
    | 'hidden'
    | 'lines'
    | 'select'
    | GroupType
    | 'check';
  readonly options?: readonly Choice[];
  readonly value?: string | readonly string[];
  /** Marks a required field; not in forms where every field is required. */
  readonly marked?: true;
  /** A password that the user chooses now: it can be shown. */
  readonly showable?: true;
  readonly onChange?: (value: string) => void;
}

export interface Sending {
  readonly busy: boolean;
  /** Error messages by field name. */
  readonly errors: Readonly<Record<string, string>>;
  /** Error message that belongs to no field. */
  readonly failure: string | undefined;
  readonly onSubmit: (event: Submitted) => void;
}

const idle = { busy: false, errors: {}, failure: undefined };

/** An error that the form itself finds. */
export const fieldError = (name: string, message: string): ApiError =>
  new ApiError('', 400, '', { [name]: message }, undefined, true);

/** A blank may be a password. */
const isSecret = ({ autocomplete, type }: HTMLInputElement | HTMLTextAreaElement): boolean =>
  type === 'password' || autocomplete === 'new-password';

function refuseEmpty(form: HTMLFormElement): void {
  const controls = form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[required]');
  const missing = [...controls].filter((control) => (isSecret(control) ? control.value : control.value.trim()) === '');
  const errors = Object.fromEntries(missing.map(({ name }) => [name, texts().required]));
  if (missing.length) throw new ApiError('', 400, '', errors, undefined, true);
}

/** `send` gets the values by control name. */
export function useForm(send: Send): Sending {
  const [state, setState] = useState<Omit<Sending, 'onSubmit'>>(idle);
  const onSubmit = async (event: Submitted) => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    setState({ ...idle, busy: true });
    try {
      refuseEmpty(form);
      await send(given, form);
      setState(idle);
    } catch (error) {
      const errors = error instanceof ApiError ? error.params : {};
      const shown = Object.keys(errors).filter((name) => form.elements.namedItem(name));
      setState({ busy: false, errors, failure: shown.length ? undefined : messageOf(error) });
      const [first] = shown;
      const control = first && form.elements.namedItem(first);
      if (control instanceof HTMLElement) control.focus();
    }
  };
  return { ...state, onSubmit: (event) => inBackground(onSubmit(event)) };
}

const isGroup = ({ type }: FormItem): boolean => type === 'radio' || type === 'checks';

function Item({ item, error }: { readonly item: FormItem; readonly error: string | undefined }) {
  const id = useId();
  const {
    name,
    label = '',
    help,
    type = 'text',
    options = [],
    value = '',
    marked,
    showable,
    onChange,
    ...attributes
  } = item;
  const control = { ...describedBy(id, { error, help }), ...attributes, name };
  if (type === 'hidden') return <input type="hidden" {...attributes} name={name} value={String(value)} />;
  if (type === 'check')
    return (
      <p>
        <label>
          <input type="checkbox" name={name} /> {label}
        </label>
      </p>
    );
  return (
    <Field id={id} label={label} help={help} error={error} required={marked ?? false} group={isGroup(item)}>
      {isGroup(item) ? (
        <Choices {...{ name, options }} type={type === 'radio' ? 'radio' : 'checkbox'} chosen={[value].flat()} />
      ) : type === 'lines' ? (
        <textarea {...control} rows={4} defaultValue={String(value)} />
      ) : type === 'select' ? (
        <select {...control} onChange={({ currentTarget }) => onChange?.(currentTarget.value)}>
          {options.map((one) => (
            <option key={one.value} value={one.value} lang={one.lang} selected={one.value === value}>
              {one.label}
            </option>
          ))}
        </select>
      ) : showable ? (
        <NewPassword control={control} />
      ) : (
        <input
          {...control}
          type={type}
          defaultValue={String(value)}
          onInput={({ currentTarget }) => onChange?.(currentTarget.value)}
        />
      )}
    </Field>
  );
}

function NewPassword({ control }: { readonly control: JSX.InputHTMLAttributes }) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <input {...control} type={isShown ? 'text' : 'password'} spellcheck={false} autocapitalize="none" />
      <label class="tick show-password">
        <input type="checkbox" checked={isShown} onChange={() => setShown(!isShown)} /> {texts().showPassword}
      </label>
    </>
  );
}

export const FormItems = ({ items, errors }: Pick<Sending, 'errors'> & { readonly items: readonly FormItem[] }) => (
  <>
    {items.map((item) => (
      <Item key={item.name} item={item} error={errors[item.name]} />
    ))}
  </>
);

interface FormProps {
  readonly items: readonly FormItem[];
  /** Label of the button. */
  readonly submit: string;
  readonly kind?: ButtonKind;
  readonly send: Send;
  /** Shown above the fields. */
  readonly children?: ComponentChildren;
}

/** The message has its place before there is one, so that screen readers notice it. */
const FormFailure = ({ text }: { readonly text: string | undefined }) => (
  <p class="failure-text" role="alert">
    {text}
  </p>
);

export function Form({ items, submit, kind = 'primary', send, children, class: name }: FormProps & { class?: string }) {
  const { busy, errors, failure, onSubmit } = useForm(send);
  return (
    <form noValidate class={name} onSubmit={onSubmit}>
      {children}
      <FormItems items={items} errors={errors} />
      <FormFailure text={failure} />
      <Button kind={kind} type="submit" busy={busy}>
        {submit}
      </Button>
    </form>
  );
}

export interface FormDialogProps extends FormProps {
  readonly title: string;
  readonly size?: 'small' | 'medium';
  readonly onClose: () => void;
}

export function FormDialog({ title, size = 'small', items, submit, kind, send, children, onClose }: FormDialogProps) {
  const id = useId();
  const { busy, errors, failure, onSubmit } = useForm(send);
  return (
    <Dialog
      title={title}
      size={size}
      onClose={onClose}
      footer={<CancelAndSubmit form={id} busy={busy} kind={kind} label={submit} onCancel={onClose} />}
    >
      <form id={id} noValidate onSubmit={onSubmit}>
        {children}
        <FormItems items={items} errors={errors} />
        <FormFailure text={failure} />
      </form>
    </Dialog>
  );
}
