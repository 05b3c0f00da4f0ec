import type { Texts } from '../texts';

export const settings: Texts['settings'] = {
  title: 'Ajustes',
  saved: 'Ajustes guardados',
  subject: 'los ajustes',
  sections: 'Secciones',
  preview: 'Vista previa',
  previewHelp: 'El sitio con sus cambios, antes de guardarlos.',
  light: 'Claro',
  dark: 'Oscuro',
  testMail: {
    to: 'Enviar un correo de prueba a',
    toHelp: 'Deje el campo vacío para usar su propia dirección.',
    send: 'Enviar un correo de prueba',
    saveAndSend: 'Guardar y enviar un correo de prueba',
    sent: (address) => `Enviado a ${address}. Si no llega, mire en la carpeta de correo no deseado.`,
    failed: 'El correo de prueba no se ha enviado.',
    answer: 'Respuesta del servidor de correo:',
    advice: {
      authentication:
        'Compruebe el nombre de usuario y la contraseña. Algunos proveedores exigen una contraseña de aplicación.',
      connection: 'Compruebe el servidor y el puerto, y si un cortafuegos bloquea el puerto.',
      certificate: 'Compruebe el servidor, el puerto y la seguridad: el puerto 587 usa STARTTLS y el 465, TLS.',
      sender: 'El servidor no envía desde esta dirección. Indique una dirección de remitente propia.',
      recipient: 'El servidor no acepta al destinatario. Compruebe la dirección.',
      'private-address': 'Los servidores de una red privada se definen con la variable de entorno ALMANAC_SMTP_URL.',
      other: 'Su proveedor de correo puede decirle qué significa.',
    },
  },
  indexing: (done, total) => `Preparando los textos para los idiomas nuevos: ${done} de ${total}.`,
};
