import type { ServerText } from './de.ts'

/** Texts of the server that people read as they come, in Spanish, by the English ones. */
export const SPANISH_ERRORS: Readonly<Record<ServerText, string>> = {
  // Pages.
  'Log in with {provider}': 'Iniciar sesión con {provider}',
  'User name or e-mail address': 'Nombre de usuario o correo electrónico',
  'Log in with a passkey': 'Iniciar sesión con una clave de acceso',
  'Your username or password is incorrect': 'El correo electrónico o la contraseña no son correctos.',
  'Account is deactivated': 'La cuenta está desactivada.',
  'The code is wrong or has been used.': 'El código es incorrecto o ya se ha usado.',
  'The set-up has expired. Begin again.': 'La configuración ha caducado. Empieza de nuevo.',
  'The code does not belong to this secret.': 'El código no corresponde a este secreto.',
  'The passkey was not accepted. Try again.': 'No se ha aceptado la clave de acceso. Inténtalo de nuevo.',
  'Your organization requires a second factor. Log in with your browser to set it up.':
    'Tu organización exige un segundo factor. Inicia sesión con tu navegador para configurarlo.',
  'Your organization requires you to log in with {names}.':
    'Tu organización exige que inicies sesión con {names}.',
  'Your organization does not allow this way to log in.':
    'Tu organización no permite este modo de iniciar sesión.',
  'This log-in has expired, or it began in another browser. Begin again.':
    'Este inicio de sesión ha caducado o empezó en otro navegador. Empieza de nuevo.',
  '{provider} does not answer as it should. Try again later, or log in another way.':
    '{provider} no responde como debería. Inténtalo más tarde o inicia sesión de otro modo.',
  'This message of {provider} ends no session.': 'Este mensaje de {provider} no termina ninguna sesión.',
  '{provider} did not log you in.': '{provider} no ha iniciado tu sesión.',
  '{provider} does not say that your e-mail address is confirmed. Confirm it there, then log in again.':
    '{provider} no indica que tu correo electrónico esté confirmado. Confírmalo allí y vuelve a iniciar sesión.',
  '{provider} does not tell your e-mail address. Add it there, or ask an administrator for help, then log in again.':
    '{provider} no comunica tu correo electrónico. Añádelo allí o pide ayuda a un administrador, y vuelve a iniciar sesión.',
  'There is no account for {email} here. Ask an administrator for an account.':
    'Aquí no hay ninguna cuenta para {email}. Pide una a un administrador.',
  'The account of {email} is not joined to {provider}. Log in another way, or ask an administrator for help.':
    'La cuenta de {email} no está unida a {provider}. Inicia sesión de otro modo o pide ayuda a un administrador.',
  'The account of {email} belongs to another person at {provider}. Ask an administrator for help.':
    'La cuenta de {email} pertenece a otra persona en {provider}. Pide ayuda a un administrador.',
  'Invalid OTP': 'El secreto de la aplicación no es válido.',
  "Can't use both mobile_flow_otp and desktop_flow_otp together.":
    'La dirección contiene los secretos de dos aplicaciones.',
  'This organization requires an invitation to join.':
    'Hace falta una invitación para unirse a esta organización.',
  'Already has an account.': 'Ya tiene una cuenta.',
  'Email is already in use.': 'El correo electrónico ya está en uso.',
  'Invalid address.': 'La dirección no es válida.',
  'Reserved for users who hide their address.': 'Esta dirección está reservada a quienes ocultan la suya.',
  'Email addresses containing + are not allowed in this organization':
    'En esta organización no se permiten direcciones con +.',
  'Disposable email addresses are not allowed in this organization':
    'En esta organización no se permiten direcciones desechables.',
  'Email addresses containing + are not allowed.': 'No se permiten direcciones de correo con +.',
  'Outside your domain.': 'La dirección no pertenece a ningún dominio de la organización.',
  'Please use your real email address.': 'Usa tu correo electrónico real.',
  'Name too long!': 'El nombre es demasiado largo.',
  'Name too short!': 'El nombre es demasiado corto.',
  'Invalid characters in name!': 'El nombre contiene caracteres no permitidos.',
  'Invalid format!': 'El nombre tiene un formato no permitido.',
  'Unique names required in this organization.': 'En esta organización cada nombre debe ser único.',
  'At most {count} characters.': '{count} caracteres como máximo.',
  'At least {count} characters.': '{count} caracteres como mínimo.',
  'This password is easy to guess. Choose a longer one.':
    'Esta contraseña es fácil de adivinar. Elige una más larga.',
  'The password is too weak.': 'La contraseña es demasiado débil.',
  'Enter a name.': 'Introduce un nombre.',
  'Choose another address.': 'Elige otra dirección.',
  'This is not an email address.': 'Esto no es un correo electrónico.',
  'Organization name is too long (limit: {limit} characters)':
    'El nombre de la organización es demasiado largo (máximo {limit} caracteres).',
  'Organization name cannot be empty.': 'El nombre de la organización no puede estar vacío.',
  'Subdomain can only have letters, digits and inner hyphens.':
    'La dirección solo puede tener letras, dígitos y guiones intermedios.',
  'Invalid host name.': 'El nombre de host no es válido.',
  'Subdomain or host name already in use. Please choose a different one.':
    'La dirección ya está en uso. Elige otra.',
  'You need a link from the operator of this server to create an organization.':
    'Para crear una organización necesitas un enlace de quien opera este servidor.',
  'There is nothing at this address. Check the spelling.':
    'No hay nada en esta dirección. Comprueba que esté bien escrita.',
  'This page does not take such requests.': 'Esta página no admite tales solicitudes.',
  'Text must not contain null bytes.': 'El texto no puede contener bytes nulos.',
  'This link to unsubscribe is not one of ours, or is no longer valid.':
    'Este enlace para darse de baja no es nuestro o ya no es válido.',
  'Invalid confirmation link': 'Este enlace no es válido.',
  'Invalid signature.': 'Este enlace de llamada no es válido.',
  'BigBlueButton is not configured.': 'BigBlueButton no está configurado.',
  'Error connecting to the BigBlueButton server.': 'No se puede conectar con el servidor de BigBlueButton.',
  'Error authenticating to the BigBlueButton server.':
    'El servidor de BigBlueButton rechaza la autenticación.',
  'BigBlueButton server returned an unexpected error.':
    'El servidor de BigBlueButton ha devuelto un error inesperado.',
  'Zoom is not configured.': 'Zoom no está configurado.',
  'Zoom cannot be reached, or answers unexpectedly.':
    'No se puede contactar con Zoom, o responde de forma inesperada.',
  'Zoom accepts no more requests now. Try again later.':
    'Zoom no admite más solicitudes por ahora. Inténtalo más tarde.',
  'This visit to Zoom was begun by somebody else, or is too old.':
    'Esta visita a Zoom la empezó otra persona, o es demasiado antigua.',
  'Zoom did not connect your account.': 'Zoom no ha conectado tu cuenta.',
  'Must be an organization administrator': 'Hay que ser administrador de la organización.',
  'Must be an organization owner': 'Hay que ser propietario de la organización.',
  'Request body is too large (limit: {limit} bytes)':
    'La solicitud es demasiado grande (máximo {limit} bytes).',
  'Sessions are unavailable, try again': 'Ahora no se puede iniciar sesión, inténtalo de nuevo.',
  'The web client is not built. Run `npm run build` and start the gateway again.':
    'La aplicación web no está compilada. Ejecuta `npm run build` y reinicia la puerta de enlace.',
  // Answers of the API.
  'API usage exceeded rate limit': 'Demasiadas solicitudes. Espera un momento.',
  'Internal server error': 'Se ha producido un error en el servidor.',
  'The server receives too much at the moment. Try again in a moment.':
    'El servidor recibe demasiados datos en este momento. Inténtalo de nuevo enseguida.',
  'The server cannot do this right now. Try again in a moment.':
    'El servidor no puede hacerlo ahora. Inténtalo de nuevo enseguida.',
  'Files cannot be reached at the moment.': 'Los archivos no están accesibles en este momento.',
  'Not logged in: API authentication or user session required': 'No has iniciado sesión.',
  'Not allowed for guest users': 'Los invitados no tienen permiso.',
  'Insufficient permission': 'No tienes permiso.',
  '"code" should be the only variable present in the URL template':
    'La dirección solo puede tener la variable «code».',
  'Missing the required variable "code" in the URL template': 'Falta la variable «code» en la dirección.',
  "'{name}' must be a system user group.": 'Aquí solo es posible un grupo predefinido.',
  "'{setting}' setting cannot be set to '{group}' group.": 'Este grupo no es posible aquí.',
  "'{channel}' is a default channel and cannot be added to '{group}'":
    '«{channel}» es un canal predeterminado y no puede añadirse a «{group}».',
  "'{value}' is not a valid choice for '{name}'.": '«{value}» no es una opción válida para «{name}».',
  "'old' value does not match the expected value.":
    'Alguien lo ha cambiado mientras tanto. Recarga la página e inténtalo de nuevo.',
  "'prev_content_sha256' value does not match the expected value.":
    'El mensaje se ha modificado mientras tanto.',
  "'{email}' is no longer using Loquat.": '{email} ya no usa Loquat.',
  "'value' cannot be blank.": 'El valor no puede estar vacío.',
  'A bot stores at most {entries} keys and, keys and values together, {bytes} bytes.':
    'Un bot guarda como máximo {entries} claves y, con sus valores, {bytes} bytes.',
  'A custom emoji with this name already exists.': 'Ya existe un emoji con este nombre.',
  'A default channel cannot be private.': 'Un canal predeterminado no puede ser privado.',
  'Private channels cannot be made default.': 'Los canales privados no pueden ser predeterminados.',
  'A field with that label already exists.': 'Ya existe un campo con ese nombre.',
  'A moderation request channel cannot be public.': 'El canal de denuncias no puede ser público.',
  'Moderation request channel must be specified to enable message reporting.':
    'Para permitir denuncias hay que elegir antes un canal que las reciba.',
  'A status ends in the future, within {days} days.':
    'Un estado termina en el futuro, en un plazo de {days} días.',
  'An explanation is required when the reason is not one of the others.':
    'Si ninguno de los otros motivos encaja, hace falta una explicación.',
  'An organization has at most {count} tokens.': 'Una organización tiene como máximo {count} tokens.',
  'At least one authentication method must be enabled.': 'Debe quedar al menos un modo de iniciar sesión.',
  'Avatar changes are disabled in this organization.': 'En esta organización no se puede cambiar la imagen.',
  'Bad name or username': 'El nombre no es válido.',
  'Bad regular expression: {reason}': 'La expresión regular no es válida: {reason}',
  "Bad value for 'message_retention_days': {value}": '{value} no es posible como tiempo de conservación.',
  '{parameter} is not a date': '«{parameter}» debe ser una fecha.',
  '{parameter} is not a URL': '«{parameter}» debe ser una dirección web.',
  '{name} is not a date': '{name} no es una fecha.',
  '{name} is not a URL': '{name} no es una dirección web.',
  'Built-in views cannot have a custom name': 'Las vistas integradas no se pueden renombrar.',
  'Custom views must have a valid name.': 'Las vistas propias necesitan un nombre.',
  'Navigation view already exists.': 'Esta vista ya existe.',
  'Navigation view does not exist.': 'Esta vista no existe.',
  'Cannot change message content while changing channel':
    'No se pueden cambiar a la vez el texto y el canal.',
  'Cannot deactivate the only organization owner': 'No se puede desactivar al único propietario.',
  "You can't deactivate the only organization owner.": 'No se puede desactivar al único propietario.',
  'Cannot erase the only organization owner': 'No se puede borrar al único propietario.',
  'The owner permission cannot be removed from the only organization owner.':
    'El único propietario debe seguir siéndolo.',
  'Cannot deactivate user group in use.': 'El grupo todavía se usa.',
  'Cannot mute self': 'No puedes silenciarte a ti mismo.',
  'Cannot send to multiple channels': 'Un mensaje va a un solo canal.',
  'Cannot store configuration. Request would require {size} characters. The current configuration size limit is {limit} characters.':
    'La configuración es demasiado grande: {size} caracteres, máximo {limit}.',
  "Channel '{channel}' is already present in default channel group '{group}'":
    'El canal «{channel}» ya está en «{group}».',
  "Channel '{channel}' is not present in default channel group '{group}'":
    'El canal «{channel}» no está en «{group}».',
  "Channel '{channel}' already exists": 'El canal «{channel}» ya existe.',
  "Channel '{channel}' does not exist": 'El canal «{channel}» no existe.',
  "Channel with ID '{id}' does not exist": 'El canal no existe.',
  'Channel already has that name.': 'El canal ya se llama así.',
  'Channel content access is required.': 'Para ello hay que poder leer el canal.',
  'Channel folder name already in use': 'Ya existe una carpeta con este nombre.',
  "Channel folder name can't be empty.": 'La carpeta necesita un nombre.',
  'Channel is already archived.': 'El canal ya está archivado.',
  "Channel name can't be empty.": 'El canal necesita un nombre.',
  'Channel name too long (limit: {limit} characters).':
    'El nombre del canal es demasiado largo (máximo {limit} caracteres).',
  'Default channel group name too long (limit: {limit} characters)':
    'El nombre del grupo de canales es demasiado largo (máximo {limit} caracteres).',
  "Default channel group '{group}' already exists": 'El grupo de canales «{group}» ya existe.',
  "Default channel group with id '{id}' does not exist.": 'El grupo de canales no existe.',
  "This default channel group is already named '{group}'": 'El grupo de canales ya se llama «{group}».',
  "Invalid default channel group name '{group}'":
    '«{group}» no es válido como nombre de un grupo de canales.',
  'Confirm who you are in your browser first.': 'Confirma antes quién eres en tu navegador.',
  'Content cannot be empty.': 'El texto no puede estar vacío.',
  'Title cannot be empty.': 'El título no puede estar vacío.',
  'Message must not be empty': 'El mensaje está vacío.',
  'Message must have recipients!': 'El mensaje necesita destinatarios.',
  'Could not decode image; did you upload an image file?':
    'No se puede leer la imagen. ¿Es un archivo de imagen?',
  'Image size exceeds limit.': 'La imagen tiene demasiados píxeles.',
  'Custom external account must define URL pattern': 'La cuenta necesita un patrón de dirección.',
  "URL pattern must contain '%(username)s'.": 'El patrón de dirección debe contener «%(username)s».',
  'Data deletion time must be at least {days} days in the future.':
    'Los datos pueden eliminarse como pronto dentro de {days} días.',
  'Data deletion time must be at most {days} days in the future.':
    'Los datos pueden eliminarse como tarde dentro de {days} días.',
  'Default custom field cannot be updated.': 'Un campo predefinido no se puede cambiar.',
  'Direct messages are disabled in this organization.':
    'Los mensajes directos están desactivados en esta organización.',
  'Direct messages cannot be moved to channels.': 'Los mensajes directos no se pueden mover a canales.',
  'Direct messages cannot have topics.': 'Los mensajes directos no tienen temas.',
  'Draft does not exist': 'El borrador ya no existe.',
  "Email '{email}' not allowed in this organization": '{email} no se permite en esta organización.',
  'Email address changes are disabled in this organization.':
    'En esta organización no se puede cambiar el correo electrónico.',
  "Emoji '{name}' does not exist": 'El emoji «{name}» no existe.',
  'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.':
    'Los nombres de emojis solo tienen minúsculas de la a a la z, dígitos, espacios, guiones y guiones bajos.',
  'Emoji names must end with either a letter or digit.':
    'Los nombres de emojis terminan en una letra o un dígito.',
  'Emoji names must have at most {limit} characters.':
    'Los nombres de emojis tienen como máximo {limit} caracteres.',
  'Emoji name is missing': 'Falta el nombre del emoji.',
  'Only administrators can override default emoji.':
    'Solo los administradores pueden sustituir los emojis predefinidos.',
  'Must be an organization administrator or emoji author':
    'Solo pueden los administradores y quien añadió el emoji.',
  'This custom emoji has been deactivated.': 'Este emoji ya no existe.',
  'Invalid custom emoji.': 'El emoji no existe.',
  'Invalid custom emoji name.': 'El nombre no corresponde al emoji.',
  'Invalid emoji name.': 'El emoji no existe.',
  'Invalid emoji code.': 'El emoji no existe.',
  'Export already deleted': 'La exportación ya se ha eliminado.',
  'Export failed, nothing to delete': 'La exportación falló; no hay nada que eliminar.',
  'Export still in progress': 'La exportación sigue en curso.',
  'There is no finished export to delete': 'No hay ninguna exportación terminada.',
  'Invalid data export ID': 'La exportación no existe.',
  'Exceeded rate limit.': 'Demasiadas exportaciones en poco tiempo. Inténtalo más tarde.',
  'Please request a manual export from {email}.':
    'La organización es demasiado grande. Pide una exportación a {email}.',
  'Make sure at least one Organization Owner allows other Administrators to see their email address or contact {email} for help.':
    'Al menos un propietario debe mostrar su correo a los administradores. {email} puede ayudarte.',
  'Make sure at least one Organization Owner is consenting to the export or contact {email} for help.':
    'Al menos un propietario debe consentir la exportación. {email} puede ayudarte.',
  "Failed to change owner, bots can't own other bots": 'Un bot no puede ser dueño de otro.',
  'Failed to change owner, no such user': 'El nuevo dueño no existe.',
  'Failed to change owner, user is deactivated': 'La cuenta del nuevo dueño está desactivada.',
  'Field id {id} not found.': 'El campo no existe.',
  'Field must have at least one choice.': 'El campo necesita al menos una opción.',
  'Field must not have duplicate choices.': 'Las opciones no pueden repetirse.',
  'Too many choices.': 'Hay demasiadas opciones.',
  'Field type not supported for display in profile summary.':
    'Los campos de este tipo no pueden mostrarse en las tarjetas.',
  'Only {count} custom profile fields can be displayed in the profile summary.':
    'En las tarjetas caben como máximo {count} campos.',
  'This field cannot be blank.': 'El campo no puede estar vacío.',
  'Label cannot be blank.': 'El campo necesita un nombre.',
  'You are not allowed to change this field. Contact an administrator to update it.':
    'No puedes cambiar este campo. Pídeselo a un administrador.',
  'Invalid field type.': 'Este tipo de campo no existe.',
  'Invalid external account type': 'Este tipo de cuenta no existe.',
  'The formatted values of your profile are too long together (limit: {limit} characters).':
    'Los textos de tu perfil son demasiado largos en conjunto (máximo {limit} caracteres).',
  "File is larger than this server's configured maximum upload size ({size} MiB).":
    'El archivo supera el tamaño permitido por este servidor ({size} MiB).',
  'Uploaded file is larger than the allowed limit of {size} MiB':
    'El archivo es demasiado grande (máximo {size} MiB).',
  "Upload would exceed your organization's upload quota.": 'Se superaría el espacio de la organización.',
  'You have too many uploads that are not complete (limit: {limit}).':
    'Tienes demasiadas subidas sin terminar (máximo {limit}).',
  'You must specify a file to upload': 'Elige un archivo.',
  'You may only upload one file at a time': 'Sube los archivos de uno en uno.',
  'This file does not exist or has been deleted.': 'Este archivo no existe o se ha eliminado.',
  'You are not authorized to view this file.': 'No tienes permiso para ver este archivo.',
  'Invalid attachment': 'El archivo no existe.',
  'General chat cannot be marked as resolved': 'El chat general no se puede resolver.',
  'Sending messages to the general chat is not allowed in this channel.':
    'En este canal cada mensaje necesita un tema.',
  'Only the general chat topic is allowed in this channel.': 'En este canal no hay temas.',
  'The channel has other topics than "{topic}".': 'El canal tiene otros temas además de «{topic}».',
  "We weren't able to invite anyone.": 'No se ha podido invitar a nadie.',
  'Some of those addresses could not be invited. We did send invitations to everyone else!':
    'Algunas direcciones no se han podido invitar; las demás, sí.',
  'Reserved for system bots.': 'Esta dirección es de un bot del servidor.',
  'Account has been deactivated.': 'La cuenta está desactivada.',
  "Domain can't be empty.": 'El dominio no puede estar vacío.',
  'Domain must have at least one dot (.)': 'El dominio necesita al menos un punto.',
  'Domain is too long': 'El dominio es demasiado largo.',
  'Domain cannot start or end with a dot (.)': 'El dominio no puede empezar ni terminar con un punto.',
  "Consecutive '.' are not allowed.": 'No puede haber dos puntos seguidos.',
  "Subdomains cannot start or end with a '-'.":
    'Las partes del dominio no pueden empezar ni terminar con un guion.',
  "Domain can only have letters, numbers, '.' and '-'s.":
    'El dominio solo puede tener letras, dígitos, puntos y guiones.',
  "Group '{name}' in URL template is not present in linkifier pattern.":
    'La dirección nombra el grupo «{name}», que falta en el patrón.',
  "Group '{name}' in linkifier pattern is not present in URL template.":
    'El patrón tiene el grupo «{name}», que falta en la dirección.',
  'Invalid URL template.': 'La dirección no es válida.',
  'Linkifier not found.': 'Este enlace automático ya no existe.',
  'Realm filter with this Realm and Pattern already exists.':
    'Ya existe un enlace automático con este patrón.',
  'Realm playground with this Realm, Pygments language and Name already exists.':
    'Ya existe un entorno de código con este nombre para el lenguaje.',
  'Invalid playground': 'Este entorno de código ya no existe.',
  'Invalid characters in pygments language': 'El nombre del lenguaje tiene caracteres no permitidos.',
  'The ordered list must enumerate all existing linkifiers exactly once':
    'Los enlaces automáticos han cambiado mientras tanto. Inténtalo de nuevo.',
  'Invalid order mapping': 'La lista ha cambiado mientras tanto. Inténtalo de nuevo.',
  'Invalid order mapping.': 'La lista ha cambiado mientras tanto. Inténtalo de nuevo.',
  'Guests cannot be organization administrators': 'Un invitado no puede ser administrador.',
  'Invalid Zoom access token': 'Vuelve a conectar tu cuenta con Zoom.',
  'Invalid bot type': 'Este tipo de bot no existe.',
  'Invalid embedded bot name.': 'Este bot integrado no existe.',
  'Invalid configuration data!': 'La configuración no es válida.',
  'No such bot': 'El bot no existe.',
  'Username already in use': 'Otra cuenta ya tiene este nombre.',
  'Name is already in use.': 'El nombre ya está en uso.',
  'You cannot own more than {count} bots, deactivated ones included.':
    'Puedes tener como máximo {count} bots, incluidos los desactivados.',
  'Invalid channel ID {id}. No invites were sent.':
    'Uno de los canales no existe. No se ha invitado a nadie.',
  'Invalid channel ID': 'El canal no existe.',
  "Invalid channel name '{channel}'": 'El canal «{channel}» no existe.',
  'Invalid channel folder ID': 'La carpeta ya no existe.',
  'You need to remove all the channels from this folder to archive it.':
    'Quita antes todos los canales de la carpeta.',
  'Invalid character in channel folder name, at position {position}.':
    'El nombre de la carpeta tiene un carácter no permitido, en la posición {position}.',
  'Invalid character in channel name, at position {position}.':
    'El nombre del canal tiene un carácter no permitido, en la posición {position}.',
  'Invalid character in topic, at position {position}!':
    'El tema tiene un carácter no permitido, en la posición {position}.',
  'Invalid domain: {reason}': 'El dominio no es válido: {reason}',
  'The domain {domain} is already a part of your organization.':
    'El dominio {domain} ya forma parte de la organización.',
  'No entry found for domain {domain}.': 'El dominio {domain} no está en la lista.',
  "Invalid email '{email}'": '{email} no es un correo electrónico válido.',
  'Invalid new email address.': 'No es un correo electrónico válido.',
  'New email value error: Already has an account.': 'Ya existe una cuenta con esta dirección.',
  'New email value error: Outside your domain.':
    'La dirección no pertenece a ningún dominio de la organización.',
  'New email value error: {reason}': 'La nueva dirección no es posible: {reason}',
  'Invalid message(s)': 'El mensaje no existe o no puedes leerlo.',
  'Invalid narrow operator combination: {reason}': 'Estos operadores de búsqueda no se combinan: {reason}',
  'Invalid narrow operator: {reason}': 'Esta búsqueda no es posible: {reason}',
  'narrow has a search that is too long (limit: {limit} characters)':
    'La búsqueda es demasiado larga (máximo {limit} caracteres).',
  'narrow searches for too many phrases (limit: {limit})':
    'La búsqueda tiene demasiadas frases (máximo {limit}).',
  'This search takes too long. Narrow it down, for example to one channel.':
    'Esta búsqueda tarda demasiado. Limítala, por ejemplo, a un canal.',
  'Too many searches wait at the moment. Try again in a moment.':
    'Hay demasiadas búsquedas en espera. Inténtalo de nuevo enseguida.',
  'Too many messages requested (maximum {limit}).': 'Demasiados mensajes a la vez (máximo {limit}).',
  'Invalid user ID: {id}': 'La persona no existe.',
  'Invalid user ID {id}': 'La persona no existe.',
  'Invalid user ID': 'La persona no existe.',
  'No such user': 'La persona no existe.',
  'User is deactivated': 'La cuenta está desactivada.',
  'User with ID {id} is deactivated': 'La cuenta está desactivada.',
  'User with ID {id} is a bot': 'Es un bot.',
  'Invalid user group ID: {id}': 'El grupo no existe.',
  'Invalid user group': 'El grupo no existe.',
  "User group '{group}' already exists.": 'El grupo «{group}» ya existe.',
  'User group is deactivated.': 'El grupo está desactivado.',
  "User group name can't be empty!": 'El grupo necesita un nombre.',
  'User group name cannot exceed {limit} characters.':
    'El nombre del grupo es demasiado largo (máximo {limit} caracteres).',
  "User group name cannot start with '{start}'.": 'El nombre de un grupo no puede empezar por «{start}».',
  'User group {id} is already a subgroup of one of the passed subgroups.':
    'Un grupo no puede contenerse a sí mismo.',
  'User group {id} is already a subgroup of this group.': 'Este grupo ya forma parte.',
  'User group {id} is not a subgroup of this group.': 'Este grupo no forma parte.',
  'User {id} is already a member of this group': 'La persona ya es miembro del grupo.',
  "There is no member '{id}' in this user group": 'La persona no es miembro del grupo.',
  "You are not allowed to mention user group '{group}'.": 'No puedes mencionar el grupo «{group}».',
  'Invitation has already been revoked': 'La invitación ya se ha anulado.',
  'No such invitation': 'La invitación ya no existe.',
  "Some of those addresses are already using Loquat, so we didn't send them an invitation. We did send invitations to everyone else!":
    'Algunas direcciones ya tienen cuenta y no se han invitado; las demás, sí.',
  'To protect users, this server limits the number of invitations you can send in one day. Because you have reached the limit, no invitations were sent.':
    'Se ha alcanzado el límite de invitaciones de hoy. No se ha invitado a nadie.',
  'You must specify at least one email address.': 'Indica al menos un correo electrónico.',
  'You have too many invitation links (limit: {limit}). Revoke one that you no longer need.':
    'Tienes demasiados enlaces de invitación (máximo {limit}). Anula uno que ya no necesites.',
  'You do not have permission to subscribe other users to channels.':
    'No puedes suscribir a otras personas a canales.',
  'Message edit history is disabled in this organization':
    'Esta organización no muestra versiones anteriores de los mensajes.',
  'Your organization has turned off message editing':
    'Tu organización ha desactivado la edición de mensajes.',
  'The time limit for editing this message has passed': 'Ha pasado el plazo para editar este mensaje.',
  "The time limit for editing this message's topic has passed":
    'Ha pasado el plazo para cambiar el tema de este mensaje.',
  'The time limit for deleting this message has passed': 'Ha pasado el plazo para eliminar este mensaje.',
  "You don't have permission to delete this message": 'No puedes eliminar este mensaje.',
  "You don't have permission to edit this message": 'No puedes editar este mensaje.',
  "You don't have permission to move this message": 'No puedes mover este mensaje.',
  "You don't have permission to resolve topics.": 'No puedes resolver temas.',
  'You only have permission to move the {some}/{all} most recent messages in this topic.':
    'Solo puedes mover los {some} mensajes más recientes de {all} de este tema.',
  'Widgets cannot be edited.': 'Las encuestas y las listas de tareas no se editan.',
  'You cannot add more to this message.': 'No se puede añadir más a este mensaje.',
  'You cannot attach a submessage to this message.': 'No puedes añadir nada a este mensaje.',
  'New password is too long (limit: {limit} characters)':
    'La nueva contraseña es demasiado larga (máximo {limit} caracteres).',
  'New password is too weak!': 'La nueva contraseña es demasiado débil.',
  'Wrong password!': 'La contraseña no es correcta.',
  'Password authentication is disabled in this organization. Log in with your browser instead.':
    'Esta organización no permite iniciar sesión con contraseña. Hazlo con tu navegador.',
  'Your account has a second factor. Log in with your browser instead.':
    'Tu cuenta tiene un segundo factor. Inicia sesión con tu navegador.',
  'Your organization requires a second factor. Set up another one before you remove this one.':
    'Tu organización exige un segundo factor. Configura otro antes de quitar este.',
  'The passkey could not be added. Try again.':
    'No se ha podido añadir la clave de acceso. Inténtalo de nuevo.',
  'You have {count} passkeys. Delete one that you no longer need.':
    'Tienes {count} claves de acceso. Elimina una que ya no necesites.',
  'No such passkey': 'La clave de acceso no existe.',
  'You have no authenticator app.': 'No tienes ninguna aplicación de autenticación.',
  'You have no second factor.': 'No tienes ningún segundo factor.',
  'No such session': 'Esta sesión ya no existe.',
  'No such token': 'El token ya no existe.',
  "No such topic '{topic}'": 'El tema «{topic}» no existe.',
  "Not authorized to send to channel '{channel}'": 'No puedes escribir en «{channel}».',
  'Not subscribed to channel ID {id}': 'No te has suscrito a este canal.',
  'Subscription does not exist': 'La suscripción no existe.',
  'Unable to access channel ({channels}).': 'No tienes acceso a estos canales: {channels}.',
  'You do not have permission to access some of the recipients.':
    'No tienes acceso a algunos de los destinatarios.',
  'You do not have permission to administer this channel.': 'No puedes administrar este canal.',
  'You do not have permission to initiate direct message conversations.':
    'No puedes iniciar conversaciones de mensajes directos.',
  'This conversation does not include any users who can authorize it.':
    'En esta conversación no hay nadie que pueda autorizarla.',
  'You do not have permission to post in this channel.': 'No puedes escribir en este canal.',
  'You do not have permission to use channel wildcard mentions in this channel.':
    'No puedes mencionar a todos en este canal.',
  'You do not have permission to use topic wildcard mentions in this topic.':
    'No puedes mencionar a todos en este tema.',
  'Reaction already exists.': 'Ya has reaccionado así.',
  "Reaction doesn't exist.": 'Esta reacción ya no existe.',
  'Read receipts are disabled in this organization.':
    'Esta organización no muestra quién ha leído los mensajes.',
  'Reminder does not exist': 'El recordatorio ya no existe.',
  'Saved snippet does not exist.': 'El fragmento guardado ya no existe.',
  'Scheduled delivery time must be in the future.': 'La hora de envío debe estar en el futuro.',
  'Scheduled message does not exist': 'El mensaje programado ya no existe.',
  'Server is not configured to use push notification service.':
    'El servidor no está configurado para notificaciones móviles.',
  'The channel folders of this organization are too large together (limit: {limit} bytes).':
    'Las carpetas de canales de la organización son demasiado grandes en conjunto.',
  'The channels of this organization are too large together (limit: {limit} bytes).':
    'Los canales de la organización son demasiado grandes en conjunto.',
  'The {list} of this organization are too large together (limit: {limit} bytes).':
    'Esta lista de la organización es demasiado grande.',
  'The directory does not answer as it should: {reason}': 'El directorio no responde como debería: {reason}',
  'The field {field} is not valid. Enter it again, because the address has changed.':
    'Vuelve a introducir el campo «{field}», porque la dirección ha cambiado.',
  'The field {field} is not valid. {reason}': 'El campo «{field}» no es válido.',
  'There is already a provider of log-ins named {name}.': 'Ya existe un proveedor de acceso llamado {name}.',
  'There is no such provider of log-ins.': 'El proveedor de acceso ya no existe.',
  'This provider is no directory, so nobody can be compared with it.':
    'Este proveedor no es un directorio; no se puede comparar a nadie con él.',
  'An account cannot be merged into itself': 'Una cuenta no se puede unir consigo misma.',
  'You cannot merge your own account into another one': 'No puede unir su propia cuenta con otra.',
  'Cannot merge the only organization owner into another account':
    'El único propietario de la organización no se puede unir con otra cuenta.',
  'Another merge of this organization is not finished':
    'Otra unión de cuentas de esta organización no ha terminado.',
  'The account was merged into another one': 'La cuenta se ha unido con otra.',
  'A merge of the account is not finished': 'Una unión de la cuenta no ha terminado.',
  "The person's data is erased already": 'Los datos de la persona ya están borrados.',
  "The person's data is erased": 'Los datos de la persona están borrados.',
  'Topic is not muted': 'El tema no está silenciado.',
  'User already muted': 'La persona ya está silenciada.',
  'User is not muted': 'La persona no está silenciada.',
  'User has disabled synchronizing drafts.': 'Has desactivado la sincronización de borradores.',
  'User not authorized to change user emails': 'No puedes cambiar los correos de otras personas.',
  'User not authorized to create users': 'No puedes crear cuentas.',
  'User not authorized for this query': 'No puedes verlo.',
  'Web-public channels are not enabled.': 'Los canales públicos en la web están desactivados.',
  'You cannot create more than {count} channels at once.':
    'Puedes crear como máximo {count} canales a la vez.',
  'You cannot have more than {count} drafts.': 'No puedes tener más de {count} borradores.',
  'You cannot have more than {count} saved snippets.': 'No puedes tener más de {count} fragmentos guardados.',
  'You cannot have more than {count} scheduled messages and reminders.':
    'No puedes tener más de {count} mensajes programados y recordatorios.',
  'You cannot have more than {count} alert words.': 'No puedes tener más de {count} palabras de alerta.',
  'You cannot have more than {count} {things}.': 'No puede haber más de {count}.',
  'You cannot mute more than {count} topics.': 'Puedes silenciar como máximo {count} temas.',
  'You could not log in any more. Log in once in another way that stays, then try again.':
    'Ya no podrías iniciar sesión. Hazlo una vez de un modo que se mantenga y vuelve a intentarlo.',
  'You must upload exactly one avatar.': 'Elige una sola imagen.',
  'You must upload exactly one file.': 'Elige un solo archivo.',
  'You must upload exactly one icon.': 'Elige un solo icono.',
  'You must upload exactly one logo.': 'Elige un solo logotipo.',
  'Nothing to change': 'No hay nada que cambiar.',
  'Key does not exist.': 'La entrada no existe.',
  '{name} cannot be blank.': 'Este campo no puede estar vacío.',
  '{name} cannot be blank': 'Este campo no puede estar vacío.',
  'topic is too long (limit: {limit} characters)': 'El tema es demasiado largo (máximo {limit} caracteres).',
  'content is too long (limit: {limit} characters)':
    'El texto es demasiado largo (máximo {limit} caracteres).',
  'description is too long (limit: {limit} characters)':
    'La descripción es demasiado larga (máximo {limit} caracteres).',
  'name is too long (limit: {limit} characters)': 'El nombre es demasiado largo (máximo {limit} caracteres).',
  'title is too long (limit: {limit} characters)':
    'El título es demasiado largo (máximo {limit} caracteres).',
  'status_text is too long (limit: {limit} characters)':
    'El estado es demasiado largo (máximo {limit} caracteres).',
  '{parameter} is too long (limit: {limit} characters)':
    '«{parameter}» es demasiado largo (máximo {limit} caracteres).',
  '{name} is too long (limit: {limit} characters)':
    'Este texto es demasiado largo (máximo {limit} caracteres): {name}',
  '{name} is too long (limit: {limit} items)': 'La lista es demasiado larga (máximo {limit} elementos).',
  '{name} is too large': 'El número es demasiado grande.',
  '{name} is too small': 'El número es demasiado pequeño.',
  'principals times subscriptions are too many (limit: {limit} at once)':
    'Son demasiadas suscripciones a la vez (máximo {limit}).',
  '{color} is not a valid hex color code': 'No es un color.',
  '{parameter} is not {kind}': '«{parameter}» no puede tener este valor.',
  'Invalid {parameter}: must be {values}': '«{parameter}» no puede tener este valor.',
  'Invalid {parameter}': '«{parameter}» no puede tener este valor.',
  "Missing '{parameter}' argument": 'Falta «{parameter}».',
  '{parameter} field is missing': 'Falta «{parameter}».',
  '{parameter} is too short.': '«{parameter}» es demasiado corto.',
  '{parameter} must not contain {what}': '«{parameter}» contiene caracteres no permitidos.',
  '{parameter} has too many values (limit: {limit})':
    '«{parameter}» tiene demasiados valores (máximo {limit}).',
  "Bad value for '{parameter}': {value}": '«{parameter}» no puede ser {value}.',
  // Why a regular expression cannot be read, in the words of its engine.
  'error parsing regexp: missing closing ): {text}': 'falta un paréntesis de cierre: {text}',
  'error parsing regexp: unexpected ): {text}': 'sobra un paréntesis de cierre: {text}',
  'error parsing regexp: missing closing ]: {text}': 'falta un corchete de cierre: {text}',
  'error parsing regexp: missing argument to repetition operator: {text}': 'no hay nada que repetir: {text}',
  'error parsing regexp: invalid nested repetition operator: {text}': 'se repite una repetición: {text}',
  'error parsing regexp: invalid or unsupported Perl syntax: {text}': 'esta sintaxis no se admite: {text}',
  'error parsing regexp: invalid named capture: {text}': 'el nombre de un grupo no es válido: {text}',
  'error parsing regexp: trailing backslash at end of expression': 'termina con una barra invertida.',
  'too large': 'es demasiado grande.',
  // Imports of histories.
  'Other people have joined this organization, so it cannot get a history any more.':
    'Otras personas se han unido a esta organización, así que ya no puede recibir un historial.',
  'People have written in this organization, so it cannot get a history any more.':
    'Se ha escrito en esta organización, así que ya no puede recibir un historial.',
  'The archive is larger than this server accepts ({limit} GiB).':
    'El archivo es mayor de lo que acepta este servidor ({limit} GiB).',
  'The archive is empty.': 'El archivo está vacío.',
  'Another import of a history has begun. Cancel it first.':
    'Ya ha empezado otra importación de un historial. Cancélala primero.',
  'This organization has begun {count} imports in a day. Try again tomorrow.':
    'Esta organización ha empezado {count} importaciones en un día. Inténtalo mañana.',
  'This server already imports {count} organizations. Try again in some hours.':
    'Este servidor ya importa {count} organizaciones. Inténtalo dentro de unas horas.',
  'There is no import of a history.': 'No hay ninguna importación de un historial.',
  'The archive is not checked, or its import has begun.':
    'El archivo no está comprobado, o su importación ha empezado.',
  'The server could not finish the import. Try again later.':
    'El servidor no ha podido terminar la importación. Inténtalo más tarde.',
  'The server has no room for the archive. Ask its operator for help.':
    'El servidor no tiene espacio para el archivo. Pide ayuda a su operador.',
  'This is no archive that can be imported: it is neither a ZIP nor a tar file.':
    'Este archivo no se puede importar: no es ni ZIP ni tar.',
  // Tests of providers of log-ins.
  'it publishes no keys': 'no publica ninguna clave',
  'let the provider sign ID tokens with a public key':
    'haz que el proveedor firme los tokens de ID con una clave pública',
  "its clock differs from this machine's by {seconds} s": 'su reloj difiere {seconds} s del de este servidor',
  'synchronize the clock of this machine (timedatectl set-ntp true), or the one of the provider':
    'sincroniza el reloj de este servidor (timedatectl set-ntp true) o el del proveedor',
  'it does not offer PKCE with S256': 'no ofrece PKCE con S256',
  'allow PKCE for the client at the provider': 'permite PKCE para el cliente en el proveedor',
  'it does not offer the scope email': 'no ofrece el ámbito email',
  'let it tell addresses to this client': 'haz que comunique las direcciones a este cliente',
  '{issuer} answers, with {count} key': '{issuer} responde, con {count} clave',
  '{issuer} answers, with {count} keys': '{issuer} responde, con {count} claves',
  'let this machine reach {address}, and write issuer as "issuer" there':
    'haz que este servidor llegue a {address} y escribe issuer como «issuer» allí',
  '{host} does not know the client': '{host} no conoce el cliente',
  'enter the client id and secret that the provider shows now':
    'introduzca el identificador y el secreto del cliente que el proveedor muestra ahora',
  'enter the client id and secret of the OAuth app':
    'introduce el ID y el secreto de cliente de la aplicación OAuth',
  '{host} answers and knows the client; its API is {address}':
    '{host} responde y conoce el cliente; su API es {address}',
  'its metadata or address is of no use: {reason}': 'sus metadatos o su dirección no sirven: {reason}',
  'enter the metadata that the provider offers now, and let this machine reach its address':
    'introduce los metadatos que el proveedor ofrece ahora y haz que este servidor llegue a su dirección',
  'its certificate has expired on {date}': 'su certificado caducó el {date}',
  'enter the metadata that the provider offers now': 'introduce los metadatos que el proveedor ofrece ahora',
  'its certificate expires in {days} days': 'su certificado caduca dentro de {days} días',
  'enter the new metadata once the provider offers it':
    'introduce los metadatos nuevos cuando el proveedor los ofrezca',
  '{entity} answers, and its certificate is valid for {days} days':
    '{entity} responde y su certificado es válido {days} días más',
  'it has neither a secret nor a usable public key': 'no tiene ni un secreto ni una clave pública utilizable',
  'enter the secret that it signs with, or its public key':
    'introduce el secreto con el que firma o su clave pública',
  '{host} answers; tokens are signed by {algorithms}':
    '{host} responde; los tokens se firman con {algorithms}',
  'this server does not reach {host}: {reason}': 'este servidor no llega a {host}: {reason}',
  'browsers may reach it all the same; try to log in':
    'quizá los navegadores sí lleguen; prueba a iniciar sesión',
  '{host} answers; a log-in shows whether bind_as fits':
    '{host} responde; un inicio de sesión muestra si bind_as es correcto',
  'it finds nobody below {base}': 'no encuentra a nadie bajo {base}',
  'correct base_dn and people_filter, or let bind_dn read the people there':
    'corrige base_dn y people_filter, o deja que bind_dn lea a las personas de ahí',
  'no person has an attribute that identifies the person for ever':
    'nadie tiene un atributo que identifique siempre a la persona',
  'let bind_dn read entryUUID or objectGUID, or enter another id_attribute':
    'deja que bind_dn lea entryUUID u objectGUID, o introduce otro id_attribute',
  'no person has the attribute {attribute}': 'nadie tiene el atributo {attribute}',
  'enter the attribute with the address as email_attribute, or let bind_dn read it':
    'introduce en email_attribute el atributo con la dirección, o deja que bind_dn lo lea',
  '{host} answers, and people are found': '{host} responde y se encuentran personas',
  'it lets nobody search without an account': 'no deja buscar a nadie sin una cuenta',
  'enter bind_dn and bind_password': 'introduce bind_dn y bind_password',
  'it refuses bind_dn': 'rechaza bind_dn',
  'correct bind_dn and bind_password': 'corrige bind_dn y bind_password',
  'it has no base_dn': 'no tiene base_dn',
  'correct base_dn': 'corrige base_dn',
  'the certificate of {host} is not trusted: {reason}':
    'el certificado de {host} no es de confianza: {reason}',
  'enter the certificate of its authority, and the name that its certificate has':
    'introduce el certificado de su autoridad y el nombre que tiene su certificado',
  '{host} is of no use: {reason}': '{host} no sirve: {reason}',
  'let this machine reach it': 'haz que este servidor llegue a él',
  'let this machine reach it, and look at starttls': 'haz que este servidor llegue a él y revisa starttls',
  'let this machine reach {address}': 'haz que este servidor llegue a {address}',
}
