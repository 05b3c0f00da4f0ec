// Buttons, and links that look like buttons.
import type { ComponentChildren, JSX } from 'preact';
import { Icon, type IconName } from './icon';

export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger';

interface Look {
  readonly kind?: ButtonKind;
  readonly icon?: IconName | undefined;
  readonly children?: ComponentChildren;
}

type ButtonProps = Look & { readonly busy?: boolean } & Omit<JSX.ButtonHTMLAttributes, 'icon'>;

export const Button = ({ kind = 'plain', icon, busy = false, children, type = 'button', ...rest }: ButtonProps) => (
  <button {...rest} type={type} class={`button ${kind}`} aria-busy={busy} disabled={rest.disabled || busy}>
    {icon && <Icon name={icon} />}
    {children}
  </button>
);

type LinkProps = Look & { readonly href: string } & Omit<JSX.AnchorHTMLAttributes, 'icon'>;

export const ButtonLink = ({ kind = 'plain', icon, children, ...rest }: LinkProps) => (
  <a {...rest} class={`button ${kind}`}>
    {icon && <Icon name={icon} />}
    {children}
  </a>
);

type IconButtonProps = { readonly icon: IconName; readonly label: string } & Omit<JSX.ButtonHTMLAttributes, 'icon'>;

export const IconButton = ({ icon, label, ...rest }: IconButtonProps) => (
  <button type="button" {...rest} class={`icon-button ${rest.class ?? ''}`} aria-label={label} title={label}>
    <Icon name={icon} />
  </button>
);
