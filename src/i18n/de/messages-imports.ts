// German translations of the messages about imported files, by their English text. `{}` is a placeholder.
export const germanImports = {
  'Must be a file.': 'Muss eine Datei sein.',
  'Must be an object, or JSON text of one.': 'Muss ein Objekt oder dessen JSON-Text sein.',
  'Must have the name of a field for each column.': 'Muss für jede Spalte den Namen eines Feldes enthalten.',
  'Can have status, categories, venue and timezone only.': 'Darf nur status, categories, venue und timezone enthalten.',
  'The file is larger than 10 MiB.': 'Die Datei ist größer als 10 MiB.',
  'The file is empty.': 'Die Datei ist leer.',
  'The file takes too long to read. Split it into smaller files.':
    'Das Lesen der Datei dauert zu lange. Teilen Sie sie in kleinere Dateien auf.',
  'The file needs too much memory. Split it into smaller files.':
    'Die Datei braucht zu viel Speicher. Teilen Sie sie in kleinere Dateien auf.',
  'The calendar has more than {} lines. Split it into smaller files.':
    'Der Kalender hat mehr als {} Zeilen. Teilen Sie ihn in kleinere Dateien auf.',
  'The rules of the calendar take too long to expand. Use fewer or simpler rules.':
    'Die Regeln des Kalenders lassen sich nicht schnell genug auswerten. Verwenden Sie weniger oder einfachere Regeln.',
  'The rules of the calendar give more than {} dates. Use fewer rules, or rules that end earlier.':
    'Die Regeln des Kalenders ergeben mehr als {} Termine. Verwenden Sie weniger Regeln oder Regeln, die früher enden.',
  'The calendar changes more than {} dates of its series. Split it into smaller files.':
    'Der Kalender ändert mehr als {} Termine seiner Serien. Teilen Sie ihn in kleinere Dateien auf.',
  'The calendar names more than {} time zones. Split it into smaller files.':
    'Der Kalender nennt mehr als {} Zeitzonen. Teilen Sie ihn in kleinere Dateien auf.',
  'The file is {}, not CSV. Export it as CSV first.': 'Die Datei ist {}, kein CSV. Exportieren Sie sie zuerst als CSV.',
  'a ZIP archive or a spreadsheet': 'ein ZIP-Archiv oder eine Tabelle',
  'a spreadsheet': 'eine Tabelle',
  'a gzip archive': 'ein gzip-Archiv',
  'a PDF document': 'ein PDF-Dokument',
  'The file is a web page, not CSV.': 'Die Datei ist eine Webseite, kein CSV.',
  'The file has binary content. If it is UTF-16, choose that as its encoding.':
    'Die Datei hat binären Inhalt. Wenn sie UTF-16 ist, wählen Sie diese Kodierung.',
  'The file is not valid UTF-8. Choose its encoding, such as latin-1.':
    'Die Datei ist kein gültiges UTF-8. Wählen Sie ihre Kodierung, zum Beispiel latin-1.',
  'The quotes that open on line {} are not closed.':
    'Die Anführungszeichen, die in Zeile {} beginnen, sind nicht geschlossen.',
  'Line {} has more than {} columns.': 'Zeile {} hat mehr als {} Spalten.',
  'Line {} has a cell of more than 64 KiB.': 'Zeile {} hat eine Zelle von mehr als 64 KiB.',
  'The file has more than {} rows.': 'Die Datei hat mehr als {} Zeilen.',
  'There is no resource “{}”.': 'Die Ressource „{}“ gibt es nicht.',
  '“{}” is not a field. Use one of: {}.': '„{}“ ist kein Feld. Möglich sind: {}.',
  'The file has no column for {} of the {}s. Map one of its columns to a field: {}.':
    'Die Datei hat keine Spalte für {} ({}). Ordnen Sie eine ihrer Spalten einem Feld zu: {}.',
  '“{}” is not a date.': '„{}“ ist kein Datum.',
  '“{}” is not a time.': '„{}“ ist keine Uhrzeit.',
  '“{}” is not yes or no.': '„{}“ ist weder Ja noch Nein.',
  '“{}” could be two dates. Choose a date format.':
    '„{}“ kann zwei verschiedene Tage meinen. Wählen Sie ein Datumsformat.',
  'The start date is empty.': 'Der Beginn ist leer.',
  'The external ID is empty.': 'Die externe ID ist leer.',
  'The UID is empty.': 'Die UID ist leer.',
  'The ID is longer than 255 characters.': 'Die ID ist länger als 255 Zeichen.',
  'The server returned status {}.': 'Der Server hat mit Status {} geantwortet.',
  'The service stopped while it read the calendar.': 'Der Dienst wurde beendet, während er den Kalender las.',
  'The calendar was cut off. Its complete events were imported.':
    'Der Kalender ist unvollständig. Seine vollständigen Veranstaltungen wurden importiert.',
  'The calendar could not be imported. See the log.':
    'Der Kalender konnte nicht importiert werden. Näheres steht im Protokoll.',
  '{} events are no longer in the calendar. Move them to the trash, or keep them.':
    '{} Veranstaltungen stehen nicht mehr im Kalender. Verschieben Sie sie in den Papierkorb, oder behalten Sie sie.',
};
