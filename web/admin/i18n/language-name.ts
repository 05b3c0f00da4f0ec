// Names of languages.
import { language } from './texts';

/** In the language of the console, or in another one; undefined if there is no name. */
export function knownLanguage(code: string, shownIn: string = language.value): string | undefined {
  try {
    return new Intl.DisplayNames([shownIn], { type: 'language', fallback: 'none' }).of(code);
  } catch {
    return undefined;
  }
}
