// A small form: sending, what was refused, and beside which field it is told.
import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { ApiError } from '../api/http';
import { inBackground } from './toast';

type Submitted = TargetedSubmitEvent<HTMLFormElement>;

export interface Sending {
  readonly busy: boolean;
  /** What is wrong with which field. */
  readonly errors: Readonly<Record<string, string>>;
  /** What is wrong with none in particular. */
  readonly failure: string | undefined;
  readonly onSubmit: (event: Submitted) => void;
}

/** `send` is given the texts by the names of their controls. */
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
      const beside = Object.keys(errors).filter((name) => form.elements.namedItem(name));
      const message = error instanceof Error ? error.message : String(error);
      setState({ busy: false, errors, failure: beside.length ? undefined : message });
      const [first] = beside;
      const control = first && form.elements.namedItem(first);
      if (control instanceof HTMLElement) control.focus();
    }
  };
  return { ...state, onSubmit: (event) => inBackground(onSubmit(event)) };
}
