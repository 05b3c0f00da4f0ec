// Names of the kinds of warnings in reports. A kind that is not listed is shown as the report has it.
import { translated } from '../i18n/texts';

type Names = Readonly<Record<string, string>>;

const en: Names = {
  'ambiguous date': 'Ambiguous dates',
  'unreadable row': 'Rows that cannot be read',
  'duplicate row': 'Duplicate rows',
  'unknown column': 'Ignored columns',
  invalid: 'Invalid records',
  'changed here': 'Changed here since the last import',
  'changed since': 'Changed since the import',
  'in use': 'Still in use',
  'not undone': 'Not undone',
  'no permission': 'Without permission',
};

const fr: Names = {
  'ambiguous date': 'Dates ambiguës',
  'unreadable row': 'Lignes illisibles',
  'duplicate row': 'Lignes en double',
  'unknown column': 'Colonnes ignorées',
  invalid: 'Fiches non valides',
  'changed here': 'Modifiées ici depuis la dernière importation',
  'changed since': 'Modifiées depuis l’importation',
  'in use': 'Encore utilisées',
  'not undone': 'Non annulées',
  'no permission': 'Sans autorisation',
  'ID taken': 'Identifiants déjà utilisés',
  'UID missing': 'UID manquants',
  'URL not valid': 'URL non valides',
  'calendar cut off': 'Calendrier tronqué',
  'component ignored': 'Composants ignorés',
  'component not closed': 'Composants non fermés',
  'control characters': 'Caractères de contrôle',
  'cyclic parents': 'Parents en boucle',
  'date not understood': 'Dates non comprises',
  encoding: 'Encodage',
  'end before start': 'Fins avant le début',
  'event cut off': 'Événements tronqués',
  'event not readable': 'Événements illisibles',
  'fixed time zone': 'Fuseaux à décalage fixe',
  'image left out': 'Images omises',
  'image not fetched': 'Images non récupérées',
  'line not understood': 'Lignes non comprises',
  'line too long': 'Lignes trop longues',
  'markup removed': 'Balises retirées',
  'possible duplicate': 'Doublons possibles',
  'protected event': 'Événements protégés',
  'rule changed': 'Règles modifiées',
  'rule not understood': 'Règles non comprises',
  'same ID twice': 'Identifiants en double',
  'start missing': 'Débuts manquants',
  'text too long': 'Textes trop longs',
  'time zone unknown': 'Fuseaux horaires inconnus',
  'title missing': 'Titres manquants',
  'too many dates': 'Dates trop nombreuses',
  'unknown reference': 'Références inconnues',
  'wrong UTC time': 'Heures UTC erronées',
};

export const warningKinds = translated<Names>({ en, fr });
