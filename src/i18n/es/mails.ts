import type { Texts } from '../types.js';
import { submissionMails } from './submission-mails.js';

const noticeReason = 'Puede desactivar este aviso en su cuenta.';
const securityReason = 'Recibe este mensaje porque se refiere a la seguridad de su cuenta.';

export const mails: Texts['mails'] = {
  submissions: submissionMails,
  webhooks: {
    failing: (url, error, page) => ({
      subject: 'Un webhook falla',
      paragraphs: [
        `Los mensajes a su webhook en ${url} no se aceptan${error ? ` (${error})` : ''}. Se vuelven a enviar varias veces durante unos tres días.`,
        `Consulte las respuestas: ${page}`,
      ],
      reason: 'Recibe este correo porque usted creó este webhook.',
    }),
    disabled: (url, error, page) => ({
      subject: 'Webhook desactivado',
      paragraphs: [
        `Su webhook en ${url} se ha desactivado${error ? ` (${error})` : ''}. Ya no recibe mensajes.`,
        `Actívelo de nuevo y reenvíe los mensajes perdidos: ${page}`,
      ],
      reason: 'Recibe este correo porque usted creó este webhook.',
    }),
  },
  greeting: (name) => `Hola, ${name}:`,
  test: {
    subject: 'Correo de prueba',
    paragraphs: [
      'El correo funciona: este sitio puede enviar invitaciones, enlaces para restablecer la contraseña y avisos.',
    ],
    reason: 'Recibe este mensaje porque envió un correo de prueba desde la consola.',
  },
  invitation: (site, url, days) => ({
    subject: 'Su invitación',
    paragraphs: [
      `Tiene una invitación para colaborar en ${site}. Elija una contraseña para iniciar sesión:`,
      url,
      `El enlace funciona una sola vez, durante ${days} ${days === 1 ? 'día' : 'días'}.`,
    ],
    reason: 'Recibe este mensaje porque un administrador creó una cuenta para usted. Ignórelo si no la desea.',
  }),
  reset: (url, hours) => ({
    subject: 'Restablecer su contraseña',
    paragraphs: [
      'Elija una contraseña nueva:',
      url,
      `El enlace funciona una sola vez, durante ${hours} ${hours === 1 ? 'hora' : 'horas'}. Hasta entonces sirve su contraseña actual.`,
    ],
    reason: 'Recibe este mensaje porque alguien pidió restablecer su contraseña. Ignórelo si no fue usted.',
  }),
  passwordChanged: (url) => ({
    subject: 'Su contraseña se cambió',
    paragraphs: [
      'Su contraseña se cambió con un enlace y se cerraron todas sus sesiones.',
      `Si no fue usted, restablezca su contraseña ahora y avise a un administrador: ${url}`,
    ],
    reason: securityReason,
  }),
  emailChanged: (url) => ({
    subject: 'Su correo electrónico se cambió',
    paragraphs: [
      'Su cuenta tiene ahora otro correo electrónico. Esta dirección ya no recibe mensajes sobre ella.',
      `Si no fue usted, avise a un administrador: ${url}`,
    ],
    reason: securityReason,
  }),
  signIn: ({ device, ip, time }, url) => ({
    subject: 'Nuevo inicio de sesión en su cuenta',
    paragraphs: [
      `Su cuenta se usó en un dispositivo nuevo: ${device}, ${ip}, ${time}.`,
      `Si no fue usted, cambie su contraseña: ${url}`,
    ],
    reason: noticeReason,
  }),
  pendingEvent: (title, author, url) => ({
    subject: `Pendiente de revisión: ${title}`,
    paragraphs: [
      author === ''
        ? `«${title}» está pendiente de revisión:`
        : `«${title}», de ${author}, está pendiente de revisión:`,
      url,
    ],
    reason: noticeReason,
  }),
  approvedEvent: ({ title, note }, url) => ({
    subject: `Publicado: ${title}`,
    paragraphs: [`«${title}» se aprobó y está publicado:`, url, ...(note ? [note] : [])],
    reason: noticeReason,
  }),
  rejectedEvent: ({ title, note }) => ({
    subject: `No publicado: ${title}`,
    paragraphs: [`«${title}» no se aprobó.`, ...(note ? [`Motivo: ${note}`] : [])],
    reason: noticeReason,
  }),
};
