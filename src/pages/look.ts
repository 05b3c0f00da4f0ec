// How the plain pages look: one style sheet for light and dark, and the icon.

export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect x="3" y="5" width="26" height="24" rx="5" fill="#fff" stroke="#7a2e1d" stroke-width="2"/>
<path d="M3 13V10a5 5 0 0 1 5-5h16a5 5 0 0 1 5 5v3z" fill="#a63c24"/>
<path d="M10 2v6M22 2v6" stroke="#7a2e1d" stroke-width="2.5" stroke-linecap="round"/>
<circle cx="16" cy="21" r="4" fill="#e0a030"/>
</svg>
`;

export const style = `:root {
  color-scheme: light dark;
  --paper: #faf6ef; --ink: #2b2420; --quiet: #6a5d54; --line: #e2d8ca; --card: #fffdf9; --accent: #963420;
  font: 1.0625rem/1.6 system-ui, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root { --paper: #1b1816; --ink: #f1e9e0; --quiet: #b5a89d; --line: #3a332e; --card: #24201d; --accent: #f0a184; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); }
main { max-width: 44rem; margin: 0 auto; padding: clamp(1.5rem, 6vw, 4rem) 1.25rem; }
h1 { margin: 0; font: 600 clamp(2.25rem, 8vw, 3.25rem)/1.1 Georgia, "Times New Roman", serif; letter-spacing: -0.01em; }
h2 { margin: 2.5rem 0 0.75rem; font-size: 1.125rem; }
p { margin: 0.75rem 0; }
.lead { margin-bottom: 1.75rem; font-size: 1.1875rem; color: var(--quiet); }
.mark { display: block; margin-bottom: 1rem; }
a { color: var(--accent); text-underline-offset: 0.15em; }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 4px; }
.cards { display: grid; gap: 0.75rem; padding: 0; margin: 0; list-style: none; }
.cards li { padding: 0.875rem 1.125rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--card); }
.cards a { font-weight: 600; }
.cards span { display: block; color: var(--quiet); overflow-wrap: anywhere; }
pre, code { font: 0.9375rem/1.6 ui-monospace, Menlo, Consolas, monospace; }
pre { margin: 0; padding: 0.875rem 1.125rem; overflow-x: auto; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--card); }
table { width: 100%; border-collapse: collapse; }
td { padding: 0.375rem 0.75rem 0.375rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
footer { margin-top: 3rem; color: var(--quiet); font-size: 0.9375rem; }
@media (min-width: 40rem) { .cards { grid-template-columns: 1fr 1fr; } }
`;
