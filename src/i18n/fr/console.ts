import type { Texts } from '../types.js';

export const console: Texts['console'] = {
  needsScript: 'La console a besoin de JavaScript. Activez-le, puis rechargez cette page.',
  failed: 'La console n’a pas démarré',
  advice: 'Rechargez la page. Si cela se reproduit, mettez votre navigateur à jour ou contactez votre administrateur.',
  reload: 'Recharger',
  calendar: 'Ouvrir le calendrier public',
};
