// Toasts: short messages that disappear after 5 s, or 12 s if they have a button or report an error.
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { messageOf } from '../api/http';
import { IconButton } from './button';
import { texts } from './texts';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'done' | 'failed';
  readonly action?: { readonly label: string; readonly run: () => void };
}

const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

const dismiss = (id: number): void => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
};

/** Before new work whose result they would contradict. */
export const clearToasts = (): void => {
  toasts.value = [];
};

interface ToastOptions extends Partial<Pick<Toast, 'kind' | 'action'>> {
  /** Work of an undo button. */
  readonly undo?: (() => Promise<unknown>) | undefined;
}

export function toast(text: string, { kind = 'done', undo, ...options }: ToastOptions = {}): void {
  const id = ++lastId;
  const action = undo ? { label: texts().undo, run: () => inBackground(undo()) } : options.action;
  toasts.value = [...toasts.value.slice(-2), { id, text, kind, ...(action && { action }) }];
  setTimeout(() => dismiss(id), action || kind === 'failed' ? 12_000 : 5_000);
}

/** Shows an error message. */
export const toastFailure = (error: unknown): void => toast(messageOf(error), { kind: 'failed' });

/** For promises that are not awaited: shows the error if one fails. */
export const inBackground = (work: Promise<unknown>): void => {
  work.catch(toastFailure);
};

/** Renders the open toasts; mounted once. */
export function Toasts() {
  const box = useRef<HTMLDivElement>(null);
  const shown = toasts.value;
  useEffect(() => {
    // The top layer is ordered by time: show again to be above an open dialog.
    if (document.querySelector('dialog[open]')) box.current?.hidePopover();
    box.current?.showPopover();
  }, [shown]);
  return (
    <div ref={box} class="toasts" role="status" aria-live="polite" popover="manual">
      {shown.map(({ id, text, kind, action }) => (
        <div key={id} class={`toast ${kind}`}>
          <span>{text}</span>
          {action && (
            <button
              type="button"
              class="toast-action"
              onClick={() => {
                dismiss(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <IconButton icon="close" label={texts().dismiss} onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
