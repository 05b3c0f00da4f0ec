import type { Texts } from '../types.js';

export const signIn: Texts['signIn'] = {
  title: 'Anmeldung fehlgeschlagen',
  back: 'Zurück zur Anmeldung',
  failures: {
    expired: () => 'Diese Anmeldung ist abgelaufen oder wurde bereits verwendet. Beginnen Sie neu.',
    invalid: (provider) => `Die Antwort von ${provider} konnte nicht geprüft werden. Beginnen Sie neu.`,
    denied: (provider) => `Die Anmeldung mit ${provider} wurde abgebrochen.`,
    noAccount: (provider) =>
      `Ihr Konto bei ${provider} hat keinen Zugriff auf diesen Kalender. Bitten Sie einen Administrator darum.`,
    unavailable: (provider) => `${provider} ist nicht erreichbar. Versuchen Sie es später noch einmal.`,
  },
};
