// The language attribute of the page follows the language of the console, for screen readers and hyphenation.
import { effect } from '@preact/signals';
import { language } from '../i18n/texts';

export const startLanguage = (): void => {
  effect(() => {
    document.documentElement.lang = language.value;
  });
};
