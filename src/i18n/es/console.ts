import type { Texts } from '../types.js';

export const console: Texts['console'] = {
  needsScript: 'La consola necesita JavaScript. Actívelo y recargue esta página.',
  failed: 'La consola no se inició',
  advice: 'Recargue la página. Si vuelve a ocurrir, actualice el navegador o póngase en contacto con el administrador.',
  reload: 'Recargar',
  calendar: 'Abrir el calendario público',
};
