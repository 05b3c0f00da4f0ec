// Runs before anything is drawn, so that a page which was switched to light or dark is never seen the other way.
const chosen = localStorage.getItem('theme');
const root = document.documentElement;
if ((chosen === 'light' || chosen === 'dark') && root.dataset.embed === undefined) root.dataset.theme = chosen;
