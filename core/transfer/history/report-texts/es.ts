import type { FailureText, ReportText } from './report-texts.ts'

/** The texts of reports about imports in Spanish, by the English ones. */
export const SPANISH_REPORT: Readonly<Record<ReportText, string>> = {
  // Kinds of things.
  'people and bots': 'Personas y bots',
  groups: 'Grupos',
  'channel folders': 'Carpetas de canales',
  channels: 'Canales',
  subscriptions: 'Suscripciones',
  conversations: 'Conversaciones',
  messages: 'Mensajes',
  'personal flags of messages': 'Marcas personales de mensajes',
  reactions: 'Reacciones',
  'votes and tasks': 'Votos y tareas',
  files: 'Archivos',
  drafts: 'Borradores',
  snippets: 'Fragmentos',
  'scheduled messages': 'Mensajes programados',
  'alert words': 'Palabras de alerta',
  'topic policies': 'Reglas de temas',
  'muted people': 'Personas silenciadas',
  statuses: 'Estados',
  'profile fields': 'Campos del perfil',
  'values of profile fields': 'Valores de campos del perfil',
  'webhooks of bots': 'Webhooks de bots',
  linkifiers: 'Enlaces automáticos',
  playgrounds: 'Entornos de código',
  'custom emoji': 'Emojis propios',
  domains: 'Dominios',
  avatars: 'Avatares',
  // Reasons for rows that are left out.
  'what clients asked of the former server': 'lo que los clientes pidieron al servidor anterior',
  'when people were active at the former server':
    'cuándo estuvieron activas las personas en el servidor anterior',
  'which hints people have seen': 'qué consejos han visto las personas',
  'messages of the welcome bot to new people': 'mensajes del bot de bienvenida a personas nuevas',
  'repeated by the subscriptions': 'se repite en las suscripciones',
  'log-in methods are chosen anew': 'los métodos de inicio de sesión se eligen de nuevo',
  'a counter of the former server': 'un contador del servidor anterior',
  'when people were last online': 'cuándo estuvieron en línea las personas por última vez',
  'e-mail addresses of channels are new': 'las direcciones de correo de los canales son nuevas',
  'pictures are measured anew': 'las imágenes se miden de nuevo',
  'deleted files': 'archivos borrados',
  'invitations are sent anew': 'las invitaciones se envían de nuevo',
  'e-mail addresses of the former server': 'direcciones de correo del servidor anterior',
  'exports of the former server': 'exportaciones del servidor anterior',
  'devices register anew': 'los dispositivos se registran de nuevo',
  'repeated by the groups': 'se repite en los grupos',
  'settings of embedded bots of the former server': 'ajustes de bots integrados del servidor anterior',
  'a table that this version does not know': 'una tabla que esta versión no conoce',
  // Sentences without their full stops.
  '{kind}: it is there twice': '{kind}: está dos veces',
  '{kind}: {column} has a wrong value': '{kind}: {column} tiene un valor incorrecto',
  '{kind}: {column} is not in the archive': '{kind}: {column} no está en el archivo',
  '{kind}: {reason}': '{kind}: {reason}',
  '{kind}: somebody has more than {limit}': '{kind}: alguien tiene más de {limit}',
  '{kind}: there are more than {limit}': '{kind}: hay más de {limit}',
  'accounts with an unknown role become members': 'las cuentas con un rol desconocido pasan a ser miembros',
  'accounts with the e-mail address of another one get an internal one':
    'las cuentas con la dirección de correo de otra reciben una interna',
  'accounts without a usable e-mail address get an internal one':
    'las cuentas sin una dirección de correo utilizable reciben una interna',
  'accounts without an id of their own': 'cuentas sin un identificador propio',
  'avatars that Slack does not give': 'avatares que Slack no entrega',
  'avatars that are no pictures': 'avatares que no son imágenes',
  'avatars, which are at Slack': 'avatares, que están en Slack',
  'bots of an owner that is not in the archive have none':
    'los bots cuyo propietario no está en el archivo no tienen ninguno',
  'bots without a user name of their own': 'bots sin un nombre de usuario propio',
  'buttons of integrations': 'botones de integraciones',
  'channels of other teams': 'canales de otros equipos',
  'channels with the name of another one get a different one':
    'los canales con el nombre de otro reciben uno distinto',
  'channels with the name of another one get a number': 'los canales con el nombre de otro reciben un número',
  'channels without a name of their own': 'canales sin un nombre propio',
  'channels without an id of their own': 'canales sin un identificador propio',
  'conversations of several workspaces are one': 'las conversaciones de varios espacios de trabajo son una',
  'custom emoji without a picture or an id': 'emojis propios sin imagen o sin identificador',
  'custom emoji: the token may not list them': 'emojis propios: el token no puede listarlos',
  'direct conversations of people who are not in the archive':
    'conversaciones directas de personas que no están en el archivo',
  'discussions without a room above them become channels':
    'las discusiones sin una sala superior pasan a ser canales',
  'entries of {name} that are no objects': 'entradas de {name} que no son objetos',
  'favorite direct conversations: only channels are pinned here':
    'conversaciones directas favoritas: aquí solo se fijan canales',
  'files whose bytes are missing': 'archivos cuyo contenido falta',
  'files stay at Slack: messages link them': 'los archivos se quedan en Slack: los mensajes los enlazan',
  'files that Slack does not give stay links': 'los archivos que Slack no entrega siguen siendo enlaces',
  'files with a wrong path': 'archivos con una ruta incorrecta',
  'flags of messages that are not in the archive': 'marcas de mensajes que no están en el archivo',
  'former versions of edited messages': 'versiones anteriores de mensajes editados',
  'former versions of messages, and notices without a text':
    'versiones anteriores de mensajes y avisos sin texto',
  'groups that contain each other': 'grupos que se contienen mutuamente',
  'groups without an id of their own': 'grupos sin un identificador propio',
  'histories of more than {limit} changes keep the newest ones':
    'los historiales de más de {limit} cambios conservan los más recientes',
  'joins and leaves become subscriptions and not messages':
    'las entradas y salidas pasan a ser suscripciones y no mensajes',
  'lines of an unknown kind': 'líneas de un tipo desconocido',
  'links to this address lead to the new organization':
    'los enlaces a esta dirección llevan a la nueva organización',
  'messages count as read unless the archive says otherwise: it does not say what these people have read':
    'los mensajes cuentan como leídos salvo que el archivo diga otra cosa: no dice qué han leído estas personas',
  'messages count as read: the archive does not say who has read what':
    'los mensajes cuentan como leídos: el archivo no dice quién ha leído qué',
  'messages that were deleted later': 'mensajes que se borraron después',
  'days of conversations that are in no list': 'días de conversaciones que no están en ninguna lista',
  'messages to a place that is not in the archive': 'mensajes a un lugar que no está en el archivo',
  'messages without a time': 'mensajes sin hora',
  'messages without an id': 'mensajes sin identificador',
  'names of channels that are not allowed here': 'nombres de canales que no se permiten aquí',
  'names of custom emoji that are not allowed here': 'nombres de emojis propios que no se permiten aquí',
  'names of groups that are not allowed here': 'nombres de grupos que no se permiten aquí',
  'names of people that are not allowed here': 'nombres de personas que no se permiten aquí',
  'older messages of channels with very many topics count as read for everybody':
    'los mensajes antiguos de canales con muchísimos temas cuentan como leídos para todos',
  'open channels of teams by invitation become private':
    'los canales abiertos de equipos por invitación pasan a ser privados',
  'other names of emoji that Slack has itself': 'otros nombres de emojis que Slack ya tiene',
  'other things': 'otras cosas',
  'people that the archive does not describe become placeholders':
    'las personas que el archivo no describe pasan a ser marcadores',
  'people without a user name of their own': 'personas sin un nombre de usuario propio',
  'people without an e-mail address get an internal one':
    'las personas sin dirección de correo reciben una interna',
  'people without an id of their own': 'personas sin un identificador propio',
  'permission schemes': 'esquemas de permisos',
  'personal settings {name} with a value that is unknown here get the default':
    'los ajustes personales {name} con un valor desconocido aquí reciben el predeterminado',
  'pictures of the organization that are missing or no pictures':
    'imágenes de la organización que faltan o no son imágenes',
  'pins: messages are not pinned here': 'mensajes fijados: aquí no se fijan mensajes',
  'policies of topics that are unknown here': 'políticas de temas desconocidas aquí',
  'previews of addresses': 'vistas previas de direcciones',
  'profile fields of a type that is unknown here': 'campos de perfil de un tipo desconocido aquí',
  'reactions of people whom the archive does not name': 'reacciones de personas que el archivo no nombra',
  'replies that a channel shows once more are in their thread alone':
    'las respuestas que un canal muestra otra vez están solo en su hilo',
  'roles and permissions': 'roles y permisos',
  'rooms become private channels of the people who wrote in them: the archive does not say who may read them':
    'las salas pasan a ser canales privados de quienes escribieron en ellas: el archivo no dice quién puede leerlas',
  'rooms of the live chat': 'salas del chat en vivo',
  'rooms without an id of their own': 'salas sin un identificador propio',
  'rows of {table}': 'filas de {table}',
  'rows of {table} that are no objects': 'filas de {table} que no son objetos',
  'rows of {table}: {reason}': 'filas de {table}: {reason}',
  'scheduled messages that were sent already': 'mensajes programados que ya se enviaron',
  'scheduled messages to a place that is not in the archive':
    'mensajes programados a un lugar que no está en el archivo',
  'senders that the list of people lacks become deactivated accounts':
    'los remitentes que faltan en la lista de personas pasan a ser cuentas desactivadas',
  'several teams become one organization, each with a folder of channels':
    'varios equipos pasan a ser una organización, cada uno con una carpeta de canales',
  'teams that were not asked for': 'equipos que no se pidieron',
  'teams without a name of their own': 'equipos sin un nombre propio',
  'texts of more than {limit} characters are cut there':
    'los textos de más de {limit} caracteres se cortan ahí',
  'the file {name}': 'el archivo {name}',
  'the named person becomes an owner': 'la persona nombrada pasa a ser propietaria',
  'the second custom emoji of a name is off': 'el segundo emoji propio de un nombre está desactivado',
  'the setting {name} of the organization gets the default':
    'el ajuste {name} de la organización recibe el valor predeterminado',
  'times before 1970 or after 9999': 'horas anteriores a 1970 o posteriores a 9999',
  'topics of more than {limit} characters are cut there':
    'los temas de más de {limit} caracteres se cortan ahí',
  'values of profile fields that are not in the archive':
    'valores de campos de perfil que no están en el archivo',
  'values of {name} that are not allowed here get the default':
    'los valores de {name} que no se permiten aquí reciben el predeterminado',
  'visitors of the live chat': 'visitantes del chat en vivo',
}

