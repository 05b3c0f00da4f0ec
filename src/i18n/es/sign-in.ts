import type { Texts } from '../types.js';

export const signIn: Texts['signIn'] = {
  title: 'No se pudo iniciar sesión',
  back: 'Volver al inicio de sesión',
  failures: {
    expired: () => 'Este inicio de sesión ha caducado o ya se usó. Empiece de nuevo.',
    invalid: (provider) => `No se pudo verificar la respuesta de ${provider}. Empiece de nuevo.`,
    denied: (provider) => `Se canceló el inicio de sesión con ${provider}.`,
    noAccount: (provider) => `Su cuenta de ${provider} no tiene acceso a este calendario. Pídalo a un administrador.`,
    unavailable: (provider) => `No se puede conectar con ${provider}. Inténtelo más tarde.`,
  },
};
