import type { Texts } from '../texts';

export const webhooks: Texts['webhooks'] = {
  states: { ok: 'Aktiv', failing: 'Schlägt fehl', disabled: 'Deaktiviert' },
  reasons: {
    paused: 'Von einem Benutzer angehalten.',
    gone: 'Das Ziel hat geantwortet, dass es nicht mehr existiert (410).',
    failing: 'Fünf Tage lang wurde keine Nachricht angenommen.',
    owner: 'Der Besitzer darf keine Webhooks mehr haben.',
    key: 'Das Geheimnis kann nicht entschlüsselt werden. Erzeugen Sie ein neues.',
    overflow: 'Zu viele Nachrichten haben gewartet.',
  },
  columns: { state: 'Zustand', last_success: 'Letzter Erfolg' },
  failingSince: 'Schlägt fehl seit',
  lastSuccess: 'Letzter Erfolg',
  test: 'Test senden',
  testSent: (status) => `Der Test wurde angenommen: HTTP ${status}.`,
  testFailed: (reason) => `Der Test ist fehlgeschlagen: ${reason}.`,
  rotate: 'Neues Geheimnis',
  rotateTitle: 'Neues Geheimnis erzeugen?',
  rotateText:
    '24 Stunden lang werden Nachrichten mit beiden Geheimnissen signiert. Tragen Sie das neue in dieser Zeit beim Empfänger ein.',
  newSecret: 'Neues Geheimnis',
  secret: 'Geheimnis',
  enable: 'Aktivieren',
  deliveries: 'Sendungen',
  none: 'Es wurde noch nichts gesendet.',
  deliveryStates: { queued: 'Wartet', sent: 'Angenommen', failed: 'Fehlgeschlagen' },
  attempts: (count) => (count === 0 ? 'noch kein Versuch' : count === 1 ? '1 Versuch' : `${count} Versuche`),
  nextTry: 'nächster Versuch',
  details: 'Einzelheiten',
  replay: 'Erneut senden',
  replayFailed: 'Fehlgeschlagene erneut senden',
  replayed: 'Die Nachrichten werden erneut gesendet.',
  more: 'Mehr anzeigen',
  request: 'Anfrage',
  answer: 'Antwort',
  verify: 'Wie ein Empfänger Nachrichten prüft',
  verifyHelp:
    'Prüfen Sie die Signatur, bevor Sie eine Nachricht verwenden. Dies gilt für Node.js; Bibliotheken für andere Sprachen finden Sie auf standardwebhooks.com.',
  errorOf: (word) =>
    (
      ({
        address: 'die Adresse ist nicht öffentlich',
        network: 'keine Verbindung',
        time: 'keine Antwort in der Zeit',
        disabled: 'der Webhook wurde deaktiviert',
      }) as Readonly<Record<string, string>>
    )[word] ?? 'Fehler',
};
