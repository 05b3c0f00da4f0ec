// What the service says, in French.
import type { Catalogue } from './translate.js';

export const french: Catalogue = {
  // Refusals
  'No route matches this address and method.': 'Aucune route ne correspond à cette adresse et à cette méthode.',
  'This address does not answer that method; see the Allow header.':
    'Cette adresse ne répond pas à cette méthode ; voir l’en-tête Allow.',
  'Missing parameter(s): {}.': 'Paramètre(s) manquant(s) : {}.',
  'Invalid parameter(s): {}.': 'Paramètre(s) non valide(s) : {}.',
  'The body is not valid JSON: {}.': 'Le corps n’est pas du JSON valide : {}.',
  'The request cannot be read: {}.': 'La requête est illisible : {}.',
  'A JSONP callback is word characters and dots.':
    'Le nom d’une fonction JSONP se compose de lettres, de chiffres, de soulignés et de points.',
  'There is no such namespace here.': 'Cet espace de noms n’existe pas ici.',
  'You must sign in to do that.': 'Il faut s’identifier pour faire cela.',
  'You are not signed in.': 'Vous n’êtes pas identifié.',
  'You may not do that.': 'Vous n’avez pas le droit de faire cela.',
  'The user name or the application password is wrong.':
    'Le nom d’utilisateur ou le mot de passe d’application est incorrect.',
  'A change with a session cookie needs the X-CSRF-Token header of that session.':
    'Une modification avec un cookie de session exige l’en-tête X-CSRF-Token de cette session.',
  'Too many attempts. Wait {} s and try again.': 'Trop de tentatives. Attendez {} s puis réessayez.',
  'There is no such {}.': 'Introuvable : {}.',
  'That id belongs to another kind of record.': 'Cet identifiant appartient à un autre type de fiche.',
  'This {} is not public.': 'Non public : {}.',
  'This {} is in the trash.': 'Dans la corbeille : {}.',
  'This {} needs its password: add ?password=….': 'Protégé par un mot de passe ({}) : ajoutez ?password=….',
  'This {} is already in the trash.': 'Déjà dans la corbeille : {}.',
  'The list has fewer pages than that.': 'La liste a moins de pages que cela.',
  'A term with this name already stands at this place.': 'Un terme de ce nom existe déjà à cet endroit.',
  'Tags have no parent.': 'Les étiquettes n’ont pas de parent.',
  'The record has changed since: read it again first.': 'La fiche a changé entre-temps : relisez-la d’abord.',
  'This Idempotency-Key was used for another request: take a new one.':
    'Cette Idempotency-Key a déjà servi pour une autre requête : prenez-en une nouvelle.',
  'The body is larger than {}.': 'Le corps dépasse {}.',
  'The service is busy: try again in a moment.': 'Le service est occupé : réessayez dans un instant.',
  'Something went wrong on our side.': 'Une erreur s’est produite de notre côté.',

  // Words that are filled in
  event: 'événement',
  venue: 'lieu',
  organizer: 'organisateur',
  category: 'catégorie',
  tag: 'étiquette',
  user: 'utilisateur',
  record: 'fiche',
  term: 'terme',
  type: 'type',
  image: 'image',

  // Why a request cannot be read
  'its length is not as announced': 'sa longueur n’est pas celle annoncée',
  'its address has a broken escape': 'son adresse contient un échappement rompu',
  'it is not well-formed': 'elle est mal formée',
  'it is not HTTP': 'ce n’est pas du HTTP',
  'the Idempotency-Key is longer than 255 characters': 'l’Idempotency-Key dépasse 255 caractères',
  'more than {} parameters': 'plus de {} paramètres',
  'a percent escape that is no UTF-8': 'un échappement pour cent qui n’est pas de l’UTF-8',
  'parameters nested too deep': 'des paramètres trop imbriqués',
  'nested deeper than {} levels': 'plus de {} niveaux imbriqués',
  'syntax error': 'erreur de syntaxe',

  // What is wrong with a parameter
  'This must be text.': 'Ce doit être un texte.',
  'This text holds a NUL character or half of a character.':
    'Ce texte contient un caractère NUL ou une moitié de caractère.',
  'This text is longer than {} characters.': 'Ce texte dépasse {} caractères.',
  'This is longer than {} characters.': 'Cela dépasse {} caractères.',
  'This must not be blank.': 'Cela ne doit pas être vide.',
  'This must not be empty.': 'Cela ne doit pas être vide.',
  'This must be true or false.': 'Ce doit être true ou false.',
  'This must be a word or true or false.': 'Ce doit être un mot, ou true ou false.',
  'This is not a date that can be read.': 'Cette date est illisible.',
  'This is not a known time zone.': 'Ce fuseau horaire est inconnu.',
  'This date lies outside the years 1 to 9999.': 'Cette date est hors des années 1 à 9999.',
  'This must be one of {}.': 'Valeurs admises : {}.',
  'This must be any, or a list of {}.': 'Ce doit être any, ou une liste de : {}.',
  'Without the right to write, only publish may be asked for.':
    'Sans le droit d’écrire, seul publish peut être demandé.',
  'This must be ids of records, or data of new ones.':
    'Ce doit être des identifiants de fiches, ou les données de nouvelles fiches.',
  'The data of the new record lacks or spoils: {}.': 'Données manquantes ou fautives de la nouvelle fiche : {}.',
  'The data of the new record is wrong in: {}.': 'Données fautives de la nouvelle fiche : {}.',
  'This must be ids, slugs or names of terms.': 'Ce doit être des identifiants, des slugs ou des noms de termes.',
  'This must name at least one term.': 'Il faut nommer au moins un terme.',
  'This must be a whole number from 1 on.': 'Ce doit être un nombre entier à partir de 1.',
  'This must be the id of a record.': 'Ce doit être l’identifiant d’une fiche.',
  'This must be a number from {} to {}.': 'Ce doit être un nombre de {} à {}.',
  'This holds more than {} items.': 'Cela contient plus de {} éléments.',
  'This must name at least one id.': 'Il faut donner au moins un identifiant.',
  'This must be a list of ids.': 'Ce doit être une liste d’identifiants.',
  'This must be an absolute web address.': 'Ce doit être une adresse web absolue.',
  'This must be a price, a text or a list of prices.': 'Ce doit être un prix, un texte ou une liste de prix.',
  'There is no {} {}.': 'Introuvable : {} {}.',
  'The extension that this parameter needs is not active.': 'L’extension dont ce paramètre a besoin n’est pas active.',
  'Another record has this slug.': 'Une autre fiche porte ce slug.',
  'This category would stand too deep in the tree.': 'Cette catégorie serait trop profonde dans l’arborescence.',
  'A category cannot stand below itself.': 'Une catégorie ne peut pas se trouver sous elle-même.',
  'An event cannot belong to itself.': 'Un événement ne peut pas dépendre de lui-même.',
  'An event cannot end before it starts.': 'Un événement ne peut pas finir avant de commencer.',
};
