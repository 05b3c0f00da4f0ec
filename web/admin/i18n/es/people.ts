import type { Texts } from '../texts';

export const people: Texts['people'] = {
  forgotLink: '¿Olvidó su contraseña?',
  forgotTitle: 'Restablecer su contraseña',
  forgotText:
    'Escriba su nombre de usuario o su correo electrónico. Recibirá un enlace para elegir una contraseña nueva.',
  userOrEmail: 'Nombre de usuario o correo electrónico',
  sendLink: 'Enviar enlace',
  linkRequested: 'Revise su correo',
  linkRequestedText:
    'Si la cuenta existe y tiene un correo electrónico, el enlace está en camino. Funciona una sola vez, durante una hora. Si no llega nada, consulte a un administrador.',
  mailOff: 'Este sitio no puede enviar correos. Pida a un administrador un enlace para restablecer su contraseña.',
  tooManyRequests: 'Demasiadas solicitudes. Inténtelo más tarde.',
  invitationTitle: 'Le damos la bienvenida',
  invitationText: (user) => `Elija una contraseña para su cuenta «${user}».`,
  resetTitle: 'Elegir una contraseña nueva',
  resetText: (user) => `Para la cuenta «${user}». Se cierran todas las sesiones.`,
  setPassword: 'Guardar contraseña e iniciar sesión',
  wrongLink: 'Este enlace no funciona',
  wrongLinkText: 'No es válido, ha caducado o ya se usó. Pida uno nuevo.',
  checking: 'Comprobando el enlace',
  signIn: 'Ir al inicio de sesión',
  requestNew: 'Pedir un enlace nuevo',
};
