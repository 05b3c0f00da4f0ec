// Entry point of the admin console.
import { effect } from '@preact/signals';
import { render } from 'preact';
import './style.css';
import './ui/controls.css';
import './ui/overlay.css';
import './shell/shell.css';
import './start-failure.css';
import { App } from './app';
import { language } from './i18n/texts';
import { startRouter } from './router';
import { startTheme } from './shell/theme';

startTheme();
effect(() => {
  document.documentElement.lang = language.value;
});
startRouter();
const root = document.getElementById('console');
if (root) {
  render(<App />, root);
  // From here on the console shows its own errors: `guard.ts` does nothing more.
  root.dataset.started = '';
}
