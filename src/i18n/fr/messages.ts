// French translations of the messages of the API, by their English text. `{}` is a placeholder.
import { frenchImports } from './messages-imports.js';
import { frenchLines } from './messages-lines.js';
import { frenchRecurrence } from './messages-recurrence.js';

export const messages = {
  // Errors
  'No route matches this URL and method.': 'Aucune route ne correspond à cette URL et à cette méthode.',
  'Method not allowed. See the Allow header for supported methods.':
    'Méthode non autorisée. Voir les méthodes possibles dans l’en-tête Allow.',
  'Missing parameter(s): {}.': 'Paramètre(s) manquant(s) : {}.',
  'Invalid parameter(s): {}.': 'Paramètre(s) non valide(s) : {}.',
  'Invalid JSON in the request body: {}.': 'JSON non valide dans le corps de la requête : {}.',
  'Invalid request: {}.': 'Requête non valide : {}.',
  'Invalid JSONP callback. Use letters, digits, underscores and dots.':
    'Fonction JSONP non valide. Utilisez des lettres, des chiffres, des tirets bas et des points.',
  'Authentication required. Sign in or send an application password.':
    'Authentification requise. Connectez-vous ou envoyez un mot de passe d’application.',
  'Invalid value. See the schema in the documentation.': 'Valeur non valide. Voir le schéma dans la documentation.',
  'Preferences are limited to 64 KiB. Remove some saved views.':
    'Les préférences sont limitées à 64 Kio. Supprimez des vues enregistrées.',
  'You are not signed in.': 'Vous n’êtes pas connecté.',
  'You do not have permission to do this.': 'Vous n’avez pas l’autorisation de faire cela.',
  'Incorrect username or password.': 'Nom d’utilisateur ou mot de passe incorrect.',
  'Two-step verification is on. Send a code of your authenticator app, or a recovery code.':
    'La validation en deux étapes est activée. Envoyez un code de votre application d’authentification ou un code de secours.',
  'Incorrect or used code. Enter a current code of your authenticator app, or a recovery code.':
    'Code incorrect ou déjà utilisé. Saisissez un code actuel de votre application d’authentification ou un code de secours.',
  'Two-step verification is already on. Turn it off first.':
    'La validation en deux étapes est déjà activée. Désactivez-la d’abord.',
  'Two-step verification is not on.': 'La validation en deux étapes n’est pas activée.',
  'Invalid or revoked feed key. Create a new feed URL in your account.':
    'Clé de flux non valide ou révoquée. Créez une nouvelle URL de flux dans votre compte.',
  'Invalid nonce. Send the request without it or sign in again.':
    'Nonce non valide. Envoyez la requête sans nonce ou reconnectez-vous.',
  'Missing or invalid CSRF token. Send the X-CSRF-Token header of the session.':
    'Jeton CSRF absent ou non valide. Envoyez l’en-tête X-CSRF-Token de la session.',
  'Rate limit exceeded. Wait {} s and try again.': 'Limite de requêtes dépassée. Attendez {} s puis réessayez.',
  'Too many attempts. Wait {} s and try again.': 'Trop de tentatives. Attendez {} s puis réessayez.',
  'This token belongs to other filters, resources or rights. Start again without since.':
    'Ce jeton appartient à d’autres filtres, ressources ou droits. Recommencez sans since.',
  'This token has expired. Start again without since.': 'Ce jeton a expiré. Recommencez sans since.',
  '{} not found.': '{} introuvable.',
  'This ID belongs to a record of another type.': 'Cet identifiant appartient à une fiche d’un autre type.',
  'Name is required for the new {}.': 'Un nom est requis pour la nouvelle fiche ({}).',
  'This {} is not public.': 'Cette fiche ({}) n’est pas publique.',
  'This {} is in the trash.': 'Cette fiche ({}) est dans la corbeille.',
  'This {} is password-protected. Send its password in the password parameter.':
    'Cette fiche ({}) est protégée par un mot de passe. Envoyez-le dans le paramètre password.',
  'An import can be undone within a day only.': 'Une importation ne peut être annulée que pendant un jour.',
  'This import cannot be undone: it is running, mirrored or a complete copy.':
    'Cette importation ne peut pas être annulée : elle est en cours, en miroir ou une copie complète.',
  'No events of this subscription wait for a decision. Reload it.':
    'Aucun événement de cet abonnement n’attend de décision. Rechargez-le.',
  'This {} is no longer pending review. Reload the list.':
    'Cette fiche ({}) n’est plus en attente de relecture. Rechargez la liste.',
  'This {} is already in the trash.': 'Cette fiche ({}) est déjà dans la corbeille.',
  'Page out of range. The list has fewer pages.': 'Page hors limites. La liste contient moins de pages.',
  'Sign in to use context=edit.': 'Connectez-vous pour utiliser context=edit.',
  'You need edit permission to use context=edit.': 'Il faut l’autorisation de modifier pour utiliser context=edit.',
  'Sign in to view your profile.': 'Connectez-vous pour voir votre profil.',
  'You can only view your own profile.': 'Vous ne pouvez voir que votre propre profil.',
  'Incorrect password.': 'Mot de passe incorrect.',
  'This record cannot be moved to the trash. Use force=true to delete it permanently.':
    'Cette fiche ne peut pas être mise à la corbeille. Utilisez force=true pour la supprimer définitivement.',
  'A term with this name already exists at this level.': 'Un terme de ce nom existe déjà à ce niveau.',
  'Tags cannot have a parent.': 'Une étiquette ne peut pas avoir de parent.',
  'You cannot delete your own account.': 'Vous ne pouvez pas supprimer votre propre compte.',
  'Not available here.': 'Non disponible ici.',
  'This calendar is already set up. Sign in instead.': 'Ce calendrier est déjà configuré. Connectez-vous.',
  'Invalid or expired set-up code. Use the code that the last start printed, or run `almanac setup-code` for a new one.':
    'Code de configuration incorrect ou expiré. Utilisez le code affiché au dernier démarrage, ou lancez `almanac setup-code` pour en obtenir un autre.',
  'The calendar is not empty. Import into an empty one, or send force=true to replace records by their IDs.':
    'Le calendrier n’est pas vide. Importez dans un calendrier vide, ou envoyez force=true pour remplacer les enregistrements par leurs identifiants.',
  'There are events already. The demo calendar is for an empty one.':
    'Il y a déjà des événements. Le calendrier de démonstration est réservé à un calendrier vide.',
  'At least one administrator is required. Make another user an administrator first.':
    'Il faut au moins un administrateur. Nommez d’abord un autre administrateur.',
  'Secrets cannot be encrypted. Ask the operator to set ALMANAC_SECRET, which webhooks on PostgreSQL need.':
    'Les secrets ne peuvent pas être chiffrés. Demandez à l’exploitant de définir ALMANAC_SECRET, nécessaire aux webhooks avec PostgreSQL.',
  'Limit of {} webhooks reached. Delete one first.': 'La limite de {} webhooks est atteinte. Supprimez-en d’abord un.',
  'This webhook is disabled. Enable it first.': 'Ce webhook est désactivé. Activez-le d’abord.',
  'Webhooks have no filter of this name: {}.': 'Les webhooks n’ont pas de filtre de ce nom : {}.',
  'Invalid filter {}: {}': 'Filtre non valide {} : {}',
  'Webhooks cannot use this URL. Use an https URL at a public address.':
    'Les webhooks ne peuvent pas utiliser cette URL. Utilisez une URL https à une adresse publique.',
  'Secrets are generated.': 'Les secrets sont générés.',
  'Must be a time, or the change_token of a message that is still listed.':
    'Doit être une date et heure, ou le change_token d’un message encore listé.',
  'Must be a time such as 2026-11-16T09:30:00Z.': 'Doit être une date et heure comme 2026-11-16T09:30:00Z.',
  'Mail is not set up. An administrator can enter the mail server and the public URL in the settings.':
    'L’envoi d’e-mails n’est pas configuré. Un administrateur peut indiquer le serveur de messagerie et l’URL publique dans les réglages.',
  'No geocoder is set up. Set the position on the map, or ask the operator to set ALMANAC_GEOCODER_URL.':
    'Aucun géocodeur n’est configuré. Placez le repère sur la carte, ou demandez à l’exploitant de définir ALMANAC_GEOCODER_URL.',
  'The geocoder does not respond. Try again later, or set the position on the map.':
    'Le géocodeur ne répond pas. Réessayez plus tard, ou placez le repère sur la carte.',
  'Too many mails are waiting to be sent. Try again later.':
    'Trop d’e-mails attendent d’être envoyés. Réessayez plus tard.',
  'This account has no email address. Add one first.': 'Ce compte n’a pas d’adresse e-mail. Ajoutez-en une d’abord.',
  'Confirm that it is you: send your current password, or sign in again.':
    'Confirmez votre identité : envoyez votre mot de passe actuel, ou reconnectez-vous.',
  'Change your own password in your account.': 'Changez votre propre mot de passe dans votre compte.',
  'This link is invalid, has expired or was already used. Ask for a new one.':
    'Ce lien n’est pas valide, a expiré ou a déjà été utilisé. Demandez-en un nouveau.',
  'Must be an email address.': 'Doit être une adresse e-mail.',
  'Another user already has this email address.': 'Un autre utilisateur a déjà cette adresse e-mail.',
  'Change your own email address at users/me.': 'Modifiez votre propre adresse e-mail à users/me.',
  'This record mirrors {}. Change it there, or finish the mirror first.':
    'Cette fiche est la copie de {}. Modifiez-la là-bas, ou terminez d’abord la copie.',
  'This version refers to records that no longer exist: {}. Nothing was restored.':
    'Cette version renvoie à des fiches qui n’existent plus : {}. Rien n’a été restauré.',
  'No {} has this external ID. Send the fields of a new one.':
    'Aucun élément ({}) n’a cet identifiant externe. Envoyez les champs d’un nouvel élément.',
  'This {} is in the trash. Send restore=true to restore it.':
    'Cet élément ({}) est dans la corbeille. Envoyez restore=true pour le restaurer.',
  'Another {} has this source and external ID.': 'Un autre élément ({}) a cette source et cet identifiant externe.',
  'The source {} is reserved for subscriptions and takeovers of sites. Use another name.':
    'La source {} est réservée aux abonnements et aux reprises de sites. Utilisez un autre nom.',
  'The source {} belongs to others. Send a source of your own, such as {}.':
    'La source {} appartient à d’autres. Envoyez une source qui est la vôtre, comme {}.',
  'Use lowercase letters, digits and any of . _ : / - only.':
    'N’utilisez que des lettres minuscules, des chiffres et les signes . _ : / -',
  'Send external_id together with source.': 'Envoyez external_id avec source.',
  'The operation {}, which this one refers to, has failed.':
    'L’opération {}, à laquelle celle-ci fait référence, a échoué.',
  'The record has changed. Reload it and try again.': 'La fiche a été modifiée. Rechargez-la puis réessayez.',
  'This Idempotency-Key was used for a different request. Use a new key.':
    'Cette Idempotency-Key a servi pour une autre requête. Utilisez une nouvelle clé.',
  'This import is already running. Wait until it has ended.':
    'Cette importation est déjà en cours. Attendez qu’elle se termine.',
  'Fetching took too long.': 'La récupération a pris trop de temps.',
  'The request took too long to arrive. Send it again.':
    'La requête a mis trop de temps à arriver. Envoyez-la de nouveau.',
  'Request headers too large. The limit is {}.': 'En-têtes de requête trop volumineux. La limite est de {}.',
  'Request body too large. The limit is {}.': 'Corps de requête trop volumineux. La limite est de {}.',
  'This request takes too long. Ask for fewer words or days.':
    'Cette requête prend trop de temps. Demandez moins de mots ou de jours.',
  'The service is busy. Try again in a moment.': 'Le service est occupé. Réessayez dans un instant.',
  'The disk is full or not writable. Try again later.':
    'Le disque est plein ou protégé en écriture. Réessayez plus tard.',
  'Internal server error. Try again later.': 'Erreur interne du serveur. Réessayez plus tard.',

  // Nouns that fill a placeholder: inside a sentence, and at its start
  event: 'événement',
  venue: 'lieu',
  organizer: 'organisateur',
  category: 'catégorie',
  tag: 'étiquette',
  image: 'image',
  Event: 'Événement',
  Venue: 'Lieu',
  Organizer: 'Organisateur',
  Category: 'Catégorie',
  Tag: 'Étiquette',
  User: 'Utilisateur',
  Image: 'Image',
  'Application password': 'Mot de passe d’application',
  'Feed key': 'Clé de flux',
  Record: 'Fiche',
  Comment: 'Commentaire',
  Namespace: 'Espace de noms',
  Term: 'Terme',
  Taxonomy: 'Taxonomie',
  Status: 'Statut',
  Type: 'Type',

  // Reasons why a request is invalid
  'body length does not match Content-Length': 'la longueur du corps ne correspond pas à Content-Length',
  'malformed percent-encoding in the URL': 'encodage-pourcent mal formé dans l’URL',
  'control character in the path': 'caractère de contrôle dans le chemin',
  'malformed request': 'requête mal formée',
  'not valid HTTP': 'HTTP non valide',
  'Idempotency-Key is longer than 255 characters': 'l’Idempotency-Key dépasse 255 caractères',
  'more than {} parameters': 'plus de {} paramètres',
  'percent-encoding is not valid UTF-8': 'l’encodage-pourcent n’est pas de l’UTF-8 valide',
  'malformed multipart body': 'corps multipart mal formé',
  'missing multipart boundary': 'séparateur multipart manquant',
  'unterminated multipart headers': 'en-têtes multipart incomplets',
  'parameters nested too deeply': 'paramètres trop imbriqués',
  'nested deeper than {} levels': 'plus de {} niveaux imbriqués',
  'syntax error': 'erreur de syntaxe',

  // Faults of parameters
  'Must be text.': 'Un texte est attendu.',
  'Contains a NUL character or an unpaired surrogate. Remove it.':
    'Contient un caractère NUL ou une demi-paire de substitution. Supprimez-le.',
  'Must be {} characters or fewer.': '{} caractères au maximum.',
  'Must be {} KB or smaller.': '{} Ko au maximum.',
  'Contains more than {} HTML tags. Use fewer.': 'Contient plus de {} balises HTML. Réduisez leur nombre.',
  'Must have at most {} words.': '{} mots au plus.',
  'Must exclude at most {} words.': '{} mots exclus au plus.',
  'Must not be empty.': 'Ce champ ne doit pas être vide.',
  'Must be true or false.': 'La valeur true ou false est attendue.',
  'Must be true or false, or a word such as yes or no.': 'true, false ou un mot tel que yes ou no est attendu.',
  'Invalid date. Use YYYY-MM-DD HH:MM:SS.': 'Date non valide. Utilisez le format AAAA-MM-JJ HH:MM:SS.',
  'Unknown time zone. Use a name such as Europe/Paris.':
    'Fuseau horaire inconnu. Utilisez un nom tel que Europe/Paris.',
  'Date out of range. Use a year from 1 to 9999.': 'Date hors limites. Utilisez une année de 1 à 9999.',
  'Must be one of: {}.': 'Valeurs possibles : {}.',
  'Must be any, or a list of: {}.': 'any ou une liste de ces valeurs est attendu : {}.',
  'You can only list published records. Use status=publish.':
    'Vous ne pouvez lister que les fiches publiées. Utilisez status=publish.',
  'Must be record IDs or objects with the fields of new records.':
    'Des identifiants de fiches ou des objets avec les champs de nouvelles fiches sont attendus.',
  'Missing or invalid fields in the new record: {}.': 'Champs manquants ou non valides dans la nouvelle fiche : {}.',
  'Invalid fields in the new record: {}.': 'Champs non valides dans la nouvelle fiche : {}.',
  'Must be IDs, slugs or names of terms.': 'Des identifiants, des slugs ou des noms de termes sont attendus.',
  'Must contain at least one term.': 'Indiquez au moins un terme.',
  'This list does not support this filter.': 'Cette liste ne prend pas en charge ce filtre.',
  'Set by {}. Remove the variable to change it here.':
    'Fixé par {}. Supprimez cette variable pour modifier le réglage ici.',
  'Must be language codes such as en or fr.': 'Des codes de langue sont attendus, comme en ou fr.',
  'Must be empty or a host name such as smtp.example.org.':
    'Laissez vide ou indiquez un nom de serveur comme smtp.example.org.',
  'The mail server is another one. Enter the password again.':
    'Le serveur de messagerie a changé. Saisissez de nouveau le mot de passe.',
  'Must be empty or a URL such as smtp://user:password@host:587.':
    'Laissez vide ou indiquez une URL comme smtp://user:password@host:587.',
  'Must be a list of at most {} links.': 'Une liste de {} liens au plus est attendue.',
  'Each link needs a label and a URL.': 'Chaque lien a besoin d’un libellé et d’une URL.',
  'Must be a URL without user name, query and fragment.':
    'Indiquez une URL sans nom d’utilisateur, sans paramètres et sans fragment.',
  'Must be empty or a URL with {z}, {x} and {y} in its path.':
    'Laissez vide ou indiquez une URL dont le chemin contient {z}, {x} et {y}.',
  'Must be empty or a URL with {query}, or with {lat} and {lng}.':
    'Laissez vide ou indiquez une URL avec {query}, ou avec {lat} et {lng}.',
  'Must be a whole number from 1 to {}.': 'Un nombre entier de 1 à {} est attendu.',
  'Must be a whole number greater than 0.': 'Un nombre entier supérieur à 0 est attendu.',
  'Must be a whole number, 0 or greater.': 'Un nombre entier supérieur ou égal à 0 est attendu.',
  'Must be the ID of a record.': 'L’identifiant d’une fiche est attendu.',
  'Must be a whole number from {} to {}.': 'Un nombre entier de {} à {} est attendu.',
  'Filters need {} among the resources.': 'Les filtres exigent {} parmi les ressources.',
  'Changes cannot be filtered or sorted by this parameter. Remove it.':
    'Les modifications ne peuvent être filtrées ni triées par ce paramètre. Retirez-le.',
  'Must be a number from {} to {}.': 'Un nombre de {} à {} est attendu.',
  'Must contain {} items or fewer.': '{} éléments au maximum.',
  'Must contain at least one ID.': 'Indiquez au moins un identifiant.',
  'Must be a list of IDs.': 'Une liste d’identifiants est attendue.',
  'Invalid URL. Use an absolute URL such as https://example.org/.':
    'URL non valide. Utilisez une URL absolue telle que https://example.org/.',
  'Must be a price, text or a list of prices.': 'Un prix, un texte ou une liste de prix est attendu.',
  'Must be greater than 0.': 'La valeur doit être supérieure à 0.',
  'Must be a latitude and a longitude, separated by a comma.':
    'Une latitude et une longitude séparées par une virgule sont attendues.',
  'Must be 1 or 0.': 'La valeur 1 ou 0 est attendue.',
  'Latitude and longitude are both required.': 'La latitude et la longitude sont requises ensemble.',
  'Sorting by distance requires geoloc_lat and geoloc_lng.': 'Le tri par distance exige geoloc_lat et geoloc_lng.',
  'Must have 4 decimal places or fewer.': '4 décimales au maximum.',
  'Unknown currency. Use an ISO 4217 code such as EUR.': 'Devise inconnue. Utilisez un code ISO 4217 tel que EUR.',
  'Must be an http or https URL.': 'Une URL http ou https est attendue.',
  'Must be 1 to 50 letters, digits, - or _, starting with a letter or digit.':
    '1 à 50 lettres, chiffres, - ou _, en commençant par une lettre ou un chiffre.',
  'Must contain {} tickets or fewer.': '{} billets au maximum.',
  'Item {} must be an object with a name.': 'L’élément {} doit être un objet avec un nom.',
  'Item {}, {}: {}': 'Élément {}, {} : {}',
  'Required.': 'Requis.',
  'Can only be set when the record is created.': 'Ne peut être défini qu’à la création de la fiche.',
  'This URL is not an image.': 'Cette URL n’est pas une image.',
  'Must be a JPEG, PNG, WebP, GIF or AVIF image.': 'Une image JPEG, PNG, WebP, GIF ou AVIF est attendue.',
  'Must be the ID or URL of an image.': 'L’identifiant ou l’URL d’une image est attendu.',
  'Must be an image file or the URL of one.': 'Un fichier image ou son URL est attendu.',
  'Image too large. The limit is 50 million pixels.': 'Image trop grande. La limite est de 50 millions de pixels.',
  'Image too large. Each side must be {} pixels or fewer.':
    'Image trop grande. Chaque côté doit faire {} pixels au maximum.',
  'You do not have permission to upload images. Use the ID of an existing image.':
    'Vous n’avez pas l’autorisation d’envoyer des images. Utilisez l’identifiant d’une image existante.',
  'The image has just been deleted. Upload it again.': 'L’image vient d’être supprimée. Envoyez-la de nouveau.',
  'The image took too long to process. Upload a smaller one.':
    'Le traitement de l’image est trop long. Envoyez une image plus petite.',
  'The image file is damaged. Upload another one.': 'Le fichier image est endommagé. Envoyez-en un autre.',
  'This URL cannot be fetched.': 'Cette URL ne peut pas être récupérée.',
  'This URL took too long to respond.': 'Cette URL a mis trop de temps à répondre.',
  'This URL returned an error.': 'Cette URL a renvoyé une erreur.',
  'The file at this URL is larger than {}.': 'Le fichier à cette URL dépasse {}.',
  'This URL responded in an unknown encoding.': 'Cette URL a répondu dans un codage inconnu.',
  'The site answered {}': 'Le site a répondu {}',
  'No {} has the ID {}.': 'Identifiant inconnu ({}) : {}.',
  'This parameter requires an extension that is not active.':
    'Ce paramètre nécessite une extension qui n’est pas active.',
  'A username has 1 to 60 letters, digits, spaces or any of _ . @ -':
    'Un nom d’utilisateur comporte 1 à 60 lettres, chiffres, espaces ou signes parmi _ . @ -',
  'Must be at least {} characters.': '{} caractères au minimum.',
  'This username is already taken.': 'Ce nom d’utilisateur est déjà pris.',
  'Change your own password at users/me.': 'Changez votre propre mot de passe via users/me.',
  'Choose another user. Records cannot be reassigned to the user being deleted.':
    'Choisissez un autre utilisateur. Les fiches ne peuvent pas être attribuées à l’utilisateur supprimé.',
  'The current password is incorrect.': 'Le mot de passe actuel est incorrect.',
  'You have no sign-in password. Two-step verification protects sign-ins with a password.':
    'Vous n’avez pas de mot de passe de connexion. La validation en deux étapes protège les connexions par mot de passe.',
  'Incorrect code. Enter the code that your authenticator app shows now.':
    'Code incorrect. Saisissez le code que votre application d’authentification affiche maintenant.',
  'Limit of {} application passwords reached. Revoke one first.':
    'Limite de {} mots de passe d’application atteinte. Révoquez-en un d’abord.',
  'Only a confirmed email address can be trusted.': 'Seule une adresse e-mail confirmée peut être de confiance.',
  'Limit of {} trusted senders reached. Remove one first.':
    'Limite de {} expéditeurs de confiance atteinte. Retirez-en un d’abord.',
  'Limit of {} feed keys reached. Revoke one first.': 'Limite de {} clés de flux atteinte. Révoquez-en une d’abord.',
  'This slug is already in use.': 'Ce slug est déjà utilisé.',
  'The path of this category is too long. Choose a parent closer to the top.':
    'Le chemin de cette catégorie est trop long. Choisissez un parent plus proche de la racine.',
  'A category cannot be its own parent or ancestor.': 'Une catégorie ne peut pas être son propre parent ou ancêtre.',
  'Too many levels. Choose a parent closer to the top.':
    'Trop de niveaux. Choisissez un parent plus proche de la racine.',
  'An event cannot be its own parent or ancestor.': 'Un événement ne peut pas être son propre parent ou ancêtre.',
  'The end is before the start.': 'La fin précède le début.',
  'Invalid date. Use YYYY-MM-DD.': 'Date non valide. Utilisez le format AAAA-MM-JJ.',
  'Must be a color such as #1a6b3c.': 'Indiquez une couleur comme #1a6b3c.',
  'Too little contrast with the background. Choose another color.':
    'Contraste trop faible avec l’arrière-plan. Choisissez une autre couleur.',
  'Too little contrast with light pages. Choose a darker color.':
    'Contraste trop faible sur les pages claires. Choisissez une couleur plus foncée.',
  'The calendar is larger than 10 MB.': 'Le calendrier dépasse 10 Mo.',
  'The calendar has more than 20000 components.': 'Le calendrier compte plus de 20000 composants.',
  'The components of the calendar are nested more than 4 deep.':
    'Les composants du calendrier sont imbriqués sur plus de 4 niveaux.',
  'This is not a calendar: it has no BEGIN:VCALENDAR.':
    'Ce fichier n’est pas un calendrier : il n’a pas de BEGIN:VCALENDAR.',
  ...frenchImports,
  ...frenchLines,
  'Must be a list of 1 to {} operations.': 'Indiquez une liste de 1 à {} opérations.',
  'Refers to no earlier operation.': 'Ne fait référence à aucune opération précédente.',
  'Another operation has this reference.': 'Une autre opération porte cette référence.',
  'Must be an object with method and path.': 'Indiquez un objet avec method et path.',
  'Has an unknown key.': 'Contient une clé inconnue.',
  'Must be a path below the API, such as /events/41.': 'Indiquez un chemin de l’API, comme /events/41.',
  'Must be a name of letters, digits, _ and -, starting with a letter.':
    'Indiquez un nom de lettres, chiffres, _ et -, qui commence par une lettre.',
  'Must be an object.': 'Indiquez un objet.',
  'Must be an ETag.': 'Indiquez un ETag.',
  'UPSERT needs source and external_id.': 'UPSERT nécessite source et external_id.',
  'Files cannot be uploaded in a batch.': 'Un lot ne peut pas contenir de fichiers.',
  'Parameters with _ and dry_run are for the whole batch.':
    'Les paramètres avec _ et dry_run s’appliquent au lot entier.',
  'Percent-encoding is not valid UTF-8.': 'L’encodage pour cent n’est pas de l’UTF-8 valide.',
  'Images are fetched only with atomic: false. Upload the image first and send its ID.':
    'Les images ne sont récupérées qu’avec atomic: false. Envoyez d’abord l’image, puis son identifiant.',
  ...frenchRecurrence,
};
