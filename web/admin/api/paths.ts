// Name, look and paths of the site and base URL of the API, from data attributes of the page.

const {
  path = '',
  api = '',
  name = '',
  accent = '',
  logo = '',
  logoDark = '',
  icon = '',
  provider: providerName = '',
} = document.getElementById('console')?.dataset ?? {};

/** Name and look of the site when the page was opened. */
export const startBrand = { name, accent, logo, logoDark, icon };
/** Path below which the site is served, without a trailing slash. */
export const sitePath = path;
export const consolePath = `${path}/admin`;
export const apiBase = api;
/** Name of the OpenID Connect provider; empty without one. */
export const provider = providerName;
