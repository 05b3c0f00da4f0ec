// Completes a typed link.

/** `example.org` becomes an https URL, `a@example.org` a mailto URL. */
export function urlFromInput(text: string): string {
  const address = text.trim();
  if (address === '' || /^([a-z][a-z0-9+.-]*:|[/#?])/i.test(address)) return address;
  return /^[^\s/@]+@[^\s/@]+$/.test(address) ? `mailto:${address}` : `https://${address}`;
}
