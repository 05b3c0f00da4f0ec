// Spanish translations of the messages about lines of JSON, by their English text. `{}` is a placeholder.
export const spanishLines = {
  'line {}: {}': 'línea {}: {}',
  'the body must not be compressed': 'el cuerpo no debe estar comprimido',
  'Import-Id must have 1 to 100 letters, digits and any of . _ : -':
    'Import-Id debe tener de 1 a 100 letras, números o signos . _ : -',
  'offset is not supported: send the whole body with the same Import-Id':
    'no se admite offset: envíe el cuerpo completo con el mismo Import-Id',
  'there is no interrupted import with this Import-Id and format':
    'no hay ninguna importación interrumpida con este Import-Id y este formato',
  'The line is not valid JSON. If it is the last one, the file was cut off':
    'La línea no es JSON válido. Si es la última, el archivo está cortado',
  'The line is not valid JSON': 'La línea no es JSON válido',
  'The line is not a JSON object': 'La línea no es un objeto JSON',
  'The line is not valid UTF-8': 'La línea no está en UTF-8 válido',
  'The line is longer than {} bytes': 'La línea tiene más de {} bytes',
  'The last line of the export is missing. The file was cut off':
    'Falta la última línea de la exportación. El archivo está cortado',
  'There are lines after the end of the export': 'Hay líneas después del final de la exportación',
  'The export has version {}, expected {}': 'La exportación tiene la versión {}; se esperaba {}',
  'There is no resource {}': 'No existe el recurso {}',
  'There are more than {} records': 'Hay más de {} registros',
  'The source is {}, but that of the first line is {}': 'El origen es {}, pero el de la primera línea es {}',
  'Stopped after {} failed records': 'Se detuvo después de {} registros con errores',
};
