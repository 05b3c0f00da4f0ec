// HTML as text: escaping, and the frame that every page has.

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and for attribute values in quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

export interface Page {
  readonly title: string;
  /** Path of the site, in front of every address; empty at the top of a host. */
  readonly path: string;
  /** Already HTML. */
  readonly head?: string;
  readonly body: string;
}

export const page = ({ title, path, head = '', body }: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" type="image/svg+xml" href="${escapeHtml(path)}/favicon.svg">
${head}
</head>
<body>
${body}
</body>
</html>
`;
