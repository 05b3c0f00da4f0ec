// The home page of the site with the changes that are not saved yet. The server renders it, as every page.
import { useState } from 'preact/hooks';
import type { FieldInfo } from '../api/contract';
import { sitePath } from '../api/paths';
import type { Values } from '../form/values';
import { theme as consoleTheme, type Theme } from '../shell/theme';
import { useSettled } from '../ui/settled';
import { texts } from './texts';

/** Sections that the home page shows. Their values are no secrets: they are part of a URL. */
const shownGroups: readonly (string | undefined)[] = ['site', 'branding', 'calendar', 'footer'];

interface Props {
  readonly fields: readonly FieldInfo[];
  readonly changes: Values;
  /** Changes after a save. */
  readonly version: number;
}

/** Beside the form, or folded above it. */
const isWide = (): boolean => matchMedia('(min-width: 75rem)').matches;

export function SitePreview({ fields, changes, version }: Props) {
  const [theme, setTheme] = useState<Theme>(consoleTheme.value);
  const [isOpen] = useState(isWide);
  const shown = fields.filter(({ name, input }) => name in changes && shownGroups.includes(input.group));
  const values = JSON.stringify(Object.fromEntries(shown.map(({ name }) => [name, changes[name]])));
  const query = new URLSearchParams({ values, theme, version: String(version) });
  const t = texts();
  return (
    <details class="site-preview section" open={isOpen}>
      <summary>
        <h2>{t.preview}</h2>
      </summary>
      <p class="help">{t.previewHelp}</p>
      <p class="preview-themes">
        {(['light', 'dark'] as const).map((one) => (
          <button
            key={one}
            type="button"
            class={`button ${one === theme ? 'primary' : 'plain'}`}
            aria-pressed={one === theme}
            onClick={() => setTheme(one)}
          >
            {t[one]}
          </button>
        ))}
      </p>
      <div class="preview-window">
        <iframe inert tabIndex={-1} title={t.preview} src={useSettled(`${sitePath}/preview/settings?${query}`)} />
      </div>
    </details>
  );
}
