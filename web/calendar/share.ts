// Copy and share buttons. The result is written into the status element beside the button, which screen readers announce.

const copyText = async (text: string): Promise<boolean> => {
  try {
    // Absent on pages without HTTPS.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};

function report(button: HTMLElement, url: string, isDone: boolean): void {
  const status = button.parentElement?.querySelector<HTMLElement>('[role=status]');
  if (!status) return;
  const { done = '', failed = '' } = status.dataset;
  status.textContent = isDone ? done : `${failed} ${url}`;
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** The device's share sheet. False if there is none or it failed; closing it is no failure. */
async function shared(title: string, url: string): Promise<boolean> {
  if (typeof navigator.share !== 'function') return false;
  try {
    await navigator.share({ title, url });
    return true;
  } catch (error) {
    return isAbort(error);
  }
}

export function offerSharing(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    const { copy: url = '' } = button.dataset;
    button.hidden = false;
    button.addEventListener('click', async () => report(button, url, await copyText(url)));
  }
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-share]')) {
    const { share: url = '', title = '' } = button.dataset;
    button.hidden = false;
    button.addEventListener('click', async () => {
      if (!(await shared(title, url))) report(button, url, await copyText(url));
    });
  }
  // One click selects the whole address.
  for (const input of document.querySelectorAll<HTMLInputElement>('input.address'))
    input.addEventListener('focus', () => input.select());
}
