// French translations of the messages about lines of JSON, by their English text. `{}` is a placeholder.
export const frenchLines = {
  'line {}: {}': 'ligne {} : {}',
  'the body must not be compressed': 'le corps ne doit pas être compressé',
  'Import-Id must have 1 to 100 letters, digits and any of . _ : -':
    'Import-Id doit avoir de 1 à 100 lettres, chiffres ou caractères parmi . _ : -',
  'offset is not supported: send the whole body with the same Import-Id':
    'offset n’est pas pris en charge : envoyez tout le corps avec le même Import-Id',
  'there is no interrupted import with this Import-Id and format':
    'aucun import interrompu n’a cet Import-Id et ce format',
  'The line is not valid JSON. If it is the last one, the file was cut off':
    'La ligne n’est pas du JSON valide. Si c’est la dernière, le fichier a été tronqué',
  'The line is not valid JSON': 'La ligne n’est pas du JSON valide',
  'The line is not a JSON object': 'La ligne n’est pas un objet JSON',
  'The line is not valid UTF-8': 'La ligne n’est pas en UTF-8 valide',
  'The line is longer than {} bytes': 'La ligne dépasse {} octets',
  'The last line of the export is missing. The file was cut off':
    'La dernière ligne de l’export manque. Le fichier a été tronqué',
  'There are lines after the end of the export': 'Il y a des lignes après la fin de l’export',
  'The export has version {}, expected {}': 'L’export a la version {}, attendu : {}',
  'There is no resource {}': 'Il n’y a pas de ressource {}',
  'There are more than {} records': 'Il y a plus de {} enregistrements',
  'The source is {}, but that of the first line is {}': 'La source est {}, mais celle de la première ligne est {}',
  'Stopped after {} failed records': 'Arrêté après {} enregistrements en échec',
};
