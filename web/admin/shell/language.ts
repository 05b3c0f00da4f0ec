// Sets the language of the console: that of the user's account, else that of the browser.
import { effect } from '@preact/signals';
import { session } from '../api/session';
import { language, languageFrom } from '../i18n/texts';

export function startLanguage(): void {
  effect(() => {
    const { language: own = '' } = (session.value ?? {}) as { readonly language?: string };
    language.value = languageFrom([own, ...navigator.languages]);
    document.documentElement.lang = language.value;
  });
}
