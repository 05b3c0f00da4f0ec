// A QR code as an image.

/** `svg` is drawn dark on light, as scanners expect, in the dark theme as well. */
export const QrImage = ({ svg, alt }: { readonly svg: string; readonly alt: string }) => (
  <img class="qr-code" src={svgUrl(svg)} alt={alt} />
);

export const svgUrl = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;
