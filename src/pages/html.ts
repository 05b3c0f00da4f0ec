// HTML as text: escaping, a template tag that escapes its values, and the frame of the plain pages.

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and for attribute values in quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** Markup, which is not escaped again. */
export class Html {
  constructor(readonly text: string) {}
  toString(): string {
    return this.text;
  }
}

export type Part = Html | string | number | false | null | undefined | readonly Part[];

function escapedPart(part: Part): string {
  if (part === false || part === null || part === undefined) return '';
  if (part instanceof Html) return part.text;
  return Array.isArray(part) ? part.map(escapedPart).join('') : escapeHtml(String(part));
}

/** Template tag: escapes every value that is not `Html`. */
export const html = (fixed: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(fixed.reduce((done, text, at) => done + escapedPart(parts[at - 1]) + text));

/** Only for markup that was sanitized when it was stored. */
export const trusted = (markup: string): Html => new Html(markup);

/** JSON in a script element. Escaping `<` keeps texts from closing the element. */
export const jsonScript = (type: string, data: unknown): Html =>
  new Html(`<script type="${type}">${JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, unicode)}</script>`);

const unicode = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

export interface Page {
  readonly title: string;
  /** English if absent. */
  readonly language?: string;
  readonly head: Html;
  readonly body: Html;
}

export const page = ({ title, language = 'en', head, body }: Page): Html => html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`;
