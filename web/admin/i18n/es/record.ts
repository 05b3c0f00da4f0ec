import type { Texts } from '../texts';

export const record: Texts['record'] = {
  duplicate: 'Duplicar',
  duplicated: (name) => `Se duplicó «${name}» como borrador.`,
  previewLink: 'Copiar enlace de vista previa',
  linkCopied: (until) => `Enlace de vista previa copiado. Funciona hasta el ${until}.`,
  linkTitle: 'Enlace de vista previa',
  linkHelp: (until) => `Cualquier persona que tenga este enlace puede ver el borrador hasta el ${until}.`,
  link: 'Enlace',
  copyLink: 'Copiar enlace',
  qrCode: 'Código QR',
  qrCodeOf: (name) => `Código QR de «${name}»`,
  qrCodeFor: (url) => `Código QR que abre ${url}`,
  download: 'Descargar',
};
