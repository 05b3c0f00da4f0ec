import type { Texts } from '../types.js';

const reason = 'Vous recevez ce message parce qu’un événement a été proposé avec cette adresse e-mail.';

export const submissionMails: Texts['mails']['submissions'] = {
  confirm: (title, url) => ({
    subject: `Confirmez votre événement : ${title}`,
    paragraphs: [
      `Vous avez proposé « ${title} ». Ouvrez ce lien pour confirmer votre adresse e-mail :`,
      url,
      'Le lien fonctionne une seule fois, pendant 3 jours. La rédaction examine ensuite l’événement.',
    ],
    reason: `${reason} Ignorez-le si ce n’était pas vous : rien ne sera publié.`,
  }),
  received: (title) => ({
    subject: `Reçu : ${title}`,
    paragraphs: [
      `Merci d’avoir proposé « ${title} ». La rédaction va l’examiner et vous recevrez un message avec le résultat.`,
    ],
    reason,
  }),
  approved: (title, url) => ({
    subject: `Publié : ${title}`,
    paragraphs: [`Votre événement « ${title} » est publié :`, url],
    reason,
  }),
  rejected: (title, note) => ({
    subject: `Non publié : ${title}`,
    paragraphs: [`Votre événement « ${title} » ne sera pas publié. Motif :`, note],
    reason,
  }),
};
