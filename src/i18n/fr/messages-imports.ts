// French translations of the messages about imported files, by their English text. `{}` is a placeholder.
export const frenchImports = {
  'Must be a file.': 'Doit être un fichier.',
  'Must be an object, or JSON text of one.': 'Doit être un objet, ou son texte JSON.',
  'Must have the name of a field for each column.': 'Doit contenir le nom d’un champ pour chaque colonne.',
  'Can have status, categories, venue and timezone only.':
    'Ne peut contenir que status, categories, venue et timezone.',
  'The file is larger than 10 MiB.': 'Le fichier dépasse 10 Mio.',
  'The file is empty.': 'Le fichier est vide.',
  'The file takes too long to read. Split it into smaller files.':
    'La lecture du fichier prend trop de temps. Divisez-le en fichiers plus petits.',
  'The file needs too much memory. Split it into smaller files.':
    'Le fichier demande trop de mémoire. Divisez-le en fichiers plus petits.',
  'The calendar has more than {} lines. Split it into smaller files.':
    'Le calendrier compte plus de {} lignes. Divisez-le en fichiers plus petits.',
  'The rules of the calendar take too long to expand. Use fewer or simpler rules.':
    'Les règles du calendrier prennent trop de temps à développer. Utilisez moins de règles, ou des règles plus simples.',
  'The rules of the calendar give more than {} dates. Use fewer rules, or rules that end earlier.':
    'Les règles du calendrier donnent plus de {} dates. Utilisez moins de règles, ou des règles qui finissent plus tôt.',
  'The calendar changes more than {} dates of its series. Split it into smaller files.':
    'Le calendrier modifie plus de {} dates de ses séries. Divisez-le en fichiers plus petits.',
  'The calendar names more than {} time zones. Split it into smaller files.':
    'Le calendrier nomme plus de {} fuseaux horaires. Divisez-le en fichiers plus petits.',
  'The file is {}, not CSV. Export it as CSV first.': 'Le fichier est {}, pas un CSV. Exportez-le d’abord en CSV.',
  'a ZIP archive or a spreadsheet': 'une archive ZIP ou une feuille de calcul',
  'a spreadsheet': 'une feuille de calcul',
  'a gzip archive': 'une archive gzip',
  'a PDF document': 'un document PDF',
  'The file is a web page, not CSV.': 'Le fichier est une page web, pas un CSV.',
  'The file has binary content. If it is UTF-16, choose that as its encoding.':
    'Le fichier a un contenu binaire. S’il est en UTF-16, choisissez cet encodage.',
  'The file is not valid UTF-8. Choose its encoding, such as latin-1.':
    'Le fichier n’est pas en UTF-8 valide. Choisissez son encodage, par exemple latin-1.',
  'The quotes that open on line {} are not closed.': 'Les guillemets ouverts à la ligne {} ne sont pas fermés.',
  'Line {} has more than {} columns.': 'La ligne {} a plus de {} colonnes.',
  'Line {} has a cell of more than 64 KiB.': 'La ligne {} a une cellule de plus de 64 Kio.',
  'The file has more than {} rows.': 'Le fichier a plus de {} lignes.',
  'There is no resource “{}”.': 'Il n’y a pas de ressource « {} ».',
  '“{}” is not a field. Use one of: {}.': '« {} » n’est pas un champ. Utilisez l’un de : {}.',
  'The file has no column for {} of the {}s. Map one of its columns to a field: {}.':
    'Le fichier n’a pas de colonne pour {} ({}). Associez une de ses colonnes à un champ : {}.',
  '“{}” is not a date.': '« {} » n’est pas une date.',
  '“{}” is not a time.': '« {} » n’est pas une heure.',
  '“{}” is not yes or no.': '« {} » n’est ni oui ni non.',
  '“{}” could be two dates. Choose a date format.': '« {} » peut désigner deux dates. Choisissez un format de date.',
  'The start date is empty.': 'La date de début est vide.',
  'The external ID is empty.': 'L’identifiant externe est vide.',
  'The UID is empty.': 'L’UID est vide.',
  'The ID is longer than 255 characters.': 'L’identifiant dépasse 255 caractères.',
  'The server returned status {}.': 'Le serveur a répondu avec le code {}.',
  'The service stopped while it read the calendar.': 'Le service s’est arrêté pendant la lecture du calendrier.',
  'The calendar was cut off. Its complete events were imported.':
    'Le calendrier est incomplet. Ses événements complets ont été importés.',
  'The calendar could not be imported. See the log.': 'Le calendrier n’a pas pu être importé. Consultez le journal.',
  '{} events are no longer in the calendar. Move them to the trash, or keep them.':
    '{} événements ne sont plus dans le calendrier. Mettez-les à la corbeille ou gardez-les.',
};
