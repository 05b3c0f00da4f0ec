import type { Texts } from '../texts';

export const settings: Texts['settings'] = {
  title: 'Réglages',
  saved: 'Réglages enregistrés',
  subject: 'les réglages',
  sections: 'Rubriques',
  preview: 'Aperçu',
  previewHelp: 'Le site avec vos modifications, avant leur enregistrement.',
  light: 'Clair',
  dark: 'Sombre',
  testMail: {
    to: 'Envoyer un e-mail d’essai à',
    toHelp: 'Laissez vide pour votre propre adresse.',
    send: 'Envoyer un e-mail d’essai',
    saveAndSend: 'Enregistrer et envoyer un e-mail d’essai',
    sent: (address) => `Envoyé à ${address}. S’il n’arrive pas, regardez dans les courriers indésirables.`,
    failed: 'L’e-mail d’essai n’a pas été envoyé.',
    answer: 'Réponse du serveur de messagerie :',
    advice: {
      authentication:
        'Vérifiez le nom d’utilisateur et le mot de passe. Certains fournisseurs exigent un mot de passe d’application.',
      connection: 'Vérifiez le serveur et le port, et si un pare-feu bloque le port.',
      certificate: 'Vérifiez le serveur, le port et la sécurité : STARTTLS pour le port 587, TLS pour le port 465.',
      sender: 'Le serveur n’envoie pas depuis cette adresse. Indiquez une adresse d’expéditeur qui vous appartient.',
      recipient: 'Le serveur n’accepte pas le destinataire. Vérifiez l’adresse.',
      'private-address': 'La variable d’environnement ALMANAC_SMTP_URL définit les serveurs d’un réseau privé.',
      other: 'Votre fournisseur de messagerie peut vous dire ce que cela signifie.',
    },
  },
  indexing: (done, total) => `Préparation des textes pour les nouvelles langues : ${done} sur ${total}.`,
};
