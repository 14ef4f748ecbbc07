import type { AuditTexts } from '../../model/audit-texts.ts'
import type { audit as english } from '../en/audit.ts'
import type { Text } from '../en/index.ts'

const quoted = (name: string) => `«${name}»`

/** The texts of the audit log, fetched with its page. */
export const audit: Text<typeof english> = {
  hint: 'Quién cambió qué en la organización, y quién inició sesión desde dónde. Los mensajes y los ajustes personales no están aquí.',
  list: 'Cambios, los más recientes primero',
  none: 'No hay cambios',
  noneHint: 'Nadie cambió nada que encaje con el filtro.',
  everybody: 'Todos',
  everything: 'Todo',
  by: 'Cambiado por',
  kind: 'Tipo',
  filters: (n) => (n === 0 ? 'Filtros' : `Filtros (${n})`),
  older: 'Mostrar cambios anteriores',
  csv: 'Descargar como CSV',
  csvIsMade: 'Obteniendo los cambios…',
  csvName: 'registro-auditoria.csv',
  csvColumns: ['Hora', 'Cambiado por', 'Cambio', 'Tipo', 'Id', 'Propiedad', 'Valor anterior', 'Valor nuevo'],
  server: 'El servidor',
  kinds: {
    organization: 'Organización',
    user_default: 'Ajustes de los nuevos',
    user: 'Personas',
    bot: 'Bots',
    channel: 'Canales',
    channel_folder: 'Carpetas de canales',
    user_group: 'Grupos de usuarios',
    default_channel_group: 'Grupos de canales',
    profile_field: 'Campos de perfil',
    emoji: 'Emojis',
    linkifier: 'Enlaces automáticos',
    playground: 'Entornos de código',
    domain: 'Dominios permitidos',
    log_in_provider: 'Proveedores de acceso',
    provisioning_token: 'Tokens de directorios',
    invitation: 'Invitaciones',
    export: 'Exportaciones',
    person_data: 'Datos de personas',
    history_import: 'Importaciones de historiales',
    log_in: 'Inicios de sesión',
  },
  created: (who, { kind, name }) => `${who} creó ${object(kind, name)}.`,
  since: 'Desde',
  until: 'Hasta',
  loggedIn: (who, from) => `${who} inició sesión con ${from}.`,
  refusedLogIn: (who, from) => `Contraseña incorrecta para ${who}, con ${from}.`,
  refusedOtherwise: (who, how, from, reason) =>
    `Inicio de sesión rechazado${who === undefined ? '' : ` para ${who}`} (${how}), con ${from}${reason === undefined ? '' : `: ${reason}`}.`,
  refusedLogOut: (how, from) => `Se rechazó un mensaje de ${how} para terminar sesiones: ${from}.`,
  loggedInFrom: (device, address, method) =>
    `${device} desde ${address}${method === undefined ? '' : ` (${method})`}`,
  methods: {
    password: 'contraseña',
    passkey: 'clave de acceso',
    second_factor: 'segundo factor',
    session: 'navegador con la sesión iniciada',
    invitation: 'invitación',
    device_code: 'código de dispositivo',
  },
  refusals: {
    AUTHENTICATION_FAILED: 'datos incorrectos o cuenta inexistente',
    USER_DEACTIVATED: 'la cuenta está desactivada',
    OTHER_METHOD_REQUIRED: 'la organización exige otro método',
    PASSWORD_AUTH_DISABLED: 'hace falta un navegador',
    LOG_IN_EXPIRED: 'caducó o empezó en otro navegador',
    PROVIDER_UNAVAILABLE: 'el proveedor no respondió como debía',
    ADDRESS_NOT_CONFIRMED: 'el correo electrónico no está confirmado',
    ADDRESS_MISSING: 'el proveedor no comunica el correo electrónico',
    NO_ACCOUNT: 'no hay ninguna cuenta',
    OTHER_IDENTITY: 'en el proveedor, la cuenta es de otra persona',
    INVITATION_REQUIRED: 'no hay ninguna invitación',
  },
  endedSessions: (who, name) => `${who} cerró todas las sesiones de ${name}.`,
  endedAllSessions: (who) => `${who} cerró las sesiones de todos.`,
  tried: (who, name, person) =>
    `${who} probó el inicio de sesión con ${quoted(name)}${person === undefined ? '' : `, como ${person}`}.`,
  subscribed: (who, people, channel) => `${who} suscribió a ${people} a ${quoted(channel)}.`,
  unsubscribed: (who, people, channel) => `${who} canceló la suscripción de ${people} a ${quoted(channel)}.`,
  exported: (who, name) => `${who} exportó los datos de ${name}.`,
  merged: (who, name, into) => `${who} ha unido la cuenta ${name} con ${into}`,
  erased: (who, name) => `${who} borró los datos de ${name}.`,
  removed: (who, { kind, name }) => `${who} quitó ${object(kind, name)}.`,
  ended: (who, { kind, name }) => `${who} desactivó ${object(kind, name)}.`,
  returned: (who, { kind, name }) => `${who} reactivó ${object(kind, name)}.`,
  moved: (who, list) => `${who} cambió el orden de ${quoted(list)}.`,
  added: (who, what, { kind, name }) => `${who} añadió ${what} a: ${object(kind, name)}.`,
  taken: (who, what, { kind, name }) => `${who} quitó ${what} de: ${object(kind, name)}.`,
  on: 'activado',
  off: 'desactivado',
  empty: 'nada',
  changed: (who, { kind, name }, property, values) => {
    const where = kind === 'organization' || kind === 'user_default' ? '' : ` en ${object(kind, name)}`
    const how = values === undefined ? '' : `: ${values.before} → ${values.after}`
    return `${who} cambió ${quoted(property)}${where}${how}.`
  },
  text: quoted,
  roles: { 100: 'Propietario', 200: 'Administrador', 300: 'Moderador', 400: 'Miembro', 600: 'Invitado' },
  properties: {
    token: 'Token del servidor anterior',
    status: 'Estado',
    external_log_in: 'Inicio de sesión con un proveedor',
    gone_from_directory: 'Ya no está en el directorio',
    subdomain: 'Subdominio',
    custom_host: 'Host',
    is_deactivated: 'Organización desactivada',
    deletion_date: 'Día tras el que se eliminan los datos',
    icon: 'Icono',
    logo: 'Logotipo sobre fondo claro',
    night_logo: 'Logotipo sobre fondo oscuro',
    email: 'Correo electrónico',
    full_name: 'Nombre',
    role: 'Rol',
    bot_owner_id: 'Propietario',
    avatar: 'Foto',
    api_key: 'Clave de API',
    provisioned_by: 'Cambiado por el directorio',
    can_create_users: 'Puede crear cuentas',
    can_change_user_emails: 'Puede cambiar correos electrónicos',
    services: 'Servicio',
    channels: 'Canales',
    name: 'Nombre',
    description: 'Descripción',
    invite_only: 'Privado',
    is_web_public: 'Público en la web',
    is_archived: 'Archivado',
    history_public_to_subscribers: 'Los suscriptores leen mensajes anteriores',
    message_retention_days: 'Días que se conservan los mensajes',
    topics_policy: 'Temas',
    is_default: 'Canal predeterminado',
    folder_id: 'Carpeta',
    can_add_subscribers_group: 'Quién puede suscribir a otros',
    can_remove_subscribers_group: 'Quién puede cancelar la suscripción de otros',
    can_administer_channel_group: 'Quién puede administrar el canal',
    can_delete_any_message_group: 'Quién puede eliminar todos los mensajes',
    can_delete_own_message_group: 'Quién puede eliminar sus propios mensajes',
    can_move_messages_out_of_channel_group: 'Quién puede mover mensajes a otros canales',
    can_move_messages_within_channel_group: 'Quién puede mover mensajes dentro del canal',
    can_send_message_group: 'Quién puede enviar mensajes',
    can_subscribe_group: 'Quién puede suscribirse',
    can_resolve_topics_group: 'Quién puede resolver temas',
    can_add_members_group: 'Quién puede añadir miembros',
    can_join_group: 'Quién puede unirse',
    can_leave_group: 'Quién puede salir',
    can_manage_group: 'Quién puede gestionar el grupo',
    can_mention_group: 'Quién puede mencionar el grupo',
    can_remove_members_group: 'Quién puede quitar miembros',
    allow_subdomains: 'También subdominios',
    pattern: 'Patrón',
    url_template: 'Dirección',
    pygments_language: 'Lenguaje de los bloques de código',
    type: 'Tipo',
    hint: 'Ayuda',
    field_data: 'Valores',
    display_in_profile_summary: 'Se muestra en tarjetas',
    required: 'Obligatorio',
    editable_by_user: 'Cada cual puede cambiarlo',
  },
}

