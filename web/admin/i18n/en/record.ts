// Texts of actions on one record.

export const record = {
  duplicate: 'Duplicate',
  duplicated: (name: string) => `“${name}” duplicated as a draft.`,
  previewLink: 'Copy preview link',
  linkCopied: (until: string) => `Preview link copied. It works until ${until}.`,
  linkTitle: 'Preview link',
  linkHelp: (until: string) => `Anyone with this link can see the draft until ${until}.`,
  link: 'Link',
  copyLink: 'Copy link',
  qrCode: 'QR code',
  qrCodeOf: (name: string) => `QR code of “${name}”`,
  qrCodeFor: (url: string) => `QR code that opens ${url}`,
  download: 'Download',
};
