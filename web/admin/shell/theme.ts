// Light or dark theme: the system's until the user chooses one, which is stored in the browser.
import { signal } from '@preact/signals';

export type Theme = 'light' | 'dark';

const key = 'almanac-theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

const chosen = (): Theme | undefined => {
  const stored = localStorage.getItem(key);
  return stored === 'light' || stored === 'dark' ? stored : undefined;
};

export const theme = signal<Theme>('light');

function apply(): void {
  const own = chosen();
  theme.value = own ?? (dark.matches ? 'dark' : 'light');
  if (own) document.documentElement.dataset.theme = own;
}

export function startTheme(): void {
  apply();
  dark.addEventListener('change', apply);
}

export function toggleTheme(): void {
  localStorage.setItem(key, theme.value === 'dark' ? 'light' : 'dark');
  apply();
}
