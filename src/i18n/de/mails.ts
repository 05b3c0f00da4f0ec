import type { Texts } from '../types.js';
import { submissionMails } from './submission-mails.js';

const noticeReason = 'Sie können diese Benachrichtigung in Ihrem Konto abschalten.';
const securityReason = 'Sie erhalten diese E-Mail, weil sie die Sicherheit Ihres Kontos betrifft.';

export const mails: Texts['mails'] = {
  submissions: submissionMails,
  webhooks: {
    failing: (url, error, page) => ({
      subject: 'Webhook schlägt fehl',
      paragraphs: [
        `Nachrichten an Ihren Webhook auf ${url} werden nicht angenommen${error ? ` (${error})` : ''}. Sie werden etwa drei Tage lang mehrmals erneut gesendet.`,
        `Sehen Sie sich die Antworten an: ${page}`,
      ],
      reason: 'Sie erhalten diese E-Mail, weil Sie diesen Webhook angelegt haben.',
    }),
    disabled: (url, error, page) => ({
      subject: 'Webhook deaktiviert',
      paragraphs: [
        `Ihr Webhook auf ${url} wurde deaktiviert${error ? ` (${error})` : ''}. Er bekommt keine Nachrichten mehr.`,
        `Aktivieren Sie ihn wieder und senden Sie verpasste Nachrichten noch einmal: ${page}`,
      ],
      reason: 'Sie erhalten diese E-Mail, weil Sie diesen Webhook angelegt haben.',
    }),
  },
  greeting: (name) => `Guten Tag ${name},`,
  test: {
    subject: 'Test-E-Mail',
    paragraphs: [
      'E-Mails funktionieren: Diese Website kann Einladungen, Links für neue Passwörter und Benachrichtigungen senden.',
    ],
    reason: 'Sie erhalten diese E-Mail, weil Sie in der Konsole eine Test-E-Mail gesendet haben.',
  },
  invitation: (site, url, days) => ({
    subject: 'Ihre Einladung',
    paragraphs: [
      `Sie sind eingeladen, an ${site} mitzuarbeiten. Wählen Sie ein Passwort, um sich anzumelden:`,
      url,
      `Der Link funktioniert einmal und ist ${days} ${days === 1 ? 'Tag' : 'Tage'} gültig.`,
    ],
    reason:
      'Sie erhalten diese E-Mail, weil ein Administrator ein Konto für Sie erstellt hat. Ignorieren Sie sie, wenn Sie keines möchten.',
  }),
  reset: (url, hours) => ({
    subject: 'Passwort zurücksetzen',
    paragraphs: [
      'Wählen Sie ein neues Passwort:',
      url,
      `Der Link funktioniert einmal und ist ${hours} ${hours === 1 ? 'Stunde' : 'Stunden'} gültig. Bis dahin gilt Ihr bisheriges Passwort.`,
    ],
    reason:
      'Sie erhalten diese E-Mail, weil jemand Ihr Passwort zurücksetzen möchte. Ignorieren Sie sie, wenn Sie es nicht waren.',
  }),
  passwordChanged: (url) => ({
    subject: 'Ihr Passwort wurde geändert',
    paragraphs: [
      'Ihr Passwort wurde mit einem Link geändert, und alle Ihre Sitzungen wurden abgemeldet.',
      `Wenn Sie es nicht waren, setzen Sie Ihr Passwort jetzt zurück und informieren Sie einen Administrator: ${url}`,
    ],
    reason: securityReason,
  }),
  emailChanged: (url) => ({
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    paragraphs: [
      'Ihr Konto hat jetzt eine andere E-Mail-Adresse. Diese Adresse erhält keine E-Mails mehr dazu.',
      `Wenn Sie es nicht waren, informieren Sie einen Administrator: ${url}`,
    ],
    reason: securityReason,
  }),
  signIn: ({ device, ip, time }, url) => ({
    subject: 'Neue Anmeldung in Ihrem Konto',
    paragraphs: [
      `Ihr Konto wurde auf einem neuen Gerät verwendet: ${device}, ${ip}, ${time}.`,
      `Wenn Sie es nicht waren, ändern Sie Ihr Passwort: ${url}`,
    ],
    reason: noticeReason,
  }),
  pendingEvent: (title, author, url) => ({
    subject: `Zur Prüfung: ${title}`,
    paragraphs: [
      author === '' ? `„${title}“ wartet auf Prüfung:` : `„${title}“ von ${author} wartet auf Prüfung:`,
      url,
    ],
    reason: noticeReason,
  }),
  approvedEvent: ({ title, note }, url) => ({
    subject: `Veröffentlicht: ${title}`,
    paragraphs: [`„${title}“ wurde freigegeben und ist veröffentlicht:`, url, ...(note ? [note] : [])],
    reason: noticeReason,
  }),
  rejectedEvent: ({ title, note }) => ({
    subject: `Nicht veröffentlicht: ${title}`,
    paragraphs: [`„${title}“ wurde nicht freigegeben.`, ...(note ? [`Grund: ${note}`] : [])],
    reason: noticeReason,
  }),
};
