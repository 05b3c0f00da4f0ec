import type { Texts } from '../types.js';

const reason = 'Recibe este mensaje porque se propuso un evento con este correo electrónico.';

export const submissionMails: Texts['mails']['submissions'] = {
  confirm: (title, url) => ({
    subject: `Confirme su evento: ${title}`,
    paragraphs: [
      `Usted propuso «${title}». Abra este enlace para confirmar su correo electrónico:`,
      url,
      'El enlace funciona una sola vez, durante 3 días. Después, el equipo editorial revisa el evento.',
    ],
    reason: `${reason} Ignórelo si no fue usted: no se publicará nada.`,
  }),
  received: (title) => ({
    subject: `Recibido: ${title}`,
    paragraphs: [
      `Gracias por proponer «${title}». El equipo editorial lo revisará y usted recibirá un mensaje con el resultado.`,
    ],
    reason,
  }),
  approved: (title, url) => ({
    subject: `Publicado: ${title}`,
    paragraphs: [`Su evento «${title}» está publicado:`, url],
    reason,
  }),
  rejected: (title, note) => ({
    subject: `No publicado: ${title}`,
    paragraphs: [`Su evento «${title}» no se publicará. Motivo:`, note],
    reason,
  }),
};
