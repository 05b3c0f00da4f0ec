// French translations of the messages about recurrence rules. Names of parts stay as they are written in a rule.

export const frenchRecurrence = {
  'The dates of this {} exist up to {}. Change a later one to create it.':
    'Les dates de cet élément ({}) existent jusqu’au {}. Modifiez une date ultérieure pour la créer.',
  'All dates can only move to another day together with a new recurrence.':
    'Toutes les dates ne peuvent changer de jour qu’avec une nouvelle récurrence.',
  'The rule has more than {} dates. Use a rule with fewer dates or an end.':
    'La règle a plus de {} dates. Utilisez une règle avec moins de dates ou une fin.',
  'One date has no rule of its own. Use scope=following or scope=all.':
    'Une date n’a pas de règle propre. Utilisez scope=following ou scope=all.',
  'A series can only be changed as a whole. Use the ID of one of its dates.':
    'Une série ne se modifie qu’en entier. Utilisez l’identifiant d’une de ses dates.',
  '{} needs {}.': '{} nécessite {}.',
  '{} cannot be combined with {}.': '{} n’est pas compatible avec {}.',
  '{} is given twice.': '{} figure deux fois.',
  '{} must be a number from {} to {}.': '{} doit être un nombre de {} à {}.',
  '{} takes numbers from {} to {}.': '{} accepte des nombres de {} à {}.',
  '{} takes numbers from 1 to {} and from -{} to -1.': '{} accepte des nombres de 1 à {} et de -{} à -1.',
  '{} takes weekdays: MO, TU, WE, TH, FR, SA, SU.': '{} accepte des jours de la semaine : MO, TU, WE, TH, FR, SA, SU.',
  '{} has an unknown time zone. Use a name such as Europe/Paris.':
    '{} indique un fuseau horaire inconnu. Utilisez un nom tel que Europe/Paris.',
  '{} is not supported in a recurrence. Use RRULE, RDATE and EXDATE.':
    '{} n’est pas pris en charge dans une récurrence. Utilisez RRULE, RDATE et EXDATE.',
  'a value': 'une valeur',
  'another BY part': 'une autre partie BY',
  'The rule': 'La règle',
  'BYDAY with a number': 'BYDAY avec un nombre',
  'BYDAY with and without numbers': 'BYDAY avec et sans nombres',
  'FREQ=MONTHLY or BYMONTH': 'FREQ=MONTHLY ou BYMONTH',
  'FREQ=MONTHLY or FREQ=YEARLY': 'FREQ=MONTHLY ou FREQ=YEARLY',
  'SKIP=FORWARD with BYSETPOS': 'SKIP=FORWARD avec BYSETPOS',
  'BYHOUR or BYMINUTE': 'BYHOUR ou BYMINUTE',
  'BYMONTHDAY below -28': 'BYMONTHDAY inférieur à -28',
  'The rule must be {} characters or fewer.': 'La règle doit comporter {} caractères au maximum.',
  'The rule has an unknown part: {}.': 'La règle contient une partie inconnue : {}.',
  'BYDAY counts weekdays from 1 to 53 and from -53 to -1.':
    'BYDAY compte les jours de la semaine de 1 à 53 et de -53 à -1.',
  'BYDAY counts the weekdays of a month from 1 to 5 and from -5 to -1.':
    'BYDAY compte les jours de la semaine d’un mois de 1 à 5 et de -5 à -1.',
  'UNTIL must be a date such as 20271231 or 20271231T180000Z.':
    'UNTIL doit être une date telle que 20271231 ou 20271231T180000Z.',
  'FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY.': 'FREQ doit être DAILY, WEEKLY, MONTHLY ou YEARLY.',
  'RSCALE must be GREGORIAN.': 'RSCALE doit être GREGORIAN.',
  'SKIP must be OMIT, BACKWARD or FORWARD.': 'SKIP doit être OMIT, BACKWARD ou FORWARD.',
  'SKIP=FORWARD cannot be split at this date.': 'SKIP=FORWARD ne peut pas être coupé à cette date.',
  'BYHOUR and BYMINUTE give more than {} times a day.': 'BYHOUR et BYMINUTE donnent plus de {} horaires par jour.',
  'BYHOUR and BYMINUTE cannot express the moved times. Send a new rule.':
    'BYHOUR et BYMINUTE ne peuvent pas exprimer les horaires déplacés. Envoyez une nouvelle règle.',
  'The time of a series can only change within the day. Send a new rule.':
    'L’horaire d’une série ne peut changer que dans la journée. Envoyez une nouvelle règle.',
  'The rule covers more than {} days or dates. Use a nearer end.':
    'La règle couvre plus de {} jours ou dates. Choisissez une fin plus proche.',
  'The recurrence has no date within {} years of its start.':
    'La récurrence n’a aucune date dans les {} ans après son début.',
  'The recurrence has dates in more than {} years of other time zones.':
    'La récurrence a des dates dans plus de {} années d’autres fuseaux horaires.',
  'The recurrence has more than {} {}.': 'La récurrence contient plus de {} {}.',
  exceptions: 'exceptions',
  'The recurrence has an unknown property: {}.': 'La récurrence contient une propriété inconnue : {}.',
  'An extra date must not end before it starts.': 'Une date supplémentaire ne doit pas finir avant son début.',
  'A recurrence has one RRULE only. Add further dates as RDATE.':
    'Une récurrence ne contient qu’une RRULE. Ajoutez les autres dates avec RDATE.',
  'A recurrence is a rule, a list of lines, or an object with rule, dates and except.':
    'Une récurrence est une règle, une liste de lignes ou un objet avec rule, dates et except.',
  'The rule of a recurrence must be text.': 'La règle d’une récurrence doit être un texte.',
  'The dates of a recurrence must be a list.': 'Les dates d’une récurrence doivent former une liste.',
  'The dates of a recurrence are texts, or objects with start and end.':
    'Les dates d’une récurrence sont des textes, ou des objets avec start et end.',
  'The exceptions of a recurrence must be a list of texts.':
    'Les exceptions d’une récurrence doivent former une liste de textes.',
  'The start does not fit the recurrence. The nearest date is {}.':
    'Le début ne correspond pas à la récurrence. La date la plus proche est {}.',
  'The start does not fit the recurrence. The nearest date is {}. Use it, or send align=true.':
    'Le début ne correspond pas à la récurrence. La date la plus proche est {}. Utilisez-la ou envoyez align=true.',
  '{} does not exist in {}. The event starts at {}.': '{} n’existe pas à {}. L’événement commence à {}.',
  'The date {} ends after the next one starts.': 'La date {} finit après le début de la suivante.',
  'An all-day event has no time of day. Remove BYHOUR and BYMINUTE.':
    'Un événement d’une journée n’a pas d’horaire. Retirez BYHOUR et BYMINUTE.',
  'Invalid date in the recurrence: {}. Use YYYY-MM-DD HH:MM.':
    'Date non valide dans la récurrence : {}. Utilisez le format AAAA-MM-JJ HH:MM.',
};
