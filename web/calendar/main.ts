// Scripts of the public pages. Everything can be read and filtered without them.
import './style.css';
import { offerBack } from './back.js';
import { offerMaps } from './map.js';
import { showOwnTimes } from './own-time.js';
import { offerSharing } from './share.js';

const root = document.documentElement;

showOwnTimes(root);
offerTheme();
offerBack();
offerNearMe();
offerSharing();
offerMaps();
prepareSubmission();
document.querySelectorAll<HTMLDetailsElement>('details.panel').forEach(closePanel);
if (root.dataset.embed !== undefined && parent !== window) reportHeight();

/** Toggles light and dark, and stores the choice for the next page. */
function offerTheme(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-theme-toggle]');
  if (!button) return;
  button.hidden = false;
  button.addEventListener('click', () => {
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    const shown = root.dataset.theme ?? (dark ? 'dark' : 'light');
    root.dataset.theme = shown === 'dark' ? 'light' : 'dark';
    try {
      localStorage.setItem('theme', root.dataset.theme);
    } catch {
      // Storage is blocked: the choice lasts for this page only.
    }
  });
}

/** The code of the form is loaded on its page only. */
function prepareSubmission(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-proof-bits]');
  if (!form) return;
  // Without it the form still works.
  import('./submit.js')
    .then(({ focusFields, hideTimes, proveWork }) => {
      focusFields();
      hideTimes(form);
      proveWork(form);
    })
    .catch(() => undefined);
}

/** Closes a menu or the filter panel on Escape, and on clicks outside if it covers the page. */
function closePanel(panel: HTMLDetailsElement): void {
  panel.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !panel.open) return;
    panel.open = false;
    panel.querySelector('summary')?.focus();
  });
  document.addEventListener('click', ({ target }) => {
    const body = panel.querySelector('.panel-body');
    if (!panel.open || !body || getComputedStyle(body).position !== 'absolute') return;
    if (target instanceof Node && !panel.contains(target)) panel.open = false;
  });
}

/** Sends the form with the device's position, rounded to about a kilometre. */
function offerNearMe(): void {
  const form = document.querySelector<HTMLFormElement>('[data-near-me]');
  const near = form?.querySelector<HTMLInputElement>('[name=near]');
  const note = form?.querySelector<HTMLElement>('[role=status]');
  if (!form || !near || !note || !('geolocation' in navigator)) return;
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    if (near.value) return;
    event.preventDefault();
    note.textContent = note.dataset.locating ?? '';
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        near.value = `${coords.latitude.toFixed(2)},${coords.longitude.toFixed(2)}`;
        form.submit();
      },
      () => {
        note.textContent = note.dataset.failed ?? '';
      },
      { maximumAge: 600_000, timeout: 15_000 },
    );
  });
}

/** Reports the height of the content, so that the host page can fit the iframe. The height is not confidential. WordPress names its
 * iframe by a secret in the fragment, and opens links by itself: its sandbox forbids that to us. */
function reportHeight(): void {
  const secret = /[?&]secret=(\w+)/.exec(location.hash)?.[1];
  const sendToWordPress = (message: string, value: string | number) =>
    secret !== undefined && parent.postMessage({ message, value, secret }, '*');
  const report = () => {
    const height = Math.ceil(root.getBoundingClientRect().height);
    parent.postMessage({ almanac: 'height', height }, '*');
    sendToWordPress('height', height);
  };
  new ResizeObserver(report).observe(document.body);
  report();
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]');
    if (!link || secret === undefined) return;
    // Another month in the same frame, which WordPress still knows by the fragment.
    if (link.target === '_self') link.hash = location.hash;
    else {
      event.preventDefault();
      sendToWordPress('link', link.href);
    }
  });
}
