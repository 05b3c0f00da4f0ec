// State of a small form: submitting, errors by field, and focus on the first error.
import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { ApiError } from '../api/http';
import { inBackground } from './toast';

type Submitted = TargetedSubmitEvent<HTMLFormElement>;

export interface Sending {
  readonly busy: boolean;
  /** Error messages by field name. */
  readonly errors: Readonly<Record<string, string>>;
  /** Error message that belongs to no field. */
  readonly failure: string | undefined;
  readonly onSubmit: (event: Submitted) => void;
}

/** `send` gets the values by control name. */
export function useForm(
  send: (given: Readonly<Record<string, string>>, form: HTMLFormElement) => Promise<void>,
): Sending {
  const [state, setState] = useState<Omit<Sending, 'onSubmit'>>({ busy: false, errors: {}, failure: undefined });
  const onSubmit = async (event: Submitted) => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    setState({ busy: true, errors: {}, failure: undefined });
    try {
      await send(given, form);
      setState({ busy: false, errors: {}, failure: undefined });
    } catch (error) {
      const errors = error instanceof ApiError ? error.params : {};
      const shown = Object.keys(errors).filter((name) => form.elements.namedItem(name));
      const message = error instanceof Error ? error.message : String(error);
      setState({ busy: false, errors, failure: shown.length ? undefined : message });
      const [first] = shown;
      const control = first && form.elements.namedItem(first);
      if (control instanceof HTMLElement) control.focus();
    }
  };
  return { ...state, onSubmit: (event) => inBackground(onSubmit(event)) };
}
