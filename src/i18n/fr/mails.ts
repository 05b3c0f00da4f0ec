import type { Texts } from '../types.js';
import { submissionMails } from './submission-mails.js';

const noticeReason = 'Vous pouvez désactiver cet avis dans votre compte.';
const securityReason = 'Vous recevez cet e-mail parce qu’il concerne la sécurité de votre compte.';

export const mails: Texts['mails'] = {
  submissions: submissionMails,
  webhooks: {
    failing: (url, error, page) => ({
      subject: 'Un webhook échoue',
      paragraphs: [
        `Les messages envoyés à votre webhook sur ${url} ne sont pas acceptés${error ? ` (${error})` : ''}. Ils sont renvoyés plusieurs fois, pendant environ trois jours.`,
        `Consultez les réponses : ${page}`,
      ],
      reason: 'Vous recevez cet e-mail parce que vous avez créé ce webhook.',
    }),
    disabled: (url, error, page) => ({
      subject: 'Webhook désactivé',
      paragraphs: [
        `Votre webhook sur ${url} a été désactivé${error ? ` (${error})` : ''}. Plus aucun message ne lui est envoyé.`,
        `Réactivez-le et renvoyez les messages manqués : ${page}`,
      ],
      reason: 'Vous recevez cet e-mail parce que vous avez créé ce webhook.',
    }),
  },
  greeting: (name) => `Bonjour ${name},`,
  test: {
    subject: 'E-mail de test',
    paragraphs: [
      'L’envoi d’e-mails fonctionne : ce site peut envoyer des invitations, des réinitialisations et des avis.',
    ],
    reason: 'Vous recevez cet e-mail parce que vous avez envoyé un e-mail de test depuis la console.',
  },
  invitation: (site, url, days) => ({
    subject: 'Votre invitation',
    paragraphs: [
      `Vous êtes invité à participer à ${site}. Choisissez un mot de passe pour vous connecter :`,
      url,
      `Le lien fonctionne une seule fois, pendant ${days} jours.`,
    ],
    reason:
      'Vous recevez cet e-mail parce qu’un administrateur a créé un compte pour vous. Ignorez-le si vous n’en voulez pas.',
  }),
  reset: (url, hours) => ({
    subject: 'Réinitialiser votre mot de passe',
    paragraphs: [
      'Choisissez un nouveau mot de passe :',
      url,
      `Le lien fonctionne une seule fois, pendant ${hours} heure${hours === 1 ? '' : 's'}. Votre mot de passe actuel fonctionne jusque-là.`,
    ],
    reason:
      'Vous recevez cet e-mail parce que quelqu’un a demandé à réinitialiser votre mot de passe. Ignorez-le si ce n’était pas vous.',
  }),
  passwordChanged: (url) => ({
    subject: 'Votre mot de passe a été modifié',
    paragraphs: [
      'Votre mot de passe a été modifié avec un lien, et toutes vos sessions ont été fermées.',
      `Si ce n’était pas vous, réinitialisez-le maintenant et prévenez un administrateur : ${url}`,
    ],
    reason: securityReason,
  }),
  emailChanged: (url) => ({
    subject: 'Votre adresse e-mail a été modifiée',
    paragraphs: [
      'Votre compte a maintenant une autre adresse e-mail. Cette adresse ne reçoit plus d’e-mails à son sujet.',
      `Si ce n’était pas vous, prévenez un administrateur : ${url}`,
    ],
    reason: securityReason,
  }),
  signIn: ({ device, ip, time }, url) => ({
    subject: 'Nouvelle connexion à votre compte',
    paragraphs: [
      `Votre compte a été utilisé sur un nouvel appareil : ${device}, ${ip}, ${time}.`,
      `Si ce n’était pas vous, changez votre mot de passe : ${url}`,
    ],
    reason: noticeReason,
  }),
  pendingEvent: (title, author, url) => ({
    subject: `En attente de relecture : ${title}`,
    paragraphs: [
      author === '' ? `« ${title} » attend une relecture :` : `« ${title} » de ${author} attend une relecture :`,
      url,
    ],
    reason: noticeReason,
  }),
  approvedEvent: ({ title, note }, url) => ({
    subject: `Publié : ${title}`,
    paragraphs: [`« ${title} » a été approuvé et est publié :`, url, ...(note ? [note] : [])],
    reason: noticeReason,
  }),
  rejectedEvent: ({ title, note }) => ({
    subject: `Non publié : ${title}`,
    paragraphs: [`« ${title} » n’a pas été approuvé.`, ...(note ? [`Motif : ${note}`] : [])],
    reason: noticeReason,
  }),
};
