// Texts of the pages for people who are not signed in.
import { translated } from '../i18n/texts';

const en = {
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
  password: 'New password',
  passwordHelp: 'At least 10 characters',
  confirmPassword: 'Confirm new password',
  noMatch: 'The passwords do not match.',
  revokeAll: 'Also revoke my application passwords and private feeds',
  setPassword: 'Set password and sign in',
  wrongLink: 'This link does not work',
  wrongLinkText: 'It is invalid, has expired or was already used. Ask for a new one.',
  checking: 'Checking the link',
  signIn: 'Go to sign-in',
  requestNew: 'Request a new link',
};

const fr: typeof en = {
  forgotLink: 'Mot de passe oublié ?',
  forgotTitle: 'Réinitialiser votre mot de passe',
  forgotText:
    'Saisissez votre nom d’utilisateur ou votre adresse e-mail. Vous recevrez un lien pour choisir un nouveau mot de passe.',
  userOrEmail: 'Nom d’utilisateur ou adresse e-mail',
  sendLink: 'Envoyer le lien',
  linkRequested: 'Consultez vos e-mails',
  linkRequestedText:
    'Si le compte existe et a une adresse e-mail, un lien est en route. Il fonctionne une seule fois, pendant une heure. Si rien n’arrive, contactez un administrateur.',
  mailOff:
    'Ce site ne peut pas envoyer d’e-mails. Demandez à un administrateur un lien pour réinitialiser votre mot de passe.',
  tooManyRequests: 'Trop de demandes. Réessayez plus tard.',
  invitationTitle: 'Bienvenue',
  invitationText: (user) => `Choisissez un mot de passe pour votre compte « ${user} ».`,
  resetTitle: 'Choisir un nouveau mot de passe',
  resetText: (user) => `Pour le compte « ${user} ». Toutes les sessions seront fermées.`,
  password: 'Nouveau mot de passe',
  passwordHelp: 'Au moins 10 caractères',
  confirmPassword: 'Confirmer le nouveau mot de passe',
  noMatch: 'Les mots de passe ne correspondent pas.',
  revokeAll: 'Révoquer aussi mes mots de passe d’application et mes flux privés',
  setPassword: 'Définir le mot de passe et se connecter',
  wrongLink: 'Ce lien ne fonctionne pas',
  wrongLinkText: 'Il n’est pas valide, a expiré ou a déjà été utilisé. Demandez-en un nouveau.',
  checking: 'Vérification du lien',
  signIn: 'Aller à la connexion',
  requestNew: 'Demander un nouveau lien',
};

export const texts = translated({ en, fr });
