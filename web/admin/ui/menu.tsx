// A menu button (ARIA menu pattern).
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from './icon';

export interface MenuItem {
  readonly label: string;
  readonly icon?: IconName;
  readonly danger?: boolean;
  readonly onSelect: () => void;
}

interface MenuProps {
  readonly label: string;
  readonly icon?: IconName;
  /** Shows the icon only; screen readers get the label. */
  readonly iconOnly?: boolean;
  readonly items: readonly MenuItem[];
  readonly disabled?: boolean;
}

export function Menu({ label, icon = 'more', iconOnly = false, items, disabled }: MenuProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const entries = () => [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];

  useEffect(() => {
    if (!open) return;
    entries()[0]?.focus();
    const outside = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const keyed = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.findIndex((entry) => entry.matches(':focus'));
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => all[(at + 1) % all.length]?.focus(),
      ArrowUp: () => all.at(at - 1)?.focus(),
      Home: () => all[0]?.focus(),
      End: () => all.at(-1)?.focus(),
      Escape: close,
      Tab: () => setOpen(false),
    };
    const step = steps[event.key];
    if (!step) return;
    if (event.key !== 'Tab') event.preventDefault();
    event.stopPropagation();
    step();
  };
  return (
    <div class="menu" ref={box}>
      <button
        ref={button}
        type="button"
        class={iconOnly ? 'icon-button' : 'button plain'}
        disabled={disabled}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={iconOnly ? label : undefined}
        title={iconOnly ? label : undefined}
        onClick={() => setOpen(!open)}
      >
        {iconOnly ? <Icon name={icon} /> : label}
        {!iconOnly && <Icon name="down" size={14} />}
      </button>
      {open && (
        <div class="menu-items" role="menu" id={id} aria-label={label} tabIndex={-1} onKeyDown={keyed}>
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              class={item.danger ? 'danger' : undefined}
              onClick={() => {
                close();
                item.onSelect();
              }}
            >
              {item.icon && <Icon name={item.icon} />}
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
