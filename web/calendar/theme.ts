// Applies the stored theme before the first paint, so that the page does not flash in the other one.
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Storage is blocked: the system's preference applies.
}
