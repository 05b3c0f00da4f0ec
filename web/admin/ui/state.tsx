// Placeholders for content: empty, loading, failed.
import type { ComponentChildren } from 'preact';
import { messageOf } from '../api/http';
import { Button } from './button';
import { Icon, type IconName } from './icon';
import type { Loaded } from './load';
import { texts } from './texts';

interface EmptyProps {
  readonly icon?: IconName;
  readonly title: string;
  readonly text?: string | undefined;
  /** Buttons. */
  readonly children?: ComponentChildren;
}

export const Empty = ({ icon = 'archive', title, text, children }: EmptyProps) => (
  <div class="state">
    <Icon name={icon} size={36} />
    <h2>{title}</h2>
    {text && <p>{text}</p>}
    {children}
  </div>
);

/** Skeleton lines. */
export const Loading = ({
  label = texts().loading,
  lines = 6,
}: {
  readonly label?: string;
  readonly lines?: number;
}) => (
  <div class="skeleton" role="status" aria-label={label}>
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} />
    ))}
  </div>
);

interface LoadedViewProps<T> {
  readonly of: Loaded<T>;
  readonly label?: string;
  readonly lines?: number;
  readonly children: (value: T) => ComponentChildren;
}

/** The value, or why it is not there. */
export function LoadedView<T>({ of: { value, error, reload }, children, ...loading }: LoadedViewProps<T>) {
  if (error !== undefined) return <Failure error={error} retry={reload} />;
  return value === undefined ? <Loading {...loading} /> : children(value);
}

interface FailureProps {
  readonly error: unknown;
  readonly retry?: () => void;
}

export const Failure = ({ error, retry }: FailureProps) => (
  <div class="state failure" role="alert">
    <Icon name="warning" size={36} />
    <h2>{texts().failed}</h2>
    <p>{messageOf(error)}</p>
    {retry && (
      <Button icon="restore" onClick={retry}>
        {texts().retry}
      </Button>
    )}
  </div>
);
