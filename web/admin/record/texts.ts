// Texts of actions on one record.
import { translated } from '../i18n/texts';

const en = {
  duplicate: 'Duplicate',
  duplicated: (name: string) => `“${name}” duplicated as a draft.`,
  previewLink: 'Copy preview link',
  linkCopied: (until: string) => `Preview link copied. It works until ${until}.`,
  linkTitle: 'Preview link',
  linkHelp: (until: string) => `Anyone with this link can see the draft until ${until}.`,
  link: 'Link',
  close: 'Close',
};

const fr: typeof en = {
  duplicate: 'Dupliquer',
  duplicated: (name) => `« ${name} » : copie créée en brouillon.`,
  previewLink: 'Copier le lien d’aperçu',
  linkCopied: (until) => `Lien d’aperçu copié. Il fonctionne jusqu’au ${until}.`,
  linkTitle: 'Lien d’aperçu',
  linkHelp: (until) => `Toute personne qui a ce lien peut voir le brouillon jusqu’au ${until}.`,
  link: 'Lien',
  close: 'Fermer',
};

export const texts = translated({ en, fr });
