// Spanish translations of the messages of the API, by their English text. `{}` is a placeholder.
import type { Messages } from '../types.js';
import { spanishImports } from './messages-imports.js';
import { spanishLines } from './messages-lines.js';
import { spanishRecurrence } from './messages-recurrence.js';

export const messages: Messages = {
  // Errors
  'No route matches this URL and method.': 'Ninguna ruta coincide con esta URL y este método.',
  'Method not allowed. See the Allow header for supported methods.':
    'Método no permitido. El encabezado Allow indica los métodos admitidos.',
  'Missing parameter(s): {}.': 'Faltan parámetros: {}.',
  'Invalid parameter(s): {}.': 'Parámetros no válidos: {}.',
  'Invalid JSON in the request body: {}.': 'JSON no válido en el cuerpo de la solicitud: {}.',
  'Invalid request: {}.': 'Solicitud no válida: {}.',
  'Invalid JSONP callback. Use letters, digits, underscores and dots.':
    'Función JSONP no válida. Use letras, números, guiones bajos y puntos.',
  'Authentication required. Sign in or send an application password.':
    'Se requiere autenticación. Inicie sesión o envíe una contraseña de aplicación.',
  'Invalid value. See the schema in the documentation.': 'Valor no válido. Consulte el esquema en la documentación.',
  'Preferences are limited to 64 KiB. Remove some saved views.':
    'Las preferencias tienen un límite de 64 KiB. Elimine algunas vistas guardadas.',
  'You are not signed in.': 'No ha iniciado sesión.',
  'You do not have permission to do this.': 'No tiene permiso para hacer esto.',
  'Incorrect username or password.': 'Nombre de usuario o contraseña incorrectos.',
  'Two-step verification is on. Send a code of your authenticator app, or a recovery code.':
    'La verificación en dos pasos está activada. Envíe un código de su aplicación de autenticación o un código de recuperación.',
  'Incorrect or used code. Enter a current code of your authenticator app, or a recovery code.':
    'Código incorrecto o ya usado. Escriba un código actual de su aplicación de autenticación o un código de recuperación.',
  'Two-step verification is already on. Turn it off first.':
    'La verificación en dos pasos ya está activada. Desactívela primero.',
  'Two-step verification is not on.': 'La verificación en dos pasos no está activada.',
  'Invalid or revoked feed key. Create a new feed URL in your account.':
    'Clave de feed no válida o revocada. Cree una nueva URL de feed en su cuenta.',
  'Invalid nonce. Send the request without it or sign in again.':
    'Nonce no válido. Envíe la solicitud sin él o inicie sesión de nuevo.',
  'Missing or invalid CSRF token. Send the X-CSRF-Token header of the session.':
    'Falta el token CSRF o no es válido. Envíe el encabezado X-CSRF-Token de la sesión.',
  'Rate limit exceeded. Wait {} s and try again.':
    'Se superó el límite de solicitudes. Espere {} s e inténtelo de nuevo.',
  'Too many attempts. Wait {} s and try again.': 'Demasiados intentos. Espere {} s e inténtelo de nuevo.',
  'This token belongs to other filters, resources or rights. Start again without since.':
    'Este token pertenece a otros filtros, recursos o permisos. Empiece de nuevo sin since.',
  'This token has expired. Start again without since.': 'Este token ha caducado. Empiece de nuevo sin since.',
  '{} not found.': '{}: no se encontró.',
  'This ID belongs to a record of another type.': 'Este ID pertenece a un registro de otro tipo.',
  'Name is required for the new {}.': 'El nuevo registro ({}) necesita un nombre.',
  'This {} is not public.': 'Este registro ({}) no es público.',
  'This {} is in the trash.': 'Este registro ({}) está en la papelera.',
  'This {} is password-protected. Send its password in the password parameter.':
    'Este registro ({}) está protegido con contraseña. Envíela en el parámetro password.',
  'An import can be undone within a day only.': 'Una importación solo se puede deshacer durante un día.',
  'This import cannot be undone: it is running, mirrored or a complete copy.':
    'Esta importación no se puede deshacer: está en curso, es un espejo o es una copia completa.',
  'No events of this subscription wait for a decision. Reload it.':
    'Ningún evento de esta suscripción espera una decisión. Recárguela.',
  'This {} is no longer pending review. Reload the list.':
    'Este registro ({}) ya no está pendiente de revisión. Recargue la lista.',
  'This {} is already in the trash.': 'Este registro ({}) ya está en la papelera.',
  'Page out of range. The list has fewer pages.': 'Página fuera de rango. La lista tiene menos páginas.',
  'Sign in to use context=edit.': 'Inicie sesión para usar context=edit.',
  'You need edit permission to use context=edit.': 'Necesita permiso de edición para usar context=edit.',
  'Sign in to view your profile.': 'Inicie sesión para ver su perfil.',
  'You can only view your own profile.': 'Solo puede ver su propio perfil.',
  'Incorrect password.': 'Contraseña incorrecta.',
  'This record cannot be moved to the trash. Use force=true to delete it permanently.':
    'Este registro no se puede mover a la papelera. Use force=true para eliminarlo definitivamente.',
  'A term with this name already exists at this level.': 'Ya existe un término con este nombre en este nivel.',
  'Tags cannot have a parent.': 'Las etiquetas no pueden tener un elemento superior.',
  'You cannot delete your own account.': 'No puede eliminar su propia cuenta.',
  'Not available here.': 'No está disponible aquí.',
  'This calendar is already set up. Sign in instead.': 'Este calendario ya está configurado. Inicie sesión.',
  'Invalid or expired set-up code. Use the code that the last start printed, or run `almanac setup-code` for a new one.':
    'Código de configuración no válido o caducado. Use el código que mostró el último inicio o ejecute `almanac setup-code` para obtener otro.',
  'The calendar is not empty. Import into an empty one, or send force=true to replace records by their IDs.':
    'El calendario no está vacío. Importe en uno vacío o envíe force=true para reemplazar los registros por sus ID.',
  'There are events already. The demo calendar is for an empty one.':
    'Ya hay eventos. El calendario de demostración es para un calendario vacío.',
  'At least one administrator is required. Make another user an administrator first.':
    'Se necesita al menos un administrador. Nombre primero administrador a otro usuario.',
  'Secrets cannot be encrypted. Ask the operator to set ALMANAC_SECRET, which webhooks on PostgreSQL need.':
    'Los secretos no se pueden cifrar. Pida al responsable del servidor que defina ALMANAC_SECRET, que los webhooks necesitan con PostgreSQL.',
  'Limit of {} webhooks reached. Delete one first.': 'Se ha alcanzado el límite de {} webhooks. Elimine uno primero.',
  'This webhook is disabled. Enable it first.': 'Este webhook está desactivado. Actívelo primero.',
  'Webhooks have no filter of this name: {}.': 'Los webhooks no tienen ningún filtro con este nombre: {}.',
  'Invalid filter {}: {}': 'Filtro no válido {}: {}',
  'Webhooks cannot use this URL. Use an https URL at a public address.':
    'Los webhooks no pueden usar esta URL. Use una URL https con una dirección pública.',
  'Secrets are generated.': 'Los secretos se generan.',
  'Must be a time, or the change_token of a message that is still listed.':
    'Debe ser una fecha y hora, o el change_token de un mensaje que aún aparece en la lista.',
  'Must be a time such as 2026-11-16T09:30:00Z.': 'Debe ser una fecha y hora como 2026-11-16T09:30:00Z.',
  'Mail is not set up. An administrator can enter the mail server and the public URL in the settings.':
    'El correo no está configurado. Un administrador puede indicar el servidor de correo y la URL pública en los ajustes.',
  'No geocoder is set up. Set the position on the map, or ask the operator to set ALMANAC_GEOCODER_URL.':
    'No hay ningún geocodificador configurado. Sitúe la posición en el mapa o pida al responsable del servidor que defina ALMANAC_GEOCODER_URL.',
  'The geocoder does not respond. Try again later, or set the position on the map.':
    'El geocodificador no responde. Inténtelo más tarde o sitúe la posición en el mapa.',
  'Too many mails are waiting to be sent. Try again later.':
    'Hay demasiados correos pendientes de envío. Inténtelo más tarde.',
  'This account has no email address. Add one first.': 'Esta cuenta no tiene correo electrónico. Añada uno primero.',
  'Confirm that it is you: send your current password, or sign in again.':
    'Confirme su identidad: envíe su contraseña actual o inicie sesión de nuevo.',
  'Change your own password in your account.': 'Cambie su propia contraseña en su cuenta.',
  'This link is invalid, has expired or was already used. Ask for a new one.':
    'Este enlace no es válido, ha caducado o ya se usó. Pida uno nuevo.',
  'Must be an email address.': 'Debe ser una dirección de correo electrónico.',
  'Another user already has this email address.': 'Otro usuario ya tiene este correo electrónico.',
  'Change your own email address at users/me.': 'Cambie su propio correo electrónico en users/me.',
  'This record mirrors {}. Change it there, or finish the mirror first.':
    'Este registro es un espejo de {}. Modifíquelo allí o termine primero el espejo.',
  'This version refers to records that no longer exist: {}. Nothing was restored.':
    'Esta versión hace referencia a registros que ya no existen: {}. No se restauró nada.',
  'No {} has this external ID. Send the fields of a new one.':
    'Ningún registro ({}) tiene este ID externo. Envíe los campos de uno nuevo.',
  'This {} is in the trash. Send restore=true to restore it.':
    'Este registro ({}) está en la papelera. Envíe restore=true para restaurarlo.',
  'Another {} has this source and external ID.': 'Otro registro ({}) tiene este origen y este ID externo.',
  'The source {} is reserved for subscriptions and takeovers of sites. Use another name.':
    'El origen {} está reservado para suscripciones y traslados de sitios. Use otro nombre.',
  'The source {} belongs to others. Send a source of your own, such as {}.':
    'El origen {} pertenece a otros. Envíe un origen propio, por ejemplo {}.',
  'Use lowercase letters, digits and any of . _ : / - only.':
    'Use solo letras minúsculas, números y los signos . _ : / -',
  'Send external_id together with source.': 'Envíe external_id junto con source.',
  'The operation {}, which this one refers to, has failed.':
    'La operación {}, a la que esta hace referencia, ha fallado.',
  'The record has changed. Reload it and try again.': 'El registro ha cambiado. Recárguelo e inténtelo de nuevo.',
  'This Idempotency-Key was used for a different request. Use a new key.':
    'Esta Idempotency-Key se usó para otra solicitud. Use una clave nueva.',
  'This import is already running. Wait until it has ended.':
    'Esta importación ya está en curso. Espere a que termine.',
  'Fetching took too long.': 'La descarga tardó demasiado.',
  'The request took too long to arrive. Send it again.': 'La solicitud tardó demasiado en llegar. Envíela de nuevo.',
  'Request headers too large. The limit is {}.':
    'Los encabezados de la solicitud son demasiado grandes. El límite es {}.',
  'Request body too large. The limit is {}.': 'El cuerpo de la solicitud es demasiado grande. El límite es {}.',
  'This request takes too long. Ask for fewer words or days.':
    'Esta petición tarda demasiado. Pida menos palabras o días.',
  'The service is busy. Try again in a moment.': 'El servicio está ocupado. Inténtelo de nuevo en un momento.',
  'The disk is full or not writable. Try again later.':
    'El disco está lleno o no se puede escribir en él. Inténtelo más tarde.',
  'Internal server error. Try again later.': 'Error interno del servidor. Inténtelo más tarde.',

  // Nouns that fill a placeholder: inside a sentence, and at its start
  event: 'evento',
  venue: 'lugar',
  organizer: 'organizador',
  category: 'categoría',
  tag: 'etiqueta',
  image: 'imagen',
  Event: 'Evento',
  Venue: 'Lugar',
  Organizer: 'Organizador',
  Category: 'Categoría',
  Tag: 'Etiqueta',
  User: 'Usuario',
  Image: 'Imagen',
  'Application password': 'Contraseña de aplicación',
  'Feed key': 'Clave de feed',
  Record: 'Registro',
  Comment: 'Comentario',
  Namespace: 'Espacio de nombres',
  Term: 'Término',
  Taxonomy: 'Taxonomía',
  Status: 'Estado',
  Type: 'Tipo',

  // Reasons why a request is invalid
  'body length does not match Content-Length': 'la longitud del cuerpo no coincide con Content-Length',
  'malformed percent-encoding in the URL': 'codificación por porcentaje mal formada en la URL',
  'control character in the path': 'carácter de control en la ruta',
  'malformed request': 'solicitud mal formada',
  'not valid HTTP': 'HTTP no válido',
  'Idempotency-Key is longer than 255 characters': 'Idempotency-Key tiene más de 255 caracteres',
  'more than {} parameters': 'más de {} parámetros',
  'percent-encoding is not valid UTF-8': 'la codificación por porcentaje no es UTF-8 válido',
  'malformed multipart body': 'cuerpo multipart mal formado',
  'missing multipart boundary': 'falta el separador multipart',
  'unterminated multipart headers': 'encabezados multipart sin terminar',
  'parameters nested too deeply': 'parámetros anidados con demasiada profundidad',
  'nested deeper than {} levels': 'más de {} niveles anidados',
  'syntax error': 'error de sintaxis',

  // Faults of parameters
  'Must be text.': 'Debe ser un texto.',
  'Contains a NUL character or an unpaired surrogate. Remove it.':
    'Contiene un carácter NUL o un sustituto sin pareja. Quítelo.',
  'Must be {} characters or fewer.': '{} caracteres como máximo.',
  'Must be {} KB or smaller.': '{} KB como máximo.',
  'Contains more than {} HTML tags. Use fewer.': 'Contiene más de {} etiquetas HTML. Use menos.',
  'Must have at most {} words.': '{} palabras como máximo.',
  'Must exclude at most {} words.': '{} palabras excluidas como máximo.',
  'Must not be empty.': 'No puede estar vacío.',
  'Must be true or false.': 'Debe ser true o false.',
  'Must be true or false, or a word such as yes or no.': 'Debe ser true o false, o una palabra como yes o no.',
  'Invalid date. Use YYYY-MM-DD HH:MM:SS.': 'Fecha no válida. Use el formato AAAA-MM-DD HH:MM:SS.',
  'Unknown time zone. Use a name such as Europe/Paris.': 'Zona horaria desconocida. Use un nombre como Europe/Paris.',
  'Date out of range. Use a year from 1 to 9999.': 'Fecha fuera de rango. Use un año de 1 a 9999.',
  'Must be one of: {}.': 'Valores posibles: {}.',
  'Must be any, or a list of: {}.': 'Debe ser any o una lista de estos valores: {}.',
  'You can only list published records. Use status=publish.':
    'Solo puede listar registros publicados. Use status=publish.',
  'Must be record IDs or objects with the fields of new records.':
    'Deben ser ID de registros u objetos con los campos de registros nuevos.',
  'Missing or invalid fields in the new record: {}.': 'Campos que faltan o no son válidos en el registro nuevo: {}.',
  'Invalid fields in the new record: {}.': 'Campos no válidos en el registro nuevo: {}.',
  'Must be IDs, slugs or names of terms.': 'Deben ser ID, slugs o nombres de términos.',
  'Must contain at least one term.': 'Debe contener al menos un término.',
  'This list does not support this filter.': 'Esta lista no admite este filtro.',
  'Set by {}. Remove the variable to change it here.': 'Definido por {}. Elimine la variable para cambiarlo aquí.',
  'Must be language codes such as en or fr.': 'Deben ser códigos de idioma, como en o fr.',
  'Must be empty or a host name such as smtp.example.org.':
    'Debe estar vacío o ser un nombre de servidor como smtp.example.org.',
  'The mail server is another one. Enter the password again.':
    'El servidor de correo es otro. Escriba de nuevo la contraseña.',
  'Must be empty or a URL such as smtp://user:password@host:587.':
    'Debe estar vacío o ser una URL como smtp://user:password@host:587.',
  'Must be a list of at most {} links.': 'Debe ser una lista de {} enlaces como máximo.',
  'Each link needs a label and a URL.': 'Cada enlace necesita un texto y una URL.',
  'Must be a URL without user name, query and fragment.':
    'Debe ser una URL sin nombre de usuario, parámetros ni fragmento.',
  'Must be empty or a URL with {z}, {x} and {y} in its path.':
    'Debe estar vacío o ser una URL con {z}, {x} y {y} en su ruta.',
  'Must be empty or a URL with {query}, or with {lat} and {lng}.':
    'Debe estar vacío o ser una URL con {query}, o con {lat} y {lng}.',
  'Must be a whole number from 1 to {}.': 'Debe ser un número entero de 1 a {}.',
  'Must be a whole number greater than 0.': 'Debe ser un número entero mayor que 0.',
  'Must be a whole number, 0 or greater.': 'Debe ser un número entero, 0 o mayor.',
  'Must be the ID of a record.': 'Debe ser el ID de un registro.',
  'Must be a whole number from {} to {}.': 'Debe ser un número entero de {} a {}.',
  'Filters need {} among the resources.': 'Los filtros necesitan {} entre los recursos.',
  'Changes cannot be filtered or sorted by this parameter. Remove it.':
    'Los cambios no se pueden filtrar ni ordenar por este parámetro. Quítelo.',
  'Must be a number from {} to {}.': 'Debe ser un número de {} a {}.',
  'Must contain {} items or fewer.': '{} elementos como máximo.',
  'Must contain at least one ID.': 'Debe contener al menos un ID.',
  'Must be a list of IDs.': 'Debe ser una lista de ID.',
  'Invalid URL. Use an absolute URL such as https://example.org/.':
    'URL no válida. Use una URL absoluta como https://example.org/.',
  'Must be a price, text or a list of prices.': 'Debe ser un precio, un texto o una lista de precios.',
  'Must be greater than 0.': 'Debe ser mayor que 0.',
  'Must be a latitude and a longitude, separated by a comma.':
    'Debe ser una latitud y una longitud, separadas por una coma.',
  'Must be 1 or 0.': 'Debe ser 1 o 0.',
  'Latitude and longitude are both required.': 'Se necesitan tanto la latitud como la longitud.',
  'Sorting by distance requires geoloc_lat and geoloc_lng.':
    'Para ordenar por distancia se necesitan geoloc_lat y geoloc_lng.',
  'Must have 4 decimal places or fewer.': '4 decimales como máximo.',
  'Unknown currency. Use an ISO 4217 code such as EUR.': 'Moneda desconocida. Use un código ISO 4217 como EUR.',
  'Must be an http or https URL.': 'Debe ser una URL http o https.',
  'Must be 1 to 50 letters, digits, - or _, starting with a letter or digit.':
    'De 1 a 50 letras, números, - o _; debe empezar por una letra o un número.',
  'Must contain {} tickets or fewer.': '{} entradas como máximo.',
  'Item {} must be an object with a name.': 'El elemento {} debe ser un objeto con un nombre.',
  'Item {}, {}: {}': 'Elemento {}, {}: {}',
  'Required.': 'Obligatorio.',
  'Can only be set when the record is created.': 'Solo se puede definir al crear el registro.',
  'This URL is not an image.': 'Esta URL no es una imagen.',
  'Must be a JPEG, PNG, WebP, GIF or AVIF image.': 'Debe ser una imagen JPEG, PNG, WebP, GIF o AVIF.',
  'Must be the ID or URL of an image.': 'Debe ser el ID o la URL de una imagen.',
  'Must be an image file or the URL of one.': 'Debe ser un archivo de imagen o su URL.',
  'Image too large. The limit is 50 million pixels.':
    'La imagen es demasiado grande. El límite es de 50 millones de píxeles.',
  'Image too large. Each side must be {} pixels or fewer.':
    'La imagen es demasiado grande. Cada lado puede tener {} píxeles como máximo.',
  'You do not have permission to upload images. Use the ID of an existing image.':
    'No tiene permiso para subir imágenes. Use el ID de una imagen existente.',
  'The image has just been deleted. Upload it again.': 'La imagen se acaba de eliminar. Súbala de nuevo.',
  'The image took too long to process. Upload a smaller one.':
    'El procesamiento de la imagen tardó demasiado. Suba una más pequeña.',
  'The image file is damaged. Upload another one.': 'El archivo de imagen está dañado. Suba otro.',
  'This URL cannot be fetched.': 'No se puede descargar esta URL.',
  'This URL took too long to respond.': 'Esta URL tardó demasiado en responder.',
  'This URL returned an error.': 'Esta URL devolvió un error.',
  'The file at this URL is larger than {}.': 'El archivo de esta URL supera {}.',
  'This URL responded in an unknown encoding.': 'Esta URL respondió con una codificación desconocida.',
  'The site answered {}': 'El sitio respondió {}',
  'No {} has the ID {}.': 'ID desconocido ({}): {}.',
  'This parameter requires an extension that is not active.':
    'Este parámetro necesita una extensión que no está activa.',
  'A username has 1 to 60 letters, digits, spaces or any of _ . @ -':
    'Un nombre de usuario tiene de 1 a 60 letras, números, espacios o signos _ . @ -',
  'Must be at least {} characters.': '{} caracteres como mínimo.',
  'This username is already taken.': 'Este nombre de usuario ya está en uso.',
  'Change your own password at users/me.': 'Cambie su propia contraseña en users/me.',
  'Choose another user. Records cannot be reassigned to the user being deleted.':
    'Elija otro usuario. Los registros no se pueden asignar al usuario que se elimina.',
  'The current password is incorrect.': 'La contraseña actual es incorrecta.',
  'You have no sign-in password. Two-step verification protects sign-ins with a password.':
    'No tiene contraseña de inicio de sesión. La verificación en dos pasos protege los inicios de sesión con contraseña.',
  'Incorrect code. Enter the code that your authenticator app shows now.':
    'Código incorrecto. Escriba el código que su aplicación de autenticación muestra ahora.',
  'Limit of {} application passwords reached. Revoke one first.':
    'Se alcanzó el límite de {} contraseñas de aplicación. Revoque una primero.',
  'Only a confirmed email address can be trusted.': 'Solo un correo electrónico confirmado puede ser de confianza.',
  'Limit of {} trusted senders reached. Remove one first.':
    'Se alcanzó el límite de {} remitentes de confianza. Quite uno primero.',
  'Limit of {} feed keys reached. Revoke one first.': 'Se alcanzó el límite de {} claves de feed. Revoque una primero.',
  'This slug is already in use.': 'Este slug ya está en uso.',
  'The path of this category is too long. Choose a parent closer to the top.':
    'La ruta de esta categoría es demasiado larga. Elija una categoría superior más cercana a la raíz.',
  'A category cannot be its own parent or ancestor.': 'Una categoría no puede estar por encima de sí misma.',
  'Too many levels. Choose a parent closer to the top.':
    'Demasiados niveles. Elija un elemento superior más cercano a la raíz.',
  'An event cannot be its own parent or ancestor.': 'Un evento no puede estar por encima de sí mismo.',
  'The end is before the start.': 'El fin es anterior al inicio.',
  'Invalid date. Use YYYY-MM-DD.': 'Fecha no válida. Use el formato AAAA-MM-DD.',
  'Must be a color such as #1a6b3c.': 'Debe ser un color como #1a6b3c.',
  'Too little contrast with the background. Choose another color.': 'Poco contraste con el fondo. Elija otro color.',
  'Too little contrast with light pages. Choose a darker color.':
    'Poco contraste con las páginas claras. Elija un color más oscuro.',
  'The calendar is larger than 10 MB.': 'El calendario supera los 10 MB.',
  'The calendar has more than 20000 components.': 'El calendario tiene más de 20000 componentes.',
  'The components of the calendar are nested more than 4 deep.':
    'Los componentes del calendario tienen más de 4 niveles anidados.',
  'This is not a calendar: it has no BEGIN:VCALENDAR.': 'Esto no es un calendario: no tiene BEGIN:VCALENDAR.',
  ...spanishImports,
  ...spanishLines,
  'Must be a list of 1 to {} operations.': 'Debe ser una lista de 1 a {} operaciones.',
  'Refers to no earlier operation.': 'No hace referencia a ninguna operación anterior.',
  'Another operation has this reference.': 'Otra operación tiene esta referencia.',
  'Must be an object with method and path.': 'Debe ser un objeto con method y path.',
  'Has an unknown key.': 'Tiene una clave desconocida.',
  'Must be a path below the API, such as /events/41.': 'Debe ser una ruta de la API, como /events/41.',
  'Must be a name of letters, digits, _ and -, starting with a letter.':
    'Debe ser un nombre de letras, números, _ y -, que empiece por una letra.',
  'Must be an object.': 'Debe ser un objeto.',
  'Must be an ETag.': 'Debe ser un ETag.',
  'UPSERT needs source and external_id.': 'UPSERT necesita source y external_id.',
  'Files cannot be uploaded in a batch.': 'No se pueden subir archivos en un lote.',
  'Parameters with _ and dry_run are for the whole batch.': 'Los parámetros con _ y dry_run valen para todo el lote.',
  'Percent-encoding is not valid UTF-8.': 'La codificación por porcentaje no es UTF-8 válido.',
  'Images are fetched only with atomic: false. Upload the image first and send its ID.':
    'Las imágenes solo se descargan con atomic: false. Suba primero la imagen y envíe su ID.',
  ...spanishRecurrence,
};
