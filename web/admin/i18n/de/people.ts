import type { Texts } from '../texts';

export const people: Texts['people'] = {
  forgotLink: 'Passwort vergessen?',
  forgotTitle: 'Passwort zurücksetzen',
  forgotText:
    'Geben Sie Ihren Benutzernamen oder Ihre E-Mail-Adresse ein. Sie bekommen einen Link, um ein neues Passwort zu wählen.',
  userOrEmail: 'Benutzername oder E-Mail-Adresse',
  sendLink: 'Link senden',
  linkRequested: 'Sehen Sie in Ihre E-Mails',
  linkRequestedText:
    'Wenn es das Konto gibt und es eine E-Mail-Adresse hat, ist ein Link unterwegs. Er funktioniert einmal und ist eine Stunde gültig. Wenn nichts ankommt, fragen Sie einen Administrator.',
  mailOff:
    'Diese Website kann keine E-Mails senden. Bitten Sie einen Administrator um einen Link, um Ihr Passwort zurückzusetzen.',
  tooManyRequests: 'Zu viele Anfragen. Versuchen Sie es später noch einmal.',
  invitationTitle: 'Willkommen',
  invitationText: (user) => `Wählen Sie ein Passwort für Ihr Konto „${user}“.`,
  resetTitle: 'Neues Passwort wählen',
  resetText: (user) => `Für das Konto „${user}“. Alle Sitzungen werden abgemeldet.`,
  setPassword: 'Passwort setzen und anmelden',
  wrongLink: 'Dieser Link funktioniert nicht',
  wrongLinkText: 'Er ist ungültig, abgelaufen oder schon verwendet. Fordern Sie einen neuen an.',
  checking: 'Link wird geprüft',
  signIn: 'Zur Anmeldung',
  requestNew: 'Neuen Link anfordern',
};
