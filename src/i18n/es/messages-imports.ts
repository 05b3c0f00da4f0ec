// Spanish translations of the messages about imported files, by their English text. `{}` is a placeholder.
export const spanishImports = {
  'Must be a file.': 'Debe ser un archivo.',
  'Must be an object, or JSON text of one.': 'Debe ser un objeto o su texto JSON.',
  'Must have the name of a field for each column.': 'Debe tener el nombre de un campo para cada columna.',
  'Can have status, categories, venue and timezone only.': 'Solo puede tener status, categories, venue y timezone.',
  'The file is larger than 10 MiB.': 'El archivo supera los 10 MiB.',
  'The file is empty.': 'El archivo está vacío.',
  'The file takes too long to read. Split it into smaller files.':
    'La lectura del archivo tarda demasiado. Divídalo en archivos más pequeños.',
  'The file needs too much memory. Split it into smaller files.':
    'El archivo necesita demasiada memoria. Divídalo en archivos más pequeños.',
  'The calendar has more than {} lines. Split it into smaller files.':
    'El calendario tiene más de {} líneas. Divídalo en archivos más pequeños.',
  'The rules of the calendar take too long to expand. Use fewer or simpler rules.':
    'Las reglas del calendario tardan demasiado en calcularse. Use menos reglas o reglas más sencillas.',
  'The rules of the calendar give more than {} dates. Use fewer rules, or rules that end earlier.':
    'Las reglas del calendario dan más de {} fechas. Use menos reglas o reglas que terminen antes.',
  'The calendar changes more than {} dates of its series. Split it into smaller files.':
    'El calendario cambia más de {} fechas de sus series. Divídalo en archivos más pequeños.',
  'The calendar names more than {} time zones. Split it into smaller files.':
    'El calendario nombra más de {} zonas horarias. Divídalo en archivos más pequeños.',
  'The file is {}, not CSV. Export it as CSV first.': 'El archivo es {}, no un CSV. Expórtelo primero como CSV.',
  'a ZIP archive or a spreadsheet': 'un archivo ZIP o una hoja de cálculo',
  'a spreadsheet': 'una hoja de cálculo',
  'a gzip archive': 'un archivo gzip',
  'a PDF document': 'un documento PDF',
  'The file is a web page, not CSV.': 'El archivo es una página web, no un CSV.',
  'The file has binary content. If it is UTF-16, choose that as its encoding.':
    'El archivo tiene contenido binario. Si está en UTF-16, elija esa codificación.',
  'The file is not valid UTF-8. Choose its encoding, such as latin-1.':
    'El archivo no está en UTF-8 válido. Elija su codificación, por ejemplo latin-1.',
  'The quotes that open on line {} are not closed.': 'Las comillas que se abren en la línea {} no se cierran.',
  'Line {} has more than {} columns.': 'La línea {} tiene más de {} columnas.',
  'Line {} has a cell of more than 64 KiB.': 'La línea {} tiene una celda de más de 64 KiB.',
  'The file has more than {} rows.': 'El archivo tiene más de {} filas.',
  'There is no resource “{}”.': 'No existe el recurso «{}».',
  '“{}” is not a field. Use one of: {}.': '«{}» no es un campo. Use uno de estos: {}.',
  'The file has no column for {} of the {}s. Map one of its columns to a field: {}.':
    'El archivo no tiene ninguna columna para {} ({}). Asigne una de sus columnas a un campo: {}.',
  '“{}” is not a date.': '«{}» no es una fecha.',
  '“{}” is not a time.': '«{}» no es una hora.',
  '“{}” is not yes or no.': '«{}» no es ni sí ni no.',
  '“{}” could be two dates. Choose a date format.': '«{}» puede ser dos fechas. Elija un formato de fecha.',
  'The start date is empty.': 'La fecha de inicio está vacía.',
  'The external ID is empty.': 'El ID externo está vacío.',
  'The UID is empty.': 'El UID está vacío.',
  'The ID is longer than 255 characters.': 'El ID tiene más de 255 caracteres.',
  'The server returned status {}.': 'El servidor respondió con el código {}.',
  'The service stopped while it read the calendar.': 'El servicio se detuvo mientras leía el calendario.',
  'The calendar was cut off. Its complete events were imported.':
    'El calendario está incompleto. Se importaron sus eventos completos.',
  'The calendar could not be imported. See the log.': 'No se pudo importar el calendario. Consulte el registro.',
  '{} events are no longer in the calendar. Move them to the trash, or keep them.':
    '{} eventos ya no están en el calendario. Muévalos a la papelera o consérvelos.',
};
