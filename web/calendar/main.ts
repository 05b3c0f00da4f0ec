// What the public pages do where scripts run: nothing that reading them needs.
import './style.css';
import { showOwnTimes } from './own-time.js';

const root = document.documentElement;

showOwnTimes(root);
offerTheme();
offerNearMe();
closePanels();
if (root.dataset.embed !== undefined && parent !== window) tellHeight();

/** From what is shown to the other, remembered for the next page. */
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
      // Then it holds for this page only.
    }
  });
}

/** The filters fold up again with the Escape key, or when something else is clicked. */
function closePanels(): void {
  const panel = document.querySelector<HTMLDetailsElement>('.panel');
  panel?.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    panel.open = false;
    panel.querySelector('summary')?.focus();
  });
  document.addEventListener('click', ({ target }) => {
    if (panel && target instanceof Node && !panel.contains(target)) panel.open = false;
  });
}

/** The form is sent with the place of the device, to about a kilometre. */
function offerNearMe(): void {
  const form = document.querySelector<HTMLFormElement>('[data-near-me]');
  const near = form?.querySelector<HTMLInputElement>('[name=near]');
  const note = form?.querySelector<HTMLElement>('[role=status]');
  if (!form || !near || !note || !('geolocation' in navigator)) return;
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    if (near.value) return;
    event.preventDefault();
    note.textContent = note.dataset.asking ?? '';
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

/** The page around the frame makes it as high as what it shows. How high that is, is no secret. */
function tellHeight(): void {
  const tell = () => {
    const height = Math.ceil(root.getBoundingClientRect().height);
    parent.postMessage({ almanac: 'height', height }, '*');
  };
  new ResizeObserver(tell).observe(document.body);
  tell();
}
