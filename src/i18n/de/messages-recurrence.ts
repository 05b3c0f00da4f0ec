// German translations of the messages about recurrence rules. Names of parts stay as they are written in a rule.

export const germanRecurrence = {
  'The dates of this {} exist up to {}. Change a later one to create it.':
    'Die Termine dieses Eintrags ({}) gibt es bis {}. Ändern Sie einen späteren, um ihn zu erstellen.',
  'All dates can only move to another day together with a new recurrence.':
    'Alle Termine können nur mit einer neuen Wiederholung auf einen anderen Tag verschoben werden.',
  'The rule has more than {} dates. Use a rule with fewer dates or an end.':
    'Die Regel hat mehr als {} Termine. Verwenden Sie eine Regel mit weniger Terminen oder einem Ende.',
  'One date has no rule of its own. Use scope=following or scope=all.':
    'Ein einzelner Termin hat keine eigene Regel. Verwenden Sie scope=following oder scope=all.',
  'A series can only be changed as a whole. Use the ID of one of its dates.':
    'Eine Serie lässt sich nur als Ganzes ändern. Verwenden Sie die ID eines ihrer Termine.',
  '{} needs {}.': '{} erfordert {}.',
  '{} cannot be combined with {}.': '{} ist nicht kombinierbar mit: {}.',
  '{} is given twice.': '{} ist doppelt angegeben.',
  '{} must be a number from {} to {}.': '{} muss eine Zahl von {} bis {} sein.',
  '{} takes numbers from {} to {}.': '{} erlaubt Zahlen von {} bis {}.',
  '{} takes numbers from 1 to {} and from -{} to -1.': '{} erlaubt Zahlen von 1 bis {} und von -{} bis -1.',
  '{} takes weekdays: MO, TU, WE, TH, FR, SA, SU.': '{} erlaubt Wochentage: MO, TU, WE, TH, FR, SA, SU.',
  '{} has an unknown time zone. Use a name such as Europe/Paris.':
    '{} hat eine unbekannte Zeitzone. Verwenden Sie einen Namen wie Europe/Paris.',
  '{} is not supported in a recurrence. Use RRULE, RDATE and EXDATE.':
    '{} wird in einer Wiederholung nicht unterstützt. Verwenden Sie RRULE, RDATE und EXDATE.',
  'a value': 'einen Wert',
  'another BY part': 'einen weiteren BY-Teil',
  'The rule': 'Die Regel',
  'BYDAY with a number': 'BYDAY mit Zahl',
  'BYDAY with and without numbers': 'BYDAY mit und ohne Zahlen',
  'FREQ=MONTHLY or BYMONTH': 'FREQ=MONTHLY oder BYMONTH',
  'FREQ=MONTHLY or FREQ=YEARLY': 'FREQ=MONTHLY oder FREQ=YEARLY',
  'SKIP=FORWARD with BYSETPOS': 'SKIP=FORWARD mit BYSETPOS',
  'BYHOUR or BYMINUTE': 'BYHOUR oder BYMINUTE',
  'BYMONTHDAY below -28': 'BYMONTHDAY unter -28',
  'The rule must be {} characters or fewer.': 'Die Regel darf höchstens {} Zeichen haben.',
  'The rule has an unknown part: {}.': 'Die Regel hat einen unbekannten Teil: {}.',
  'BYDAY counts weekdays from 1 to 53 and from -53 to -1.': 'BYDAY zählt Wochentage von 1 bis 53 und von -53 bis -1.',
  'BYDAY counts the weekdays of a month from 1 to 5 and from -5 to -1.':
    'BYDAY zählt die Wochentage eines Monats von 1 bis 5 und von -5 bis -1.',
  'UNTIL must be a date such as 20271231 or 20271231T180000Z.':
    'UNTIL muss ein Datum wie 20271231 oder 20271231T180000Z sein.',
  'FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY.': 'FREQ muss DAILY, WEEKLY, MONTHLY oder YEARLY sein.',
  'RSCALE must be GREGORIAN.': 'RSCALE muss GREGORIAN sein.',
  'SKIP must be OMIT, BACKWARD or FORWARD.': 'SKIP muss OMIT, BACKWARD oder FORWARD sein.',
  'SKIP=FORWARD cannot be split at this date.': 'SKIP=FORWARD lässt sich an diesem Termin nicht teilen.',
  'BYHOUR and BYMINUTE give more than {} times a day.': 'BYHOUR und BYMINUTE ergeben mehr als {} Uhrzeiten am Tag.',
  'BYHOUR and BYMINUTE cannot express the moved times. Send a new rule.':
    'BYHOUR und BYMINUTE können die verschobenen Uhrzeiten nicht ausdrücken. Senden Sie eine neue Regel.',
  'The time of a series can only change within the day. Send a new rule.':
    'Die Uhrzeit einer Serie lässt sich nur innerhalb des Tages ändern. Senden Sie eine neue Regel.',
  'The rule covers more than {} days or dates. Use a nearer end.':
    'Die Regel umfasst mehr als {} Tage oder Termine. Wählen Sie ein früheres Ende.',
  'The recurrence has no date within {} years of its start.':
    'Die Wiederholung hat innerhalb von {} Jahren nach ihrem Beginn keinen Termin.',
  'The recurrence has dates in more than {} years of other time zones.':
    'Die Wiederholung hat Termine in mehr als {} Jahren anderer Zeitzonen.',
  'The recurrence has more than {} {}.': 'Die Wiederholung hat mehr als {} {}.',
  exceptions: 'Ausnahmen',
  dates: 'Termine',
  'The recurrence has an unknown property: {}.': 'Die Wiederholung hat eine unbekannte Eigenschaft: {}.',
  'An extra date must not end before it starts.': 'Ein zusätzlicher Termin darf nicht vor seinem Beginn enden.',
  'A recurrence has one RRULE only. Add further dates as RDATE.':
    'Eine Wiederholung hat nur eine RRULE. Geben Sie weitere Termine als RDATE an.',
  'A recurrence is a rule, a list of lines, or an object with rule, dates and except.':
    'Eine Wiederholung ist eine Regel, eine Liste von Zeilen oder ein Objekt mit rule, dates und except.',
  'The rule of a recurrence must be text.': 'Die Regel einer Wiederholung muss Text sein.',
  'The dates of a recurrence must be a list.': 'Die Termine einer Wiederholung müssen eine Liste sein.',
  'The dates of a recurrence are texts, or objects with start and end.':
    'Die Termine einer Wiederholung sind Texte oder Objekte mit start und end.',
  'The exceptions of a recurrence must be a list of texts.':
    'Die Ausnahmen einer Wiederholung müssen eine Liste von Texten sein.',
  'The start does not fit the recurrence. The nearest date is {}.':
    'Der Beginn passt nicht zur Wiederholung. Der nächstliegende Termin ist {}.',
  'The start does not fit the recurrence. The nearest date is {}. Use it, or send align=true.':
    'Der Beginn passt nicht zur Wiederholung. Der nächstliegende Termin ist {}. Verwenden Sie ihn oder senden Sie align=true.',
  '{} does not exist in {}. The event starts at {}.': '{} gibt es in {} nicht. Die Veranstaltung beginnt um {}.',
  'The date {} ends after the next one starts.': 'Der Termin {} endet erst nach dem Beginn des nächsten.',
  'An all-day event has no time of day. Remove BYHOUR and BYMINUTE.':
    'Eine ganztägige Veranstaltung hat keine Uhrzeit. Entfernen Sie BYHOUR und BYMINUTE.',
  'Invalid date in the recurrence: {}. Use YYYY-MM-DD HH:MM.':
    'Ungültiges Datum in der Wiederholung: {}. Verwenden Sie YYYY-MM-DD HH:MM.',
};
