import type { Texts } from '../texts';

export const webhooks: Texts['webhooks'] = {
  states: { ok: 'Actif', failing: 'En échec', disabled: 'Désactivé' },
  reasons: {
    paused: 'Arrêté par un utilisateur.',
    gone: 'La destination a répondu qu’elle n’existe plus (410).',
    failing: 'Aucun message accepté pendant cinq jours.',
    owner: 'Le propriétaire n’a plus le droit d’utiliser des webhooks.',
    key: 'Le secret ne peut pas être déchiffré. Créez-en un nouveau.',
    overflow: 'Trop de messages étaient en attente.',
  },
  columns: { state: 'État', last_success: 'Dernier succès' },
  failingSince: 'En échec depuis',
  lastSuccess: 'Dernier succès',
  test: 'Envoyer un test',
  testSent: (status) => `Le test a été accepté : HTTP ${status}.`,
  testFailed: (reason) => `Le test a échoué : ${reason}.`,
  rotate: 'Nouveau secret',
  rotateTitle: 'Créer un nouveau secret ?',
  rotateText:
    'Pendant 24 heures, les messages sont signés avec les deux secrets. Saisissez le nouveau chez le destinataire dans ce délai.',
  newSecret: 'Nouveau secret',
  secret: 'Secret',
  enable: 'Activer',
  deliveries: 'Envois',
  none: 'Rien n’a encore été envoyé.',
  deliveryStates: { queued: 'En attente', sent: 'Accepté', failed: 'Échec' },
  attempts: (count) => (count === 0 ? 'aucun essai' : count === 1 ? '1 essai' : `${count} essais`),
  nextTry: 'prochain essai',
  details: 'Détails',
  replay: 'Renvoyer',
  replayFailed: 'Renvoyer les échecs',
  replayed: 'Les messages sont renvoyés.',
  more: 'Afficher plus',
  request: 'Requête',
  answer: 'Réponse',
  verify: 'Comment un destinataire vérifie les messages',
  verifyHelp:
    'Vérifiez la signature avant d’utiliser un message. Cet exemple est pour Node.js ; des bibliothèques pour d’autres langages se trouvent sur standardwebhooks.com.',
  errorOf: (word) =>
    (
      ({
        address: 'l’adresse n’est pas publique',
        network: 'pas de connexion',
        time: 'pas de réponse à temps',
        disabled: 'le webhook a été désactivé',
      }) as Readonly<Record<string, string>>
    )[word] ?? 'erreur',
};
