// Texts of the page for a failed sign-in by the OpenID Connect provider.

export type SignInFailure = 'expired' | 'invalid' | 'denied' | 'noAccount' | 'unavailable';

interface Texts {
  readonly title: string;
  readonly back: string;
  /** With the name of the provider. */
  readonly failures: Readonly<Record<SignInFailure, (provider: string) => string>>;
}

export const oidcTexts: Readonly<Record<'en' | 'fr', Texts>> = {
  en: {
    title: 'Sign-in failed',
    back: 'Back to sign-in',
    failures: {
      expired: () => 'This sign-in has expired or was already used. Start again.',
      invalid: (provider) => `The response of ${provider} could not be verified. Start again.`,
      denied: (provider) => `The sign-in with ${provider} was cancelled.`,
      noAccount: (provider) => `Your ${provider} account has no access to this calendar. Ask an administrator for it.`,
      unavailable: (provider) => `${provider} cannot be reached. Try again later.`,
    },
  },
  fr: {
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
  },
};
