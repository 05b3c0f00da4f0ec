// Spanish translations of the messages about recurrence rules. Names of parts stay as they are written in a rule.

export const spanishRecurrence = {
  'The dates of this {} exist up to {}. Change a later one to create it.':
    'Las fechas de este registro ({}) existen hasta el {}. Cambie una posterior para crearla.',
  'All dates can only move to another day together with a new recurrence.':
    'Todas las fechas solo pueden cambiar de día junto con una repetición nueva.',
  'The rule has more than {} dates. Use a rule with fewer dates or an end.':
    'La regla tiene más de {} fechas. Use una regla con menos fechas o con un fin.',
  'One date has no rule of its own. Use scope=following or scope=all.':
    'Una fecha no tiene regla propia. Use scope=following o scope=all.',
  'A series can only be changed as a whole. Use the ID of one of its dates.':
    'Una serie solo se puede cambiar entera. Use el ID de una de sus fechas.',
  '{} needs {}.': '{} necesita {}.',
  '{} cannot be combined with {}.': '{} no se puede combinar con {}.',
  '{} is given twice.': '{} aparece dos veces.',
  '{} must be a number from {} to {}.': '{} debe ser un número de {} a {}.',
  '{} takes numbers from {} to {}.': '{} admite números de {} a {}.',
  '{} takes numbers from 1 to {} and from -{} to -1.': '{} admite números de 1 a {} y de -{} a -1.',
  '{} takes weekdays: MO, TU, WE, TH, FR, SA, SU.': '{} admite días de la semana: MO, TU, WE, TH, FR, SA, SU.',
  '{} has an unknown time zone. Use a name such as Europe/Paris.':
    '{} tiene una zona horaria desconocida. Use un nombre como Europe/Paris.',
  '{} is not supported in a recurrence. Use RRULE, RDATE and EXDATE.':
    '{} no se admite en una repetición. Use RRULE, RDATE y EXDATE.',
  'a value': 'un valor',
  'another BY part': 'otra parte BY',
  'The rule': 'La regla',
  'BYDAY with a number': 'BYDAY con un número',
  'BYDAY with and without numbers': 'BYDAY con y sin números',
  'FREQ=MONTHLY or BYMONTH': 'FREQ=MONTHLY o BYMONTH',
  'FREQ=MONTHLY or FREQ=YEARLY': 'FREQ=MONTHLY o FREQ=YEARLY',
  'SKIP=FORWARD with BYSETPOS': 'SKIP=FORWARD con BYSETPOS',
  'BYHOUR or BYMINUTE': 'BYHOUR o BYMINUTE',
  'BYMONTHDAY below -28': 'BYMONTHDAY inferior a -28',
  'The rule must be {} characters or fewer.': 'La regla puede tener {} caracteres como máximo.',
  'The rule has an unknown part: {}.': 'La regla tiene una parte desconocida: {}.',
  'BYDAY counts weekdays from 1 to 53 and from -53 to -1.':
    'BYDAY cuenta los días de la semana de 1 a 53 y de -53 a -1.',
  'BYDAY counts the weekdays of a month from 1 to 5 and from -5 to -1.':
    'BYDAY cuenta los días de la semana de un mes de 1 a 5 y de -5 a -1.',
  'UNTIL must be a date such as 20271231 or 20271231T180000Z.':
    'UNTIL debe ser una fecha como 20271231 o 20271231T180000Z.',
  'FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY.': 'FREQ debe ser DAILY, WEEKLY, MONTHLY o YEARLY.',
  'RSCALE must be GREGORIAN.': 'RSCALE debe ser GREGORIAN.',
  'SKIP must be OMIT, BACKWARD or FORWARD.': 'SKIP debe ser OMIT, BACKWARD o FORWARD.',
  'SKIP=FORWARD cannot be split at this date.': 'SKIP=FORWARD no se puede dividir en esta fecha.',
  'BYHOUR and BYMINUTE give more than {} times a day.': 'BYHOUR y BYMINUTE dan más de {} horas al día.',
  'BYHOUR and BYMINUTE cannot express the moved times. Send a new rule.':
    'BYHOUR y BYMINUTE no pueden expresar las horas cambiadas. Envíe una regla nueva.',
  'The time of a series can only change within the day. Send a new rule.':
    'La hora de una serie solo puede cambiar dentro del día. Envíe una regla nueva.',
  'The rule covers more than {} days or dates. Use a nearer end.':
    'La regla abarca más de {} días o fechas. Use un fin más cercano.',
  'The recurrence has no date within {} years of its start.':
    'La repetición no tiene ninguna fecha en los {} años posteriores a su inicio.',
  'The recurrence has dates in more than {} years of other time zones.':
    'La repetición tiene fechas en más de {} años de otras zonas horarias.',
  'The recurrence has more than {} {}.': 'La repetición tiene más de {} {}.',
  dates: 'fechas',
  exceptions: 'excepciones',
  'The recurrence has an unknown property: {}.': 'La repetición tiene una propiedad desconocida: {}.',
  'An extra date must not end before it starts.': 'Una fecha adicional no puede terminar antes de empezar.',
  'A recurrence has one RRULE only. Add further dates as RDATE.':
    'Una repetición tiene una sola RRULE. Añada las demás fechas como RDATE.',
  'A recurrence is a rule, a list of lines, or an object with rule, dates and except.':
    'Una repetición es una regla, una lista de líneas o un objeto con rule, dates y except.',
  'The rule of a recurrence must be text.': 'La regla de una repetición debe ser un texto.',
  'The dates of a recurrence must be a list.': 'Las fechas de una repetición deben ser una lista.',
  'The dates of a recurrence are texts, or objects with start and end.':
    'Las fechas de una repetición son textos u objetos con start y end.',
  'The exceptions of a recurrence must be a list of texts.':
    'Las excepciones de una repetición deben ser una lista de textos.',
  'The start does not fit the recurrence. The nearest date is {}.':
    'El inicio no coincide con la repetición. La fecha más cercana es {}.',
  'The start does not fit the recurrence. The nearest date is {}. Use it, or send align=true.':
    'El inicio no coincide con la repetición. La fecha más cercana es {}. Úsela o envíe align=true.',
  '{} does not exist in {}. The event starts at {}.': '{} no existe en {}. Hora de inicio del evento: {}.',
  'The date {} ends after the next one starts.': 'La fecha {} termina después de que empiece la siguiente.',
  'An all-day event has no time of day. Remove BYHOUR and BYMINUTE.':
    'Un evento de todo el día no tiene hora. Quite BYHOUR y BYMINUTE.',
  'Invalid date in the recurrence: {}. Use YYYY-MM-DD HH:MM.':
    'Fecha no válida en la repetición: {}. Use el formato AAAA-MM-DD HH:MM.',
};
