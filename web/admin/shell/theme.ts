// Light or dark: as the system says, until somebody chooses; the choice is remembered.
import { signal } from '@preact/signals';

export type Theme = 'light' | 'dark';

const key = 'almanac-theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

const chosen = (): Theme | undefined => {
  const kept = localStorage.getItem(key);
  return kept === 'light' || kept === 'dark' ? kept : undefined;
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
