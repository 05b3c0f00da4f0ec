// Modal dialogs. The native `dialog` element traps the focus; Escape closes it.
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button, IconButton } from './button';
import { texts } from './texts';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly size?: 'small' | 'medium' | 'large';
  readonly children?: ComponentChildren;
  /** Buttons at the bottom. */
  readonly footer?: ComponentChildren;
}

/** The first control after the close button. */
const firstControl = ':is(.dialog-body, footer) :is(input, select, textarea, button, a)';

export function Dialog({ title, onClose, size = 'medium', children, footer }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // A layout effect: it runs before effects of the children, which may move the focus.
  useLayoutEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>(firstControl)?.focus();
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
        // The owner decides whether it closes. A file input inside also fires `cancel`.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        <h2 id={heading}>{title}</h2>
        <IconButton icon="close" label={texts().close} onClick={onClose} />
      </header>
      <div class="dialog-body">{children}</div>
      {footer && <footer>{footer}</footer>}
    </dialog>
  );
}

interface Confirmation {
  readonly title: string;
  readonly text: string;
  /** Label of the confirm button. */
  readonly action: string;
  readonly danger?: boolean;
}

const pending = signal<(Confirmation & { readonly close: (confirmed: boolean) => void }) | undefined>(undefined);

/** Asks for confirmation; resolves to false when it is cancelled. */
export const confirmAction = (confirmation: Confirmation): Promise<boolean> =>
  new Promise((resolve) => {
    const close = (confirmed: boolean) => {
      pending.value = undefined;
      resolve(confirmed);
    };
    pending.value = { ...confirmation, close };
  });

/** Renders the open confirmation; mounted once. */
export function ConfirmDialog() {
  if (!pending.value) return null;
  const { title, text, action, danger = false, close } = pending.value;
  return (
    <Dialog
      title={title}
      size="small"
      onClose={() => close(false)}
      footer={
        <>
          <Button onClick={() => close(false)}>{texts().cancel}</Button>
          <Button kind={danger ? 'danger' : 'primary'} onClick={() => close(true)}>
            {action}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
