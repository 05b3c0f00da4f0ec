// Texts of the page for a failed sign-in by the OpenID Connect provider.

export const signIn = {
  title: 'Sign-in failed',
  back: 'Back to sign-in',
  failures: {
    expired: () => 'This sign-in has expired or was already used. Start again.',
    invalid: (provider: string) => `The response of ${provider} could not be verified. Start again.`,
    denied: (provider: string) => `The sign-in with ${provider} was cancelled.`,
    noAccount: (provider: string) =>
      `Your ${provider} account has no access to this calendar. Ask an administrator for it.`,
    unavailable: (provider: string) => `${provider} cannot be reached. Try again later.`,
  },
};
