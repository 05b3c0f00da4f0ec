import type { Texts } from '../types.js';

const reason = 'Sie erhalten diese E-Mail, weil mit dieser E-Mail-Adresse eine Veranstaltung eingereicht wurde.';

export const submissionMails: Texts['mails']['submissions'] = {
  confirm: (title, url) => ({
    subject: `Bestätigen Sie Ihre Veranstaltung: ${title}`,
    paragraphs: [
      `Sie haben „${title}“ eingereicht. Öffnen Sie diesen Link, um Ihre E-Mail-Adresse zu bestätigen:`,
      url,
      'Der Link funktioniert einmal und ist 3 Tage gültig. Danach prüft die Redaktion die Veranstaltung.',
    ],
    reason: `${reason} Ignorieren Sie sie, wenn Sie es nicht waren: Es wird nichts veröffentlicht.`,
  }),
  received: (title) => ({
    subject: `Eingegangen: ${title}`,
    paragraphs: [
      `Vielen Dank für „${title}“. Die Redaktion prüft die Veranstaltung, und Sie bekommen eine E-Mail mit dem Ergebnis.`,
    ],
    reason,
  }),
  approved: (title, url) => ({
    subject: `Veröffentlicht: ${title}`,
    paragraphs: [`Ihre Veranstaltung „${title}“ ist veröffentlicht:`, url],
    reason,
  }),
  rejected: (title, note) => ({
    subject: `Nicht veröffentlicht: ${title}`,
    paragraphs: [`Ihre Veranstaltung „${title}“ wird nicht veröffentlicht. Grund:`, note],
    reason,
  }),
};
