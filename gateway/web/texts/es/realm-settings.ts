import type { Text } from '../en/index.ts'
import type { realmSettings as english } from '../en/realm-settings.ts'

/** The settings of an organization as its pages name them. */
export const realmSettings: Text<typeof english> = {
  name: { name: 'Nombre' },
  description: {
    name: 'Descripción',
    text: 'En Markdown. Se ve al iniciar sesión y al unirse. Ctrl+Intro guarda.',
  },
  org_type: {
    name: 'Tipo de organización',
    options: {
      0: 'Sin especificar',
      10: 'Empresa',
      20: 'Proyecto de código abierto',
      30: 'Educación (sin ánimo de lucro)',
      35: 'Educación (con ánimo de lucro)',
      40: 'Investigación',
      50: 'Evento o conferencia',
      60: 'Sin ánimo de lucro (registrada)',
      70: 'Administración pública',
      80: 'Grupo político',
      90: 'Comunidad',
      100: 'Personal',
      1000: 'Otra',
    },
  },

  default_language: {
    name: 'Idioma de las personas nuevas',
    text: 'También el de los correos a quienes aún no tienen cuenta y el de lo que escriben los bots de notificaciones y de bienvenida.',
  },
  enable_spectator_access: {
    name: 'Permitir que personas sin cuenta lean los canales públicos en la web',
  },
  invite_required: { name: 'Hace falta una invitación para unirse' },
  emails_restricted_to_domains: {
    name: 'Solo pueden unirse direcciones de dominios permitidos',
  },
  disallow_disposable_email_addresses: {
    name: 'Rechazar direcciones de correo desechables',
    text: 'Vale mientras puedan unirse direcciones de todos los dominios.',
  },
  waiting_period_threshold: {
    name: 'Días hasta que un miembro nuevo es miembro pleno',
  },
  authentication_methods: { name: 'Formas de iniciar sesión', options: { Email: 'Correo y contraseña' } },
  two_factor_required_role: {
    name: 'Quién necesita un segundo factor',
    text: 'Inician sesión además con un código de una aplicación o una clave de acceso.',
    options: {
      0: 'Nadie',
      100: 'Propietarios',
      200: 'Propietarios y administradores',
      300: 'Propietarios, administradores y moderadores',
      400: 'Todos excepto los invitados',
      600: 'Todos',
    },
  },
  two_factor_grace_days: {
    name: 'Días para configurar el segundo factor',
    text: 'Después hay que configurarlo antes de poder hacer nada más.',
  },
  session_length_hours: {
    name: 'Horas hasta volver a iniciar sesión',
    text: '0: sin límite. Vale para navegadores y la aplicación de escritorio; las móviles siguen con la sesión abierta.',
  },
  session_idle_minutes: {
    name: 'Minutos sin uso hasta volver a iniciar sesión',
    text: '0: lo que haya fijado el operador del servidor. Una página abierta que nadie usa no cuenta.',
  },

  enable_guest_user_indicator: { name: 'Señalar los nombres de los invitados' },
  enable_guest_user_dm_warning: { name: 'Avisar antes de un mensaje directo a un invitado' },
  presence_disabled: { name: 'No mostrar a nadie quién está en línea' },
  require_unique_names: { name: 'Los nombres deben ser únicos' },
  name_changes_disabled: { name: 'Solo los administradores cambian los nombres' },
  email_changes_disabled: { name: 'Nadie cambia su propio correo electrónico' },
  avatar_changes_disabled: { name: 'Solo los administradores cambian las fotos' },

  welcome_message_custom_text: {
    name: 'Texto de bienvenida',
    text: 'El bot de bienvenida lo envía a las personas nuevas, en Markdown. Ctrl+Intro guarda.',
  },
  new_stream_announcements_stream_id: { name: 'Los canales públicos nuevos se anuncian en' },
  signup_announcements_stream_id: { name: 'Las personas nuevas se anuncian en' },
  moderation_request_channel_id: {
    name: 'Los mensajes denunciados se anuncian en',
    text: 'Un canal privado. Sin él, nadie puede denunciar mensajes.',
  },

  digest_emails_enabled: { name: 'Enviar un resumen semanal a quienes estuvieron ausentes' },
  digest_weekday: {
    name: 'Día del resumen',
    options: {
      0: 'Lunes',
      1: 'Martes',
      2: 'Miércoles',
      3: 'Jueves',
      4: 'Viernes',
      5: 'Sábado',
      6: 'Domingo',
    },
  },
  message_content_allowed_in_email_notifications: {
    name: 'Los correos sobre mensajes pueden contener su texto',
  },
  require_e2ee_push_notifications: {
    name: 'Las notificaciones push omiten el texto de los mensajes',
    text: 'Los servicios de Google, Apple y los navegadores transmiten entonces solo quién escribió y dónde.',
  },

  topics_policy: {
    name: 'Temas de los mensajes',
    text: 'Un canal puede tener otra regla.',
    options: { allow_empty_topic: 'Opcionales', disable_empty_topic: 'Obligatorios' },
  },
  message_retention_days: {
    name: 'Eliminar los mensajes después de',
    text: 'Un canal puede tener otro número de días.',
  },
  allow_message_editing: { name: 'Cada cual puede editar sus mensajes' },
  message_content_edit_limit_seconds: { name: 'Plazo para editar un mensaje' },
  message_content_delete_limit_seconds: { name: 'Plazo para eliminar el mensaje propio' },
  move_messages_within_stream_limit_seconds: {
    name: 'Plazo para mover un mensaje a otro tema',
    text: 'Los moderadores y administradores no tienen límite.',
  },
  move_messages_between_streams_limit_seconds: {
    name: 'Plazo para mover un mensaje a otro canal',
    text: 'Los moderadores y administradores no tienen límite.',
  },
  message_edit_history_visibility_policy: {
    name: 'Qué se ve del historial de un mensaje',
    options: { all: 'Textos y lugares anteriores', moves: 'Lugares anteriores', none: 'Nada' },
  },
  enable_read_receipts: { name: 'Se puede ver quién ha leído un mensaje' },
  inline_image_preview: { name: 'Mostrar vistas previas de imágenes enlazadas' },
  inline_url_embed_preview: { name: 'Mostrar vistas previas de sitios enlazados' },
  default_code_block_language: {
    name: 'Lenguaje de los bloques de código que no indican ninguno',
    text: 'Por ejemplo python. Vacío para texto simple.',
  },

  video_chat_provider: {
    name: 'Videollamadas',
    options: { 0: 'Ninguna', 1: 'Jitsi Meet', 3: 'BigBlueButton', 4: 'Zoom' },
  },
  jitsi_server_url: { name: 'Dirección del servidor Jitsi', text: 'Vacío para el del servidor.' },
  giphy_rating: {
    name: 'GIF',
    options: {
      0: 'Ninguno',
      1: 'Clasificados Y (público muy joven)',
      2: 'Clasificados G (todos los públicos)',
      3: 'Clasificados PG (orientación de los padres)',
      4: 'Clasificados PG-13 (orientación de los padres hasta 13 años)',
      5: 'Clasificados R (restringidos)',
    },
  },

  create_multiuse_invite_group: { name: 'Crear enlaces de invitación reutilizables' },
  can_invite_users_group: { name: 'Invitar por correo' },
  can_access_all_users_group: {
    name: 'Ver a todas las personas',
    text: 'Los invitados que no están incluidos solo ven a las personas con quienes comparten un canal o una conversación.',
  },
  can_create_groups: { name: 'Crear grupos' },
  can_manage_all_groups: { name: 'Gestionar todos los grupos' },
  can_create_bots_group: { name: 'Crear bots de cualquier tipo' },
  can_create_write_only_bots_group: { name: 'Crear bots que solo envían' },
  can_add_custom_emoji_group: { name: 'Añadir emojis' },
  can_create_public_channel_group: { name: 'Crear canales públicos' },
  can_create_private_channel_group: { name: 'Crear canales privados' },
  can_create_web_public_channel_group: {
    name: 'Crear canales para todo Internet',
    text: 'Vale mientras puedan leer personas sin cuenta.',
  },
  can_add_subscribers_group: { name: 'Suscribir a otros a canales' },
  can_set_topics_policy_group: { name: 'Elegir la regla de temas de un canal' },
  can_set_delete_message_policy_group: { name: 'Elegir quién elimina mensajes de un canal' },
  can_mention_many_users_group: { name: 'Mencionar a todos donde participan muchos' },
  can_resolve_topics_group: { name: 'Marcar temas como resueltos' },
  can_move_messages_between_topics_group: { name: 'Mover mensajes a otro tema' },
  can_move_messages_between_channels_group: { name: 'Mover mensajes a otro canal' },
  can_delete_own_message_group: { name: 'Eliminar los mensajes propios' },
  can_delete_any_message_group: { name: 'Eliminar mensajes de cualquiera' },
  direct_message_initiator_group: { name: 'Empezar una conversación directa' },
  direct_message_permission_group: {
    name: 'Participar en conversaciones directas',
    text: 'Una persona de cada conversación debe tener este permiso. Los bots siempre están autorizados.',
  },
}
