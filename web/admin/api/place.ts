// Where the console stands, as its page tells: the site's path and the address of the interface.

const { path = '', api = '' } = document.getElementById('console')?.dataset ?? {};

/** Path of the site, without a trailing slash. */
export const sitePath = path;
export const consolePath = `${path}/admin`;
export const apiBase = api;
