import type { Texts } from '../texts';

export const record: Texts['record'] = {
  duplicate: 'Duplizieren',
  duplicated: (name) => `„${name}“ als Entwurf dupliziert.`,
  previewLink: 'Vorschau-Link kopieren',
  linkCopied: (until) => `Vorschau-Link kopiert. Er funktioniert bis ${until}.`,
  linkTitle: 'Vorschau-Link',
  linkHelp: (until) => `Wer diesen Link hat, kann den Entwurf bis ${until} sehen.`,
  link: 'Link',
  copyLink: 'Link kopieren',
  qrCode: 'QR-Code',
  qrCodeOf: (name) => `QR-Code von „${name}“`,
  qrCodeFor: (url) => `QR-Code, der ${url} öffnet`,
  download: 'Herunterladen',
};
