// Texts of the pages for people who are not signed in.

export const people = {
  forgotLink: 'Forgot your password?',
  forgotTitle: 'Reset your password',
  forgotText: 'Enter your username or email address. You get a link to choose a new password.',
  userOrEmail: 'Username or email address',
  sendLink: 'Send link',
  linkRequested: 'Check your mail',
  linkRequestedText:
    'If the account exists and has an email address, a link is on its way. It works once, for one hour. If nothing arrives, ask an administrator.',
  mailOff: 'This site cannot send mails. Ask an administrator for a link to reset your password.',
  tooManyRequests: 'Too many requests. Try again later.',
  invitationTitle: 'Welcome',
  invitationText: (user: string) => `Choose a password for your account “${user}”.`,
  resetTitle: 'Choose a new password',
  resetText: (user: string) => `For the account “${user}”. All sessions are signed out.`,
  setPassword: 'Set password and sign in',
  wrongLink: 'This link does not work',
  wrongLinkText: 'It is invalid, has expired or was already used. Ask for a new one.',
  checking: 'Checking the link',
  signIn: 'Go to sign-in',
  requestNew: 'Request a new link',
};
