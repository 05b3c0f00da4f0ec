// A separate script that runs before the console's bundle. If the bundle cannot be loaded or throws before the first
// render, it shows the error message that is part of the page.

function showFailure(reason: string): void {
  const root = document.getElementById('console');
  if (!root || root.dataset.started !== undefined) return;
  root.replaceChildren();
  document.documentElement.dataset.failed = '';
  const detail = document.querySelector('#start-failure pre');
  if (detail) detail.textContent = reason;
}

// `error` events of script elements do not bubble: listen in the capture phase.
addEventListener(
  'error',
  (event) => {
    if (event.target instanceof HTMLScriptElement) showFailure(event.target.src);
    else if (event instanceof ErrorEvent) showFailure(event.message);
  },
  true,
);
