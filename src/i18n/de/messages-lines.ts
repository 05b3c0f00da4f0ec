// German translations of the messages about lines of JSON, by their English text. `{}` is a placeholder.
export const germanLines = {
  'line {}: {}': 'Zeile {}: {}',
  'the body must not be compressed': 'der Inhalt darf nicht komprimiert sein',
  'Import-Id must have 1 to 100 letters, digits and any of . _ : -':
    'Import-Id muss aus 1 bis 100 Buchstaben, Ziffern oder Zeichen aus . _ : - bestehen',
  'offset is not supported: send the whole body with the same Import-Id':
    'offset wird nicht unterstützt: Senden Sie den ganzen Inhalt mit derselben Import-Id',
  'there is no interrupted import with this Import-Id and format':
    'es gibt keinen unterbrochenen Import mit dieser Import-Id und diesem Format',
  'The line is not valid JSON. If it is the last one, the file was cut off':
    'Die Zeile ist kein gültiges JSON. Wenn sie die letzte ist, wurde die Datei abgeschnitten',
  'The line is not valid JSON': 'Die Zeile ist kein gültiges JSON',
  'The line is not a JSON object': 'Die Zeile ist kein JSON-Objekt',
  'The line is not valid UTF-8': 'Die Zeile ist kein gültiges UTF-8',
  'The line is longer than {} bytes': 'Die Zeile ist länger als {} Bytes',
  'The last line of the export is missing. The file was cut off':
    'Die letzte Zeile des Exports fehlt. Die Datei wurde abgeschnitten',
  'There are lines after the end of the export': 'Nach dem Ende des Exports folgen weitere Zeilen',
  'The export has version {}, expected {}': 'Der Export hat Version {}, erwartet wird {}',
  'There is no resource {}': 'Die Ressource {} gibt es nicht',
  'There are more than {} records': 'Es sind mehr als {} Einträge',
  'The source is {}, but that of the first line is {}': 'Die Quelle ist {}, die der ersten Zeile aber {}',
  'Stopped after {} failed records': 'Nach {} fehlgeschlagenen Einträgen abgebrochen',
};
