import type { Texts } from '../texts';

export const record: Texts['record'] = {
  duplicate: 'Dupliquer',
  duplicated: (name) => `« ${name} » : copie créée en brouillon.`,
  previewLink: 'Copier le lien d’aperçu',
  linkCopied: (until) => `Lien d’aperçu copié. Il fonctionne jusqu’au ${until}.`,
  linkTitle: 'Lien d’aperçu',
  linkHelp: (until) => `Toute personne qui a ce lien peut voir le brouillon jusqu’au ${until}.`,
  link: 'Lien',
  copyLink: 'Copier le lien',
  qrCode: 'Code QR',
  qrCodeOf: (name) => `Code QR de « ${name} »`,
  qrCodeFor: (url) => `Code QR qui ouvre ${url}`,
  download: 'Télécharger',
};
