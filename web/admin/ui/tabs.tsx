// Tabs (ARIA tabs pattern), with arrow keys.
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon';

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly count?: number | undefined;
  readonly sign?: {
    readonly kind: 'wrong' | 'unsaved';
    readonly icon: IconName;
    /** Text for screen readers. */
    readonly label: string;
  };
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly current: string;
  readonly onChange: (id: string) => void;
  /** Id of the tab panel. */
  readonly panel: string;
}

export function Tabs({ label, tabs, current, onChange, panel }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const keyed = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = tabs.findIndex(({ id }) => id === current);
    const next = (at + step + tabs.length) % tabs.length;
    onChange(tabs[next]?.id ?? current);
    const tab = list.current?.children[next];
    if (tab instanceof HTMLElement) tab.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={keyed}>
      {tabs.map(({ id, label: text, count, sign }) => (
        <button
          key={id}
          id={`${panel}-tab-${id}`}
          type="button"
          role="tab"
          aria-selected={id === current}
          aria-controls={panel}
          tabIndex={id === current ? 0 : -1}
          onClick={() => onChange(id)}
        >
          {text}
          {count !== undefined && <span class="count">{count}</span>}
          {sign && (
            <span class={`sign ${sign.kind}`} title={sign.label}>
              <Icon name={sign.icon} size={14} />
              <span class="unseen">{sign.label}</span>
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

interface PanelProps {
  readonly id: string;
  /** Id of the selected tab; undefined if there are no tabs. */
  readonly current: string | undefined;
  readonly children?: ComponentChildren;
}

export const TabPanel = ({ id, current, children }: PanelProps) =>
  current === undefined ? (
    <div>{children}</div>
  ) : (
    <div id={id} role="tabpanel" aria-labelledby={`${id}-tab-${current}`}>
      {children}
    </div>
  );
