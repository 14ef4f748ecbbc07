import type { channel as english } from '../en/channel.ts'
import type { Text } from '../en/index.ts'
import { number, plural } from './numbers.ts'

/** The texts of a channel's own view, and of the form that creates a channel, fetched with them. */
export const channel: Text<typeof english> = {
  parts: 'Partes del canal',
  general: 'General',
  personal: 'Personal',
  subscribers: 'Suscriptores',
  openChannel: 'Abrir el canal',
  browse: 'Explorar canales',
  notSubscribed: 'No estás suscrito',
  notSubscribedHint: 'Los suscriptores eligen el aspecto del canal y cómo les notifica.',
  mayNotSubscribe: 'Alguien del canal puede suscribirte.',
  leaveQuestion: (name) => `¿Cancelar la suscripción a ${name}?`,
  leaveWarning: 'El canal es privado: solo podrás volver si alguien te suscribe.',

  name: 'Nombre',
  description: 'Descripción',
  descriptionHint: 'Para qué sirve el canal, en Markdown. Ctrl+Intro guarda.',
  noDescription: 'El canal no tiene descripción.',
  privacy: 'Quién puede leerlo',
  kinds: {
    webPublic: 'Todo Internet',
    public: 'Todos menos los invitados',
    sharedHistory: 'Suscriptores, todos los mensajes',
    ownHistory: 'Suscriptores, desde su suscripción',
  },
  privacyFixed: 'Solo los suscriptores cambian esto.',
  privacyQuestion: (name) => `¿Cambiar quién puede leer ${name}?`,
  privacyWarning: (kind) => `Desde ahora: ${kind}. Un aviso en el canal lo dice.`,
  change: 'Cambiar',
  about: 'Acerca del canal',
  created: (date) => `Creado el ${date}.`,
  createdBy: (name, date) => `Creado por ${name} el ${date}.`,
  traffic: (n) =>
    plural(n, { one: 'Alrededor de un mensaje por semana.', other: 'Alrededor de # mensajes por semana.' }),

  look: 'Aspecto',
  color: 'Color',
  pin: 'Fijar encima de los demás canales',
  mute: 'Silenciar el canal',
  muteHint: 'Sus mensajes solo te notifican si te mencionan.',
  notifications: 'Notificaciones de mensajes nuevos',
  asSettings: (isOn) => `Según tus ajustes: ${isOn ? 'activado' : 'desactivado'}`,
  on: 'Activado',
  off: 'Desactivado',
  desktop: 'Escritorio',
  sound: 'Sonido',
  push: 'Teléfono',
  mail: 'Correo',
  wildcards: 'Menciones a todos',

  subscriberCount: (n) => plural(n, { one: '# suscriptor', other: '# suscriptores' }),
  filterPeople: 'Filtrar por nombre',
  noSuchPerson: 'Ningún suscriptor tiene este nombre',
  addSubscriber: 'Suscribir a personas',
  personName: 'Nombre',
  remove: 'Quitar',
  removePerson: (name) => `Quitar a ${name}`,
  membersFailed: 'No se pudieron cargar los suscriptores',

  newChannel: 'Canal nuevo',
  create: 'Crear el canal',
  subscribeOthers: 'Suscribir a otros',
  mayNotCreate: 'Aquí no puedes crear canales',

  permissions: 'Permisos',
  kindHints: {
    webPublic:
      'Cualquiera en Internet puede leerlo sin cuenta y los buscadores pueden encontrarlo. Solo escriben personas con cuenta.',
    public: 'Los invitados lo leen una vez suscritos.',
    sharedHistory:
      'Los demás no ven que existe, salvo los administradores. Los suscriptores nuevos leen todo.',
    ownHistory:
      'Los demás no ven que existe, salvo los administradores. Los suscriptores nuevos leen lo que se escriba desde entonces.',
  },
  nobody: 'nadie',
  administeredBy: (names) =>
    `Los administradores y quienes administran este canal pueden cambiarlo: ${names}.`,
  onlyAdministrators: (names) => `Los administradores pueden cambiar esto: ${names}.`,
  onlyOwners: (names) => `Los propietarios pueden cambiar esto: ${names}.`,
  mayNotSetTopicsPolicy: (names) =>
    `Se necesita el permiso «Elegir la regla de temas de un canal». Lo tienen: ${names}.`,
  mayNotSetDeletePolicy: (names) =>
    `Se necesita el permiso «Elegir quién elimina mensajes de un canal». Lo tienen: ${names}.`,
  mayNotAdd: (names) => `No puedes suscribir a otros. Pueden: ${names}.`,
  mayNotPost: (names) => `Solo lo obtienen quienes pueden escribir en el canal: ${names}.`,

  permissionGroups: {
    reading: 'Suscripción',
    posting: 'Escritura',
    topics: 'Temas y traslados',
    deleting: 'Eliminación',
    administering: 'Administración',
  },
  permissionTexts: {
    can_subscribe_group: {
      name: 'Suscribirse por sí mismos',
      text: 'Pueden leer el canal y suscribirse a él aunque sea privado.',
    },
    can_add_subscribers_group: {
      name: 'Suscribir a otros',
      text: 'Además de quienes pueden en toda la organización. También pueden leer un canal privado.',
    },
    can_remove_subscribers_group: {
      name: 'Cancelar la suscripción de otros',
      text: 'Además de quienes administran el canal.',
    },
    can_send_message_group: { name: 'Escribir mensajes', text: 'Los bots pueden si puede su propietario.' },
    can_resolve_topics_group: {
      name: 'Marcar temas como resueltos',
      text: 'Además de quienes pueden en toda la organización.',
    },
    can_move_messages_within_channel_group: {
      name: 'Mover mensajes a otros temas',
      text: 'Además de quienes pueden en toda la organización.',
    },
    can_move_messages_out_of_channel_group: {
      name: 'Mover mensajes a otros canales',
      text: 'Además de quienes pueden en toda la organización.',
    },
    can_delete_own_message_group: {
      name: 'Eliminar sus propios mensajes',
      text: 'Además de quienes pueden en toda la organización.',
    },
    can_delete_any_message_group: {
      name: 'Eliminar mensajes de cualquiera',
      text: 'Además de quienes pueden en toda la organización.',
    },
    can_administer_channel_group: {
      name: 'Administrar el canal',
      text: 'Cambian sus ajustes y permisos. No les permite leer un canal privado.',
    },
  },

  folder: 'Carpeta',
  folderHint: 'Los canales de una carpeta aparecen juntos en las listas.',
  noFolder: 'Ninguna',
  topicsPolicy: 'Temas',
  topicsPolicies: {
    inherit: 'Como la organización',
    allow_empty_topic: 'Con tema o sin él',
    disable_empty_topic: 'Cada mensaje tiene un tema',
    empty_topic_only: 'Sin temas',
  },
  isDefault: 'Canal predeterminado',
  isDefaultHint: 'Las personas nuevas quedan suscritas, los invitados no.',
  defaultIsPublic: 'Solo los canales no privados pueden ser predeterminados.',
  retention: 'Eliminar los mensajes después de',
  retentionHint: 'Nadie puede recuperar los mensajes eliminados.',
  retentionGeneral: (days) =>
    days > 0 ? `Como la organización: ${number(days)} días` : 'Como la organización: nunca',
  retentionForEver: 'Nunca',
  retentionDays: 'días',
  retentionUnit: 'Eliminar los mensajes después de: tipo de límite',
  daysNeeded: 'Introduce un número entero de días.',
  email: 'Correo electrónico',
  emailHint:
    'Los correos a esta dirección se convierten en mensajes del canal. Quien la conozca puede escribir, así que guárdala en secreto.',
  showEmail: 'Mostrar el correo electrónico',
  emailSender: 'Quién publica los correos',
  notificationBot: 'Bot de notificaciones',
  copy: 'Copiar',
  emailCopied: 'Dirección copiada',
  announce: 'Anunciar el canal',
  announceHint: 'Un mensaje en el canal de anuncios dice que es nuevo. Los canales privados no se anuncian.',
  moreOptions: 'Más opciones',

  archive: 'Archivar el canal',
  archiveHint: 'Sus mensajes se quedan, pero ya nadie escribe en él.',
  archiveNow: 'Archivar',
  archiveQuestion: (name) => `¿Archivar ${name}?`,
  archiveWarning:
    'Sale de las listas de todos y nadie puede escribir en él. Sus mensajes no leídos cuentan como leídos, deja de ser predeterminado y su nombre queda libre para un canal nuevo. Sus mensajes se quedan y puedes desarchivarlo.',
  unarchive: 'Desarchivar',
  unarchiveChannel: (name) => `Desarchivar ${name}`,
  unarchiveQuestion: (name) => `¿Desarchivar ${name}?`,
  unarchiveWarning:
    'Sus suscriptores lo ven otra vez en sus listas, y quienes pueden escribir en él vuelven a poder. Sus mensajes siguen leídos.',
  unarchived: (name) => `${name} está de vuelta.`,
  noArchived: 'No hay canales archivados',
  noArchivedHint: 'Los canales archivados aparecen aquí.',
  archivedFailed: 'No se pudieron cargar los canales archivados',

  order: 'Orden',
  orders: { name: 'Por nombre', activity: 'Por actividad', subscribers: 'Por suscriptores' },
  weekly: (n) => `${number(n)} por semana`,

  folders: 'Carpetas',
  foldersHint: 'Las carpetas agrupan canales en las listas de todos, en este orden.',
  noFolders: 'Aún no hay carpetas',
  newFolder: 'Carpeta nueva',
  archivedFolders: 'Carpetas archivadas',
  moveUp: (name) => `Subir ${name}`,
  moveDown: (name) => `Bajar ${name}`,
  archiveFolder: (name) => `Archivar ${name}`,
  archiveFolderQuestion: (name) => `¿Archivar la carpeta ${name}?`,
  archiveFolderWarning: 'No debe tener canales. Nadie podrá elegirla hasta que se desarchive.',

  subscribedNow: (n) =>
    n === 0
      ? 'Todos están ya suscritos.'
      : plural(n, { one: '# persona suscrita.', other: '# personas suscritas.' }),

  topics: 'Temas',
  filterTopics: 'Filtrar temas',
  topicCount: (n) => plural(n, { one: '# tema', other: '# temas' }),
  topicOrders: { newest: 'Más recientes primero', name: 'Por nombre', unread: 'Más no leídos primero' },
  shownTopics: 'Qué temas',
  topicStates: { all: 'Todos los temas', open: 'Sin resolver', resolved: 'Resueltos' },
  policyInherited: 'Como el canal',
  policyFollowed: 'Seguido',
  policyUnmuted: 'Sin silenciar',
  policyMuted: 'Silenciado',
  policyOf: (topic) => `Notificaciones de ${topic}`,
  markTopicRead: (topic) => `Marcar ${topic} como leído`,
  resolveTopic: (topic) => `Marcar ${topic} como resuelto`,
  unresolveTopic: (topic) => `Marcar ${topic} como no resuelto`,
  deleteTopic: (topic) => `Eliminar el tema ${topic}`,
  mayNotRead: 'No puedes leer este canal',
  mayNotResolve: (names) =>
    `Se necesita el permiso «Marcar temas como resueltos» y una suscripción. Lo tienen: ${names}.`,

  defaultGroups: 'Grupos de canales predeterminados',
}
