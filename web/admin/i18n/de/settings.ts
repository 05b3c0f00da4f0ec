import type { Texts } from '../texts';

export const settings: Texts['settings'] = {
  title: 'Einstellungen',
  saved: 'Einstellungen gespeichert',
  subject: 'die Einstellungen',
  sections: 'Abschnitte',
  preview: 'Vorschau',
  previewHelp: 'Die Website mit Ihren Änderungen, bevor Sie sie speichern.',
  light: 'Hell',
  dark: 'Dunkel',
  testMail: {
    to: 'Test-E-Mail senden an',
    toHelp: 'Leer lassen für Ihre eigene Adresse.',
    send: 'Test-E-Mail senden',
    saveAndSend: 'Speichern und Test-E-Mail senden',
    sent: (address) => `An ${address} gesendet. Kommt sie nicht an, sehen Sie im Spam-Ordner nach.`,
    failed: 'Die Test-E-Mail wurde nicht gesendet.',
    answer: 'Antwort des Mailservers:',
    advice: {
      authentication: 'Prüfen Sie Benutzername und Passwort. Manche Anbieter verlangen ein App-Passwort.',
      connection: 'Prüfen Sie Server und Port, und ob eine Firewall den Port sperrt.',
      certificate: 'Prüfen Sie Server, Port und Sicherheit: Port 587 verwendet STARTTLS, Port 465 TLS.',
      sender: 'Der Server sendet nicht von dieser Adresse. Geben Sie eine eigene Absenderadresse ein.',
      recipient: 'Der Server nimmt den Empfänger nicht an. Prüfen Sie die Adresse.',
      'private-address': 'Server in einem privaten Netz legt die Umgebungsvariable ALMANAC_SMTP_URL fest.',
      other: 'Ihr Mailanbieter kann Ihnen sagen, was das bedeutet.',
    },
  },
  indexing: (done, total) => `Texte werden für die neuen Sprachen vorbereitet: ${done} von ${total}.`,
};
