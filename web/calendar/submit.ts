// The proof of work of a form, computed by a worker while the visitor fills in the form.

/** Resolves to the proof; rejects where workers are blocked. */
function prove(token: string, bits: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<string>) => {
      worker.terminate();
      resolve(data);
    });
    worker.addEventListener('error', reject);
    worker.postMessage({ token, bits });
  });
}

const inputOf = (form: HTMLFormElement, name: string): HTMLInputElement | undefined => {
  const control = form.elements.namedItem(name);
  return control instanceof HTMLInputElement ? control : undefined;
};

/** Sends the form when the proof is there. Without one it is sent anyway: the service then applies stricter limits. While it
 * waits and while it sends, the button is disabled and says so. */
export function proveWork(form: HTMLFormElement): void {
  const [token, proof] = [inputOf(form, 'token'), inputOf(form, 'proof')];
  const status = form.querySelector<HTMLElement>('[data-status]');
  if (!token || !proof) return;
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
  const label = button?.textContent ?? '';
  const show = (text: string, isBusy: boolean) => {
    if (status) status.textContent = isBusy ? text : '';
    if (!button) return;
    button.textContent = text;
    button.disabled = isBusy;
  };
  // The browser may show the page again as it was left.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) show(label, false);
  });
  let [isDone, isWaiting] = [false, false];
  const proving = prove(token.value, Number(form.dataset.proofBits)).then(
    (found) => {
      proof.value = found;
      isDone = true;
    },
    () => {
      isDone = true;
    },
  );
  form.addEventListener('submit', (event) => {
    if (isDone) return show(form.dataset.sending ?? label, true);
    event.preventDefault();
    show(form.dataset.working ?? label, true);
    if (isWaiting) return;
    isWaiting = true;
    proving.then(() => form.requestSubmit()).catch(() => undefined);
  });
}

/** All-day events have no times. */
export function hideTimes(form: HTMLFormElement): void {
  const allDay = inputOf(form, 'all_day');
  const times = ['start_time', 'end_time'].map((name) => inputOf(form, name)?.closest<HTMLElement>('.field'));
  const update = () => {
    for (const field of times) if (field) field.hidden = allDay?.checked ?? false;
  };
  allDay?.addEventListener('change', update);
  update();
}

/** Links from the errors to their fields. WebKit follows them without a caret, so that nothing can be typed. */
export function focusFields(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.faults a[href^="#"]'))
    link.addEventListener('click', (event) => {
      event.preventDefault();
      document.getElementById(link.hash.slice(1))?.focus();
    });
}
