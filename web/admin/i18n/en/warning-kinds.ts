// Names of the kinds of warnings in reports. A kind that is not listed is shown as the report has it.

export const warningKinds: Readonly<Record<string, string>> = {
  'ambiguous date': 'Ambiguous dates',
  'unreadable row': 'Rows that cannot be read',
  'duplicate row': 'Duplicate rows',
  'unknown column': 'Ignored columns',
  invalid: 'Invalid records',
  'changed here': 'Changed here since the last import',
  'changed since': 'Changed since the import',
  'in use': 'Still in use',
  'not undone': 'Not undone',
  mirrored: 'Mirrored from another site',
  'no permission': 'Without permission',
  'of another source': 'Records of another source',
  'own event': 'Events of this calendar',
};
