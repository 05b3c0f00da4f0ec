// What somebody means who types an address.

/** `example.org` is meant as an address on the web, `a@example.org` as a letter box. */
export function addressTyped(text: string): string {
  const address = text.trim();
  if (address === '' || /^([a-z][a-z0-9+.-]*:|[/#?])/i.test(address)) return address;
  return /^[^\s/@]+@[^\s/@]+$/.test(address) ? `mailto:${address}` : `https://${address}`;
}
