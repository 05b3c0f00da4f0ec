// Dialogs over the page. The browser keeps the focus inside and gives it back; Escape closes.
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button, IconButton } from './button';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly size?: 'small' | 'medium' | 'large';
  readonly children?: ComponentChildren;
  /** The buttons below. */
  readonly footer?: ComponentChildren;
}

/** Not the button that closes. */
const first = ':is(.dialog-body, footer) :is(input, select, textarea, button, a)';

export function Dialog({ title, onClose, size = 'medium', children, footer }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Before the effects of what is inside, which may want the focus.
  useLayoutEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>(first)?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`dialog ${size}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        // Whether it closes is for the owner to say. A picker of files inside says “cancel”, too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        <h2 id={heading}>{title}</h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </header>
      <div class="dialog-body">{children}</div>
      {footer && <footer>{footer}</footer>}
    </dialog>
  );
}

interface Confirmation {
  readonly title: string;
  readonly text: string;
  /** What the button says that goes on. */
  readonly action: string;
  readonly danger?: boolean;
}

const pending = signal<(Confirmation & { readonly answer: (yes: boolean) => void }) | undefined>(undefined);

/** Asks before something that is hard to undo. */
export const confirmAction = (confirmation: Confirmation): Promise<boolean> =>
  new Promise((resolve) => {
    const answer = (yes: boolean) => {
      pending.value = undefined;
      resolve(yes);
    };
    pending.value = { ...confirmation, answer };
  });

/** Where questions appear; once per page. */
export function ConfirmDialog() {
  if (!pending.value) return null;
  const { title, text, action, danger = false, answer } = pending.value;
  return (
    <Dialog
      title={title}
      size="small"
      onClose={() => answer(false)}
      footer={
        <>
          <Button onClick={() => answer(false)}>Cancel</Button>
          <Button kind={danger ? 'danger' : 'primary'} onClick={() => answer(true)}>
            {action}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
