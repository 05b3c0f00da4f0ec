// Values in WordPress format: dates with a `T`, and texts as objects with rendered HTML.

import type { View } from '../../core/shape.js';
import { toWall } from '../../core/time/zone.js';
import { isEditing } from './context.js';

export const dateIn = (instant: string, { site }: View): string => dateGmt(toWall(instant, site.zone));
export const dateGmt = (instant: string): string => instant.replace(' ', 'T');

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Plain text escaped as HTML. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

/** With `context=edit` and in the responses to changes and removals also the stored text, as `raw`. */
export const rendered = (html: string, raw: string, view: View) => ({
  ...((isEditing(view.found) || ['changed', 'removed'].includes(view.occasion)) && { raw }),
  rendered: html,
});

export const linkTo = ({ site, facade }: Pick<View, 'site' | 'facade'>, path: string) => ({
  href: `${site.baseUrl}${facade.prefix}/${path}`,
});
