// Runs before the console's own script, apart from its bundle: when that script cannot be loaded or throws before the
// first render, the message that the page brings along is shown instead of nothing.

function showFailure(reason: string): void {
  const root = document.getElementById('console');
  if (!root || root.dataset.started !== undefined) return;
  root.replaceChildren();
  document.documentElement.dataset.failed = '';
  const detail = document.querySelector('#start-failure pre');
  if (detail) detail.textContent = reason;
}

// Errors of loading do not bubble, so they are listened for on the way down.
addEventListener(
  'error',
  (event) => {
    if (event.target instanceof HTMLScriptElement) showFailure(event.target.src);
    else if (event instanceof ErrorEvent) showFailure(event.message);
  },
  true,
);
