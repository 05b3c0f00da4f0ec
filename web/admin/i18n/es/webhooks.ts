import type { Texts } from '../texts';

export const webhooks: Texts['webhooks'] = {
  states: { ok: 'Activo', failing: 'Falla', disabled: 'Desactivado' },
  reasons: {
    paused: 'Detenido por un usuario.',
    gone: 'El destino respondió que ya no existe (410).',
    failing: 'No se aceptó ningún mensaje durante cinco días.',
    owner: 'El propietario ya no tiene derecho a usar webhooks.',
    key: 'El secreto no se puede descifrar. Cree uno nuevo.',
    overflow: 'Había demasiados mensajes en espera.',
  },
  columns: { state: 'Estado', last_success: 'Último éxito' },
  failingSince: 'Falla desde',
  lastSuccess: 'Último éxito',
  test: 'Enviar una prueba',
  testSent: (status) => `La prueba se aceptó: HTTP ${status}.`,
  testFailed: (reason) => `La prueba falló: ${reason}.`,
  rotate: 'Nuevo secreto',
  rotateTitle: '¿Crear un nuevo secreto?',
  rotateText:
    'Durante 24 horas los mensajes se firman con ambos secretos. Introduzca el nuevo en el receptor en ese plazo.',
  newSecret: 'Nuevo secreto',
  secret: 'Secreto',
  enable: 'Activar',
  deliveries: 'Envíos',
  none: 'Todavía no se ha enviado nada.',
  deliveryStates: { queued: 'En espera', sent: 'Aceptado', failed: 'Fallido' },
  attempts: (count) => (count === 0 ? 'ningún intento' : count === 1 ? '1 intento' : `${count} intentos`),
  nextTry: 'próximo intento',
  details: 'Detalles',
  replay: 'Reenviar',
  replayFailed: 'Reenviar los fallidos',
  replayed: 'Los mensajes se vuelven a enviar.',
  more: 'Mostrar más',
  request: 'Solicitud',
  answer: 'Respuesta',
  verify: 'Cómo verifica un receptor los mensajes',
  verifyHelp:
    'Compruebe la firma antes de usar un mensaje. Este ejemplo es para Node.js; en standardwebhooks.com hay bibliotecas para otros lenguajes.',
  errorOf: (word) =>
    (
      ({
        address: 'la dirección no es pública',
        network: 'sin conexión',
        time: 'sin respuesta a tiempo',
        disabled: 'el webhook se desactivó',
      }) as Readonly<Record<string, string>>
    )[word] ?? 'error',
};
