// Modal dialogs. The native `dialog` element traps the focus; Escape closes it.
import { signal } from '@preact/signals';
import { type ComponentChildren, Fragment } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button, type ButtonKind, IconButton } from './button';
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
        <IconButton icon="close" label={texts().close} onClick={() => onClose()} />
      </header>
      <div class="dialog-body">{children}</div>
      {footer && <footer>{footer}</footer>}
    </dialog>
  );
}

interface CancelAndSubmitProps {
  /** Id of the form. */
  readonly form: string;
  readonly label: string;
  readonly kind?: ButtonKind | undefined;
  readonly busy?: boolean;
  readonly onCancel: () => void;
}

/** The footer of a dialog with a form. */
export const CancelAndSubmit = ({ form, label, kind = 'primary', busy = false, onCancel }: CancelAndSubmitProps) => (
  <>
    <Button onClick={() => onCancel()}>{texts().cancel}</Button>
    <Button kind={kind} type="submit" form={form} busy={busy}>
      {label}
    </Button>
  </>
);

interface OpenDialog {
  readonly id: number;
  readonly close: () => void;
  readonly render: () => ComponentChildren;
}

const open = signal<readonly OpenDialog[]>([]);
let lastId = 0;

/** Opens a dialog above the others; resolves to undefined when it is closed without an answer. */
export const ask = <T = never>(render: (close: (answer?: T) => void) => ComponentChildren): Promise<T | undefined> =>
  new Promise((resolve) => {
    const id = ++lastId;
    const close = (answer?: T) => {
      open.value = open.value.filter((one) => one.id !== id);
      resolve(answer);
    };
    open.value = [...open.value, { id, close: () => close(), render: () => render(close) }];
  });

// The page below is another one. Registered before the router, which may ask whether to leave.
globalThis.addEventListener?.('popstate', () => {
  for (const { close } of open.value) close();
});

/** Renders the dialogs of `ask`; mounted once. */
export const Dialogs = () => (
  <>
    {open.value.map(({ id, render }) => (
      <Fragment key={id}>{render()}</Fragment>
    ))}
  </>
);

interface Confirmation {
  readonly title: string;
  readonly text: string;
  /** Label of the confirm button. */
  readonly action: string;
  readonly danger?: boolean;
}

/** Asks for confirmation; resolves to false when it is cancelled. */
export const confirmAction = async ({ title, text, action, danger = false }: Confirmation): Promise<boolean> => {
  const answer = await ask<true>((close) => (
    <Dialog
      title={title}
      size="small"
      onClose={close}
      footer={
        <>
          <Button onClick={() => close()}>{texts().cancel}</Button>
          <Button kind={danger ? 'danger' : 'primary'} onClick={() => close(true)}>
            {action}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  ));
  return answer === true;
};
