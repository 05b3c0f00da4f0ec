import type { Texts } from '../types.js';

export const signIn: Texts['signIn'] = {
  title: 'Échec de la connexion',
  back: 'Retour à la connexion',
  failures: {
    expired: () => 'Cette connexion a expiré ou a déjà été utilisée. Recommencez.',
    invalid: (provider) => `La réponse de ${provider} n’a pas pu être vérifiée. Recommencez.`,
    denied: (provider) => `La connexion avec ${provider} a été annulée.`,
    noAccount: (provider) =>
      `Votre compte ${provider} n’a pas accès à ce calendrier. Demandez l’accès à un administrateur.`,
    unavailable: (provider) => `${provider} est injoignable. Réessayez plus tard.`,
  },
};