function object(kind: keyof AuditTexts['kinds'], name: string): string {
  switch (kind) {
    case 'organization':
      return 'la organización'
    case 'user_default':
      return 'los ajustes de las personas nuevas'
    case 'user':
      return `la cuenta de ${name}`
    case 'bot':
      return `el bot ${name}`
    case 'channel':
      return `el canal ${quoted(name)}`
    case 'channel_folder':
      return `la carpeta de canales ${quoted(name)}`
    case 'user_group':
      return `el grupo ${quoted(name)}`
    case 'default_channel_group':
      return `el grupo de canales ${quoted(name)}`
    case 'profile_field':
      return `el campo de perfil ${quoted(name)}`
    case 'emoji':
      return `el emoji :${name}:`
    case 'linkifier':
      return `el enlace automático ${quoted(name)}`
    case 'playground':
      return `el entorno de código ${quoted(name)}`
    case 'log_in_provider':
      return `el proveedor de acceso ${quoted(name)}`
    case 'provisioning_token':
      return `el token de directorio ${quoted(name)}`
    case 'domain':
      return `el dominio permitido ${name}`
    case 'invitation':
      return name === '' ? 'una invitación reutilizable' : `la invitación de ${name}`
    case 'export':
      return 'una exportación'
    case 'log_in':
      return `el inicio de sesión de ${name}`
    case 'history_import':
      return `la importación de ${quoted(name)}`
    case 'person_data':
      return `los datos de ${name}`
  }
}
