// Blocks of code: a button that copies them, and the languages of a request.
import { type Language, samples } from './samples.js';

export function button(label: string): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'small';
  made.textContent = label;
  return made;
}

/** Adds its bar above the code. */
function barOf(block: HTMLElement): HTMLElement {
  const bar = document.createElement('div');
  bar.className = 'code-bar';
  block.prepend(bar);
  return bar;
}

export function offerCopying(): void {
  for (const block of document.querySelectorAll<HTMLElement>('.code')) {
    const code = block.querySelector('code');
    // Browsers offer the clipboard to secure pages only.
    if (!code || !navigator.clipboard) continue;
    const copy = button('Copy');
    copy.classList.add('copy');
    copy.addEventListener('click', () => {
      navigator.clipboard.writeText(code.textContent ?? '').then(
        () => {
          copy.textContent = 'Copied';
        },
        () => undefined,
      );
    });
    copy.addEventListener('blur', () => {
      copy.textContent = 'Copy';
    });
    (block.querySelector('.code-bar') ?? barOf(block)).append(copy);
  }
}

const languages = Object.keys(samples) as readonly Language[];
let shown: Language = 'curl';
const followers: (() => void)[] = [];

/** Buttons that choose the language of all requests on the page; `show` is called after a choice. */
export function offerLanguages(block: HTMLElement, show: (language: Language) => void): void {
  const group = document.createElement('div');
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', 'Language');
  const buttons = languages.map((language) => {
    const choice = button(language);
    choice.addEventListener('click', () => {
      shown = language;
      for (const follow of followers) follow();
    });
    return choice;
  });
  const follow = () => {
    for (const choice of buttons) choice.setAttribute('aria-pressed', String(choice.textContent === shown));
    show(shown);
  };
  group.append(...buttons);
  barOf(block).append(group);
  followers.push(follow);
  follow();
}
