import type { Texts } from '../texts';

export const people: Texts['people'] = {
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
  setPassword: 'Définir le mot de passe et se connecter',
  wrongLink: 'Ce lien ne fonctionne pas',
  wrongLinkText: 'Il n’est pas valide, a expiré ou a déjà été utilisé. Demandez-en un nouveau.',
  checking: 'Vérification du lien',
  signIn: 'Aller à la connexion',
  requestNew: 'Demander un nouveau lien',
};
