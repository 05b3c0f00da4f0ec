// Runs before anything is drawn, so that a page which was switched to light or dark is never seen the other way.
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Who lets pages keep nothing sees what the system prefers.
}