/** Why an import failed, in Spanish. */
export const SPANISH_FAILURES: Readonly<Record<FailureText, string>> = {
  'This is no archive of {products}.': 'Este no es un archivo de {products}.',
  'The archive is broken: {reason}.': 'El archivo está dañado: {reason}.',
  'The archive is refused: {reason}.': 'El archivo se rechaza: {reason}.',
  'The archive is from a newer Loquat: {reason}.': 'El archivo es de un Loquat más reciente: {reason}.',
  'The archive lacks {name}.': 'Al archivo le falta {name}.',
  'The archive of Mattermost has no team.': 'El archivo de Mattermost no tiene ningún equipo.',
  'Nobody in the archive has the e-mail address of your account, and nobody else can own the organization. Change your address here to the one that you had there.':
    'Nadie en el archivo tiene la dirección de correo de tu cuenta, y nadie más puede ser propietario de la organización. Cambia aquí tu dirección por la que tenías allí.',
  'A bot in the archive has the e-mail address of your account. Change your address here.':
    'Un bot del archivo tiene la dirección de correo de tu cuenta. Cambia aquí tu dirección.',
  'The files of the archive take {size} MiB, and an organization may have {limit} MiB on this server.':
    'Los ficheros del archivo ocupan {size} MiB, y una organización puede tener {limit} MiB en este servidor.',
  'The files of the archive take {size} MiB, and the server has less room for files.':
    'Los ficheros del archivo ocupan {size} MiB, y el servidor tiene menos espacio para ficheros.',
  'an entry of {name} is too large': 'una entrada de {name} es demasiado grande',
  'an entry of {name} is nested too deeply': 'una entrada de {name} está anidada demasiado profundamente',
  'it has {name} twice': 'contiene {name} dos veces',
  'it has more than {limit} entries': 'tiene más de {limit} entradas',
  'it unpacks to more than {limit} GiB': 'descomprimido ocupa más de {limit} GiB',
  'it unpacks to more than {limit} times its size': 'descomprimido ocupa más de {limit} veces su tamaño',
  'reading it takes more than {limit} MiB of memory': 'leerlo necesita más de {limit} MiB de memoria',
  '{name} has a line that is no JSON': '{name} tiene una línea que no es JSON',
  '{name} is a link or a device': '{name} es un enlace o un dispositivo',
  '{name} is cut': '{name} está cortado',
  '{name} is cut or no JSON': '{name} está cortado o no es JSON',
  '{name} is encrypted': '{name} está cifrado',
  '{name} is no BSON': '{name} no es BSON',
  '{name} is no JSON': '{name} no es JSON',
  '{name} leads out of it': '{name} lleva fuera de él',
  'it has several exports, {first} and {second}': 'contiene varias exportaciones, {first} y {second}',
  'it has the archive {name} in it; unpack it and import that one':
    'contiene el archivo comprimido {name}; descomprímelo e importa ese',
  'it is one part of several; join them first': 'es una de varias partes; únelas primero',
  'it is packed with {format}; only ZIP, tar and tar.gz can be read':
    'está comprimido con {format}; solo se pueden leer ZIP, tar y tar.gz',
  'the program that packed it writes no ZIP64, which a ZIP of this size or with this many files needs; unpack it, and pack the folder again with another program or as tar.gz':
    'el programa que lo comprimió no escribe ZIP64, que un ZIP de este tamaño o con tantos archivos necesita; descomprímelo y comprime la carpeta con otro programa o como tar.gz',
  'its entries overlap': 'sus entradas se solapan',
  '{name} is packed with {method}; pack it again with Deflate':
    '{name} está comprimido con {method}; comprímelo de nuevo con Deflate',
  '{name} is stored with holes or in parts; pack it again without them':
    '{name} está guardado con huecos o en partes; comprímelo de nuevo sin ellos',
  '{name} uses an unknown compression': '{name} usa una compresión desconocida',
}
