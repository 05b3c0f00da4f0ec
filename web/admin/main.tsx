// Entry point of the admin console.
import { render } from 'preact';
import './style.css';
import './ui/controls.css';
import './ui/overlay.css';
import './shell/shell.css';
import './start-failure.css';
import { App } from './app';
import { languageFrom, loadLanguage } from './i18n/texts';
import { startPreferences } from './preferences/preferences';
import { startRouter } from './router';
import { startBrandColors } from './shell/brand';
import { startLanguage } from './shell/language';
import { startTheme } from './shell/theme';

function start(): void {
  startLanguage();
  startPreferences();
  startRouter();
  const root = document.getElementById('console');
  if (!root) return;
  render(<App />, root);
  // From here on the console shows its own errors: `guard.ts` does nothing more.
  root.dataset.started = '';
}

startTheme();
startBrandColors();
// Rendered in the language of the browser from the start. `guard.ts` shows the error if it cannot be loaded.
loadLanguage(languageFrom(navigator.languages)).then(start, reportError);
