// The share button. The script shows it, because without one there is nothing to call: the device's share sheet, or else
// the clipboard.
import { type Html, html } from '../html.js';
import { canonicalUrl } from './head.js';
import type { PageRequest } from './page-request.js';

/** `page` is the path of a page, with its URLs in other languages. */
export const shareButton = (request: PageRequest, page: Parameters<typeof canonicalUrl>[1], title: string): Html =>
  html`<p class="share"><button class="button quiet" type="button" hidden data-share="${canonicalUrl(request, page)}" data-title="${title}">${request.texts.share}</button> <span role="status" data-done="${request.texts.linkCopied}" data-failed="${request.texts.copyFailed}"></span></p>`;
