// German translations of the messages of the API, by their English text. `{}` is a placeholder.
import type { Messages } from '../types.js';
import { germanImports } from './messages-imports.js';
import { germanLines } from './messages-lines.js';
import { germanRecurrence } from './messages-recurrence.js';

export const messages: Messages = {
  // Errors
  'No route matches this URL and method.': 'Zu dieser URL und Methode gibt es keine Route.',
  'Method not allowed. See the Allow header for supported methods.':
    'Methode nicht erlaubt. Die möglichen Methoden stehen im Header Allow.',
  'Missing parameter(s): {}.': 'Fehlende Parameter: {}.',
  'Invalid parameter(s): {}.': 'Ungültige Parameter: {}.',
  'Invalid JSON in the request body: {}.': 'Ungültiges JSON im Inhalt der Anfrage: {}.',
  'Invalid request: {}.': 'Ungültige Anfrage: {}.',
  'Invalid JSONP callback. Use letters, digits, underscores and dots.':
    'Ungültige JSONP-Funktion. Verwenden Sie Buchstaben, Ziffern, Unterstriche und Punkte.',
  'Authentication required. Sign in or send an application password.':
    'Anmeldung erforderlich. Melden Sie sich an oder senden Sie ein Anwendungspasswort.',
  'Invalid value. See the schema in the documentation.': 'Ungültiger Wert. Das Schema steht in der Dokumentation.',
  'Preferences are limited to 64 KiB. Remove some saved views.':
    'Die Vorlieben sind auf 64 KiB begrenzt. Löschen Sie einige gespeicherte Ansichten.',
  'You are not signed in.': 'Sie sind nicht angemeldet.',
  'You do not have permission to do this.': 'Sie haben dafür keine Berechtigung.',
  'Incorrect username or password.': 'Falscher Benutzername oder falsches Passwort.',
  'Two-step verification is on. Send a code of your authenticator app, or a recovery code.':
    'Die Bestätigung in zwei Schritten ist aktiv. Senden Sie einen Code Ihrer Authenticator-App oder einen Ersatzcode.',
  'Incorrect or used code. Enter a current code of your authenticator app, or a recovery code.':
    'Falscher oder verbrauchter Code. Geben Sie einen aktuellen Code Ihrer Authenticator-App oder einen Ersatzcode ein.',
  'Two-step verification is already on. Turn it off first.':
    'Die Bestätigung in zwei Schritten ist schon aktiv. Schalten Sie sie zuerst aus.',
  'Two-step verification is not on.': 'Die Bestätigung in zwei Schritten ist nicht aktiv.',
  'Invalid or revoked feed key. Create a new feed URL in your account.':
    'Ungültiger oder widerrufener Feed-Schlüssel. Erstellen Sie in Ihrem Konto eine neue Feed-URL.',
  'Invalid nonce. Send the request without it or sign in again.':
    'Ungültige Nonce. Senden Sie die Anfrage ohne sie oder melden Sie sich neu an.',
  'Missing or invalid CSRF token. Send the X-CSRF-Token header of the session.':
    'CSRF-Token fehlt oder ist ungültig. Senden Sie den Header X-CSRF-Token der Sitzung.',
  'Rate limit exceeded. Wait {} s and try again.':
    'Anfragelimit überschritten. Warten Sie {} s und versuchen Sie es noch einmal.',
  'Too many attempts. Wait {} s and try again.': 'Zu viele Versuche. Warten Sie {} s und versuchen Sie es noch einmal.',
  'This token belongs to other filters, resources or rights. Start again without since.':
    'Dieses Token gehört zu anderen Filtern, Ressourcen oder Rechten. Beginnen Sie ohne since neu.',
  'This token has expired. Start again without since.': 'Dieses Token ist abgelaufen. Beginnen Sie ohne since neu.',
  '{} not found.': '{} nicht gefunden.',
  'This ID belongs to a record of another type.': 'Diese ID gehört zu einem Eintrag anderer Art.',
  'Name is required for the new {}.': 'Dem neuen Eintrag ({}) fehlt ein Name.',
  'This {} is not public.': 'Dieser Eintrag ({}) ist nicht öffentlich.',
  'This {} is in the trash.': 'Dieser Eintrag ({}) ist im Papierkorb.',
  'This {} is password-protected. Send its password in the password parameter.':
    'Dieser Eintrag ({}) ist passwortgeschützt. Senden Sie das Passwort im Parameter password.',
  'An import can be undone within a day only.': 'Ein Import lässt sich nur innerhalb eines Tages rückgängig machen.',
  'This import cannot be undone: it is running, mirrored or a complete copy.':
    'Dieser Import lässt sich nicht rückgängig machen: Er läuft noch, ist gespiegelt oder eine vollständige Kopie.',
  'No events of this subscription wait for a decision. Reload it.':
    'Keine Veranstaltungen dieses Abonnements warten auf eine Entscheidung. Laden Sie es neu.',
  'This {} is no longer pending review. Reload the list.':
    'Dieser Eintrag ({}) wartet nicht mehr auf Prüfung. Laden Sie die Liste neu.',
  'This {} is already in the trash.': 'Dieser Eintrag ({}) ist schon im Papierkorb.',
  'Page out of range. The list has fewer pages.': 'Diese Seite gibt es nicht. Die Liste hat weniger Seiten.',
  'Sign in to use context=edit.': 'Melden Sie sich an, um context=edit zu verwenden.',
  'You need edit permission to use context=edit.': 'Für context=edit brauchen Sie die Berechtigung zum Bearbeiten.',
  'Sign in to view your profile.': 'Melden Sie sich an, um Ihr Profil zu sehen.',
  'You can only view your own profile.': 'Sie können nur Ihr eigenes Profil sehen.',
  'Incorrect password.': 'Falsches Passwort.',
  'This record cannot be moved to the trash. Use force=true to delete it permanently.':
    'Dieser Eintrag kann nicht in den Papierkorb. Verwenden Sie force=true, um ihn endgültig zu löschen.',
  'A term with this name already exists at this level.':
    'Auf dieser Ebene gibt es schon einen Begriff mit diesem Namen.',
  'Tags cannot have a parent.': 'Schlagwörter haben keinen übergeordneten Eintrag.',
  'You cannot delete your own account.': 'Sie können Ihr eigenes Konto nicht löschen.',
  'Not available here.': 'Hier nicht verfügbar.',
  'This calendar is already set up. Sign in instead.': 'Dieser Kalender ist schon eingerichtet. Melden Sie sich an.',
  'Invalid or expired set-up code. Use the code that the last start printed, or run `almanac setup-code` for a new one.':
    'Ungültiger oder abgelaufener Einrichtungscode. Verwenden Sie den Code, der beim letzten Start ausgegeben wurde, oder holen Sie mit `almanac setup-code` einen neuen.',
  'The calendar is not empty. Import into an empty one, or send force=true to replace records by their IDs.':
    'Der Kalender ist nicht leer. Importieren Sie in einen leeren, oder senden Sie force=true, um Einträge mit gleicher ID zu ersetzen.',
  'There are events already. The demo calendar is for an empty one.':
    'Es gibt schon Veranstaltungen. Der Demokalender ist für einen leeren Kalender.',
  'At least one administrator is required. Make another user an administrator first.':
    'Es muss mindestens einen Administrator geben. Machen Sie zuerst einen anderen Benutzer zum Administrator.',
  'Secrets cannot be encrypted. Ask the operator to set ALMANAC_SECRET, which webhooks on PostgreSQL need.':
    'Geheimnisse können nicht verschlüsselt werden. Bitten Sie den Betreiber, ALMANAC_SECRET zu setzen, das Webhooks mit PostgreSQL brauchen.',
  'Limit of {} webhooks reached. Delete one first.':
    'Die Grenze von {} Webhooks ist erreicht. Löschen Sie zuerst einen.',
  'This webhook is disabled. Enable it first.': 'Dieser Webhook ist deaktiviert. Aktivieren Sie ihn zuerst.',
  'Webhooks have no filter of this name: {}.': 'Webhooks haben keinen Filter mit diesem Namen: {}.',
  'Invalid filter {}: {}': 'Ungültiger Filter {}: {}',
  'Webhooks cannot use this URL. Use an https URL at a public address.':
    'Webhooks können diese URL nicht verwenden. Verwenden Sie eine https-URL mit einer öffentlichen Adresse.',
  'Secrets are generated.': 'Geheimnisse werden erzeugt.',
  'Must be a time, or the change_token of a message that is still listed.':
    'Muss ein Zeitpunkt sein oder das change_token einer Nachricht, die noch aufgeführt ist.',
  'Must be a time such as 2026-11-16T09:30:00Z.': 'Muss ein Zeitpunkt wie 2026-11-16T09:30:00Z sein.',
  'Mail is not set up. An administrator can enter the mail server and the public URL in the settings.':
    'E-Mails sind nicht eingerichtet. Ein Administrator kann Mailserver und öffentliche URL in den Einstellungen eintragen.',
  'No geocoder is set up. Set the position on the map, or ask the operator to set ALMANAC_GEOCODER_URL.':
    'Es ist kein Geocoder eingerichtet. Setzen Sie die Position auf der Karte, oder bitten Sie den Betreiber, ALMANAC_GEOCODER_URL zu setzen.',
  'The geocoder does not respond. Try again later, or set the position on the map.':
    'Der Geocoder antwortet nicht. Versuchen Sie es später noch einmal, oder setzen Sie die Position auf der Karte.',
  'Too many mails are waiting to be sent. Try again later.':
    'Zu viele E-Mails warten auf den Versand. Versuchen Sie es später noch einmal.',
  'This account has no email address. Add one first.':
    'Dieses Konto hat keine E-Mail-Adresse. Fügen Sie zuerst eine hinzu.',
  'Confirm that it is you: send your current password, or sign in again.':
    'Bestätigen Sie, dass Sie es sind: Senden Sie Ihr aktuelles Passwort oder melden Sie sich neu an.',
  'Change your own password in your account.': 'Ändern Sie Ihr eigenes Passwort in Ihrem Konto.',
  'This link is invalid, has expired or was already used. Ask for a new one.':
    'Dieser Link ist ungültig, abgelaufen oder schon verwendet. Fordern Sie einen neuen an.',
  'Must be an email address.': 'Muss eine E-Mail-Adresse sein.',
  'Another user already has this email address.': 'Ein anderer Benutzer hat schon diese E-Mail-Adresse.',
  'Change your own email address at users/me.': 'Ändern Sie Ihre eigene E-Mail-Adresse unter users/me.',
  'This record mirrors {}. Change it there, or finish the mirror first.':
    'Dieser Eintrag spiegelt {}. Ändern Sie ihn dort, oder beenden Sie zuerst den Spiegel.',
  'This version refers to records that no longer exist: {}. Nothing was restored.':
    'Diese Version verweist auf Einträge, die es nicht mehr gibt: {}. Es wurde nichts wiederhergestellt.',
  'No {} has this external ID. Send the fields of a new one.':
    'Kein Eintrag ({}) hat diese externe ID. Senden Sie die Felder eines neuen.',
  'This {} is in the trash. Send restore=true to restore it.':
    'Dieser Eintrag ({}) ist im Papierkorb. Senden Sie restore=true, um ihn wiederherzustellen.',
  'Another {} has this source and external ID.': 'Ein anderer Eintrag ({}) hat diese Quelle und externe ID.',
  'The source {} is reserved for subscriptions and takeovers of sites. Use another name.':
    'Die Quelle {} ist für Abonnements und Übernahmen von Websites reserviert. Verwenden Sie einen anderen Namen.',
  'The source {} belongs to others. Send a source of your own, such as {}.':
    'Die Quelle {} gehört anderen. Senden Sie eine eigene Quelle, zum Beispiel {}.',
  'Use lowercase letters, digits and any of . _ : / - only.':
    'Verwenden Sie nur Kleinbuchstaben, Ziffern und die Zeichen . _ : / -',
  'Send external_id together with source.': 'Senden Sie external_id zusammen mit source.',
  'The operation {}, which this one refers to, has failed.':
    'Der Vorgang {}, auf den sich dieser bezieht, ist fehlgeschlagen.',
  'The record has changed. Reload it and try again.':
    'Der Eintrag wurde geändert. Laden Sie ihn neu und versuchen Sie es noch einmal.',
  'This Idempotency-Key was used for a different request. Use a new key.':
    'Dieser Idempotency-Key wurde für eine andere Anfrage verwendet. Verwenden Sie einen neuen.',
  'This import is already running. Wait until it has ended.': 'Dieser Import läuft schon. Warten Sie, bis er endet.',
  'Fetching took too long.': 'Das Abrufen hat zu lange gedauert.',
  'The request took too long to arrive. Send it again.': 'Die Anfrage kam zu langsam an. Senden Sie sie noch einmal.',
  'Request headers too large. The limit is {}.': 'Die Header der Anfrage sind zu groß. Erlaubt sind {}.',
  'Request body too large. The limit is {}.': 'Der Inhalt der Anfrage ist zu groß. Erlaubt sind {}.',
  'This request takes too long. Ask for fewer words or days.':
    'Diese Anfrage dauert zu lange. Suchen Sie nach weniger Wörtern oder Tagen.',
  'The service is busy. Try again in a moment.': 'Der Dienst ist ausgelastet. Versuchen Sie es gleich noch einmal.',
  'The disk is full or not writable. Try again later.':
    'Der Datenträger ist voll oder schreibgeschützt. Versuchen Sie es später noch einmal.',
  'Internal server error. Try again later.': 'Interner Serverfehler. Versuchen Sie es später noch einmal.',

  // Nouns that fill a placeholder: inside a sentence, and at its start
  event: 'Veranstaltung',
  venue: 'Veranstaltungsort',
  organizer: 'Veranstalter',
  category: 'Kategorie',
  tag: 'Schlagwort',
  image: 'Bild',
  Event: 'Veranstaltung',
  Venue: 'Veranstaltungsort',
  Organizer: 'Veranstalter',
  Category: 'Kategorie',
  Tag: 'Schlagwort',
  User: 'Benutzer',
  Image: 'Bild',
  'Application password': 'Anwendungspasswort',
  'Feed key': 'Feed-Schlüssel',
  Record: 'Eintrag',
  Comment: 'Kommentar',
  Namespace: 'Namensraum',
  Term: 'Begriff',
  Taxonomy: 'Taxonomie',
  Status: 'Status',
  Type: 'Typ',

  // Reasons why a request is invalid
  'body length does not match Content-Length': 'die Länge des Inhalts entspricht nicht Content-Length',
  'malformed percent-encoding in the URL': 'fehlerhafte Prozentkodierung in der URL',
  'control character in the path': 'Steuerzeichen im Pfad',
  'malformed request': 'fehlerhafte Anfrage',
  'not valid HTTP': 'kein gültiges HTTP',
  'Idempotency-Key is longer than 255 characters': 'Idempotency-Key ist länger als 255 Zeichen',
  'more than {} parameters': 'mehr als {} Parameter',
  'percent-encoding is not valid UTF-8': 'die Prozentkodierung ist kein gültiges UTF-8',
  'malformed multipart body': 'fehlerhafter multipart-Inhalt',
  'missing multipart boundary': 'multipart-Trennzeichen fehlt',
  'unterminated multipart headers': 'unvollständige multipart-Header',
  'parameters nested too deeply': 'Parameter zu tief verschachtelt',
  'nested deeper than {} levels': 'mehr als {} Ebenen verschachtelt',
  'syntax error': 'Syntaxfehler',

  // Faults of parameters
  'Must be text.': 'Muss Text sein.',
  'Contains a NUL character or an unpaired surrogate. Remove it.':
    'Enthält ein NUL-Zeichen oder ein halbes Ersatzzeichenpaar. Entfernen Sie es.',
  'Must be {} characters or fewer.': 'Höchstens {} Zeichen.',
  'Must be {} KB or smaller.': 'Höchstens {} KB.',
  'Contains more than {} HTML tags. Use fewer.': 'Enthält mehr als {} HTML-Tags. Verwenden Sie weniger.',
  'Must have at most {} words.': 'Höchstens {} Wörter.',
  'Must exclude at most {} words.': 'Höchstens {} ausgeschlossene Wörter.',
  'Must not be empty.': 'Darf nicht leer sein.',
  'Must be true or false.': 'Muss true oder false sein.',
  'Must be true or false, or a word such as yes or no.': 'Muss true, false oder ein Wort wie yes oder no sein.',
  'Invalid date. Use YYYY-MM-DD HH:MM:SS.': 'Ungültiges Datum. Verwenden Sie YYYY-MM-DD HH:MM:SS.',
  'Unknown time zone. Use a name such as Europe/Paris.':
    'Unbekannte Zeitzone. Verwenden Sie einen Namen wie Europe/Paris.',
  'Date out of range. Use a year from 1 to 9999.':
    'Datum außerhalb des Bereichs. Verwenden Sie ein Jahr von 1 bis 9999.',
  'Must be one of: {}.': 'Mögliche Werte: {}.',
  'Must be any, or a list of: {}.': 'Muss any sein oder eine Liste aus: {}.',
  'You can only list published records. Use status=publish.':
    'Sie können nur veröffentlichte Einträge auflisten. Verwenden Sie status=publish.',
  'Must be record IDs or objects with the fields of new records.':
    'Erwartet werden IDs von Einträgen oder Objekte mit den Feldern neuer Einträge.',
  'Missing or invalid fields in the new record: {}.': 'Fehlende oder ungültige Felder im neuen Eintrag: {}.',
  'Invalid fields in the new record: {}.': 'Ungültige Felder im neuen Eintrag: {}.',
  'Must be IDs, slugs or names of terms.': 'Erwartet werden IDs, Slugs oder Namen von Begriffen.',
  'Must contain at least one term.': 'Geben Sie mindestens einen Begriff an.',
  'This list does not support this filter.': 'Diese Liste unterstützt diesen Filter nicht.',
  'Set by {}. Remove the variable to change it here.':
    'Festgelegt durch {}. Entfernen Sie die Variable, um den Wert hier zu ändern.',
  'Must be language codes such as en or fr.': 'Erwartet werden Sprachcodes wie en oder fr.',
  'Must be empty or a host name such as smtp.example.org.': 'Muss leer sein oder ein Servername wie smtp.example.org.',
  'The mail server is another one. Enter the password again.':
    'Der Mailserver ist ein anderer. Geben Sie das Passwort noch einmal ein.',
  'Must be empty or a URL such as smtp://user:password@host:587.':
    'Muss leer sein oder eine URL wie smtp://user:password@host:587.',
  'Must be a list of at most {} links.': 'Muss eine Liste von höchstens {} Links sein.',
  'Each link needs a label and a URL.': 'Jeder Link braucht eine Beschriftung und eine URL.',
  'Must be a URL without user name, query and fragment.':
    'Muss eine URL ohne Benutzername, Parameter und Fragment sein.',
  'Must be empty or a URL with {z}, {x} and {y} in its path.':
    'Muss leer sein oder eine URL mit {z}, {x} und {y} im Pfad.',
  'Must be empty or a URL with {query}, or with {lat} and {lng}.':
    'Muss leer sein oder eine URL mit {query} oder mit {lat} und {lng}.',
  'Must be a whole number from 1 to {}.': 'Muss eine ganze Zahl von 1 bis {} sein.',
  'Must be a whole number greater than 0.': 'Muss eine ganze Zahl größer als 0 sein.',
  'Must be a whole number, 0 or greater.': 'Muss eine ganze Zahl ab 0 sein.',
  'Must be the ID of a record.': 'Muss die ID eines Eintrags sein.',
  'Must be a whole number from {} to {}.': 'Muss eine ganze Zahl von {} bis {} sein.',
  'Filters need {} among the resources.': 'Filter brauchen {} unter den Ressourcen.',
  'Changes cannot be filtered or sorted by this parameter. Remove it.':
    'Änderungen lassen sich mit diesem Parameter weder filtern noch sortieren. Entfernen Sie ihn.',
  'Must be a number from {} to {}.': 'Muss eine Zahl von {} bis {} sein.',
  'Must contain {} items or fewer.': 'Höchstens {} Elemente.',
  'Must contain at least one ID.': 'Geben Sie mindestens eine ID an.',
  'Must be a list of IDs.': 'Muss eine Liste von IDs sein.',
  'Invalid URL. Use an absolute URL such as https://example.org/.':
    'Ungültige URL. Verwenden Sie eine absolute URL wie https://example.org/.',
  'Must be a price, text or a list of prices.': 'Muss ein Preis, ein Text oder eine Liste von Preisen sein.',
  'Must be greater than 0.': 'Muss größer als 0 sein.',
  'Must be a latitude and a longitude, separated by a comma.':
    'Erwartet werden Breitengrad und Längengrad, durch ein Komma getrennt.',
  'Must be 1 or 0.': 'Muss 1 oder 0 sein.',
  'Latitude and longitude are both required.': 'Breitengrad und Längengrad sind nur zusammen möglich.',
  'Sorting by distance requires geoloc_lat and geoloc_lng.':
    'Die Sortierung nach Entfernung erfordert geoloc_lat und geoloc_lng.',
  'Must have 4 decimal places or fewer.': 'Höchstens 4 Nachkommastellen.',
  'Unknown currency. Use an ISO 4217 code such as EUR.':
    'Unbekannte Währung. Verwenden Sie einen ISO-4217-Code wie EUR.',
  'Must be an http or https URL.': 'Muss eine URL mit http oder https sein.',
  'Must be 1 to 50 letters, digits, - or _, starting with a letter or digit.':
    'Muss aus 1 bis 50 Buchstaben, Ziffern, - oder _ bestehen und mit einem Buchstaben oder einer Ziffer beginnen.',
  'Must contain {} tickets or fewer.': 'Höchstens {} Tickets.',
  'Item {} must be an object with a name.': 'Element {} muss ein Objekt mit einem Namen sein.',
  'Item {}, {}: {}': 'Element {}, {}: {}',
  'Required.': 'Pflichtfeld.',
  'Can only be set when the record is created.': 'Lässt sich nur beim Erstellen des Eintrags setzen.',
  'This URL is not an image.': 'Diese URL ist kein Bild.',
  'Must be a JPEG, PNG, WebP, GIF or AVIF image.': 'Muss ein Bild im Format JPEG, PNG, WebP, GIF oder AVIF sein.',
  'Must be the ID or URL of an image.': 'Muss die ID oder URL eines Bildes sein.',
  'Must be an image file or the URL of one.': 'Muss eine Bilddatei oder deren URL sein.',
  'Image too large. The limit is 50 million pixels.': 'Das Bild ist zu groß. Erlaubt sind 50 Millionen Pixel.',
  'Image too large. Each side must be {} pixels or fewer.':
    'Das Bild ist zu groß. Jede Seite darf höchstens {} Pixel haben.',
  'You do not have permission to upload images. Use the ID of an existing image.':
    'Sie dürfen keine Bilder hochladen. Verwenden Sie die ID eines vorhandenen Bildes.',
  'The image has just been deleted. Upload it again.': 'Das Bild wurde gerade gelöscht. Laden Sie es noch einmal hoch.',
  'The image took too long to process. Upload a smaller one.':
    'Die Verarbeitung des Bildes hat zu lange gedauert. Laden Sie ein kleineres hoch.',
  'The image file is damaged. Upload another one.': 'Die Bilddatei ist beschädigt. Laden Sie eine andere hoch.',
  'This URL cannot be fetched.': 'Diese URL kann nicht abgerufen werden.',
  'This URL took too long to respond.': 'Diese URL hat zu langsam geantwortet.',
  'This URL returned an error.': 'Diese URL hat einen Fehler gemeldet.',
  'The file at this URL is larger than {}.': 'Die Datei unter dieser URL ist größer als {}.',
  'This URL responded in an unknown encoding.': 'Diese URL hat in einer unbekannten Kodierung geantwortet.',
  'The site answered {}': 'Die Website hat mit {} geantwortet',
  'No {} has the ID {}.': 'Kein Eintrag ({}) hat die ID {}.',
  'This parameter requires an extension that is not active.':
    'Dieser Parameter erfordert eine Erweiterung, die nicht aktiv ist.',
  'A username has 1 to 60 letters, digits, spaces or any of _ . @ -':
    'Ein Benutzername hat 1 bis 60 Buchstaben, Ziffern, Leerzeichen oder Zeichen aus _ . @ -',
  'Must be at least {} characters.': 'Mindestens {} Zeichen.',
  'This username is already taken.': 'Dieser Benutzername ist schon vergeben.',
  'Change your own password at users/me.': 'Ändern Sie Ihr eigenes Passwort unter users/me.',
  'Choose another user. Records cannot be reassigned to the user being deleted.':
    'Wählen Sie einen anderen Benutzer. Einträge können nicht dem Benutzer zugewiesen werden, der gelöscht wird.',
  'The current password is incorrect.': 'Das aktuelle Passwort ist falsch.',
  'You have no sign-in password. Two-step verification protects sign-ins with a password.':
    'Sie haben kein Anmeldepasswort. Die Bestätigung in zwei Schritten schützt Anmeldungen mit Passwort.',
  'Incorrect code. Enter the code that your authenticator app shows now.':
    'Falscher Code. Geben Sie den Code ein, den Ihre Authenticator-App jetzt zeigt.',
  'Limit of {} application passwords reached. Revoke one first.':
    'Mehr als {} Anwendungspasswörter sind nicht möglich. Widerrufen Sie zuerst eines.',
  'Only a confirmed email address can be trusted.': 'Nur eine bestätigte E-Mail-Adresse kann vertrauenswürdig sein.',
  'Limit of {} trusted senders reached. Remove one first.':
    'Mehr als {} vertrauenswürdige Absender sind nicht möglich. Entfernen Sie zuerst einen.',
  'Limit of {} feed keys reached. Revoke one first.':
    'Mehr als {} Feed-Schlüssel sind nicht möglich. Widerrufen Sie zuerst einen.',
  'This slug is already in use.': 'Dieser Slug ist schon vergeben.',
  'The path of this category is too long. Choose a parent closer to the top.':
    'Der Pfad dieser Kategorie ist zu lang. Wählen Sie eine höhere übergeordnete Kategorie.',
  'A category cannot be its own parent or ancestor.': 'Eine Kategorie kann nicht sich selbst übergeordnet sein.',
  'Too many levels. Choose a parent closer to the top.':
    'Zu viele Ebenen. Wählen Sie einen höheren übergeordneten Eintrag.',
  'An event cannot be its own parent or ancestor.': 'Eine Veranstaltung kann nicht sich selbst übergeordnet sein.',
  'The end is before the start.': 'Das Ende liegt vor dem Beginn.',
  'Invalid date. Use YYYY-MM-DD.': 'Ungültiges Datum. Verwenden Sie YYYY-MM-DD.',
  'Must be a color such as #1a6b3c.': 'Muss eine Farbe wie #1a6b3c sein.',
  'Too little contrast with the background. Choose another color.':
    'Zu wenig Kontrast zum Hintergrund. Wählen Sie eine andere Farbe.',
  'Too little contrast with light pages. Choose a darker color.':
    'Zu wenig Kontrast auf hellen Seiten. Wählen Sie eine dunklere Farbe.',
  'The calendar is larger than 10 MB.': 'Der Kalender ist größer als 10 MB.',
  'The calendar has more than 20000 components.': 'Der Kalender hat mehr als 20000 Bestandteile.',
  'The components of the calendar are nested more than 4 deep.':
    'Die Bestandteile des Kalenders sind mehr als 4 Ebenen verschachtelt.',
  'This is not a calendar: it has no BEGIN:VCALENDAR.': 'Das ist kein Kalender: BEGIN:VCALENDAR fehlt.',
  ...germanImports,
  ...germanLines,
  'Must be a list of 1 to {} operations.': 'Muss eine Liste von 1 bis {} Vorgängen sein.',
  'Refers to no earlier operation.': 'Bezieht sich auf keinen früheren Vorgang.',
  'Another operation has this reference.': 'Ein anderer Vorgang hat diese Referenz.',
  'Must be an object with method and path.': 'Muss ein Objekt mit method und path sein.',
  'Has an unknown key.': 'Enthält einen unbekannten Schlüssel.',
  'Must be a path below the API, such as /events/41.': 'Muss ein Pfad der API sein, zum Beispiel /events/41.',
  'Must be a name of letters, digits, _ and -, starting with a letter.':
    'Muss ein Name aus Buchstaben, Ziffern, _ und - sein, der mit einem Buchstaben beginnt.',
  'Must be an object.': 'Muss ein Objekt sein.',
  'Must be an ETag.': 'Muss ein ETag sein.',
  'UPSERT needs source and external_id.': 'UPSERT braucht source und external_id.',
  'Files cannot be uploaded in a batch.': 'In einem Stapel lassen sich keine Dateien hochladen.',
  'Parameters with _ and dry_run are for the whole batch.': 'Parameter mit _ und dry_run gelten für den ganzen Stapel.',
  'Percent-encoding is not valid UTF-8.': 'Die Prozentkodierung ist kein gültiges UTF-8.',
  'Images are fetched only with atomic: false. Upload the image first and send its ID.':
    'Bilder werden nur mit atomic: false abgerufen. Laden Sie das Bild zuerst hoch und senden Sie seine ID.',
  ...germanRecurrence,
};
