import type { Text } from '../en/index.ts'
import type { userSettings as english } from '../en/user-settings.ts'

const BY_PARTICIPATION = {
  1: 'Cuando escriben o reaccionan en ellos',
  2: 'Cuando escriben en ellos',
  3: 'Cuando los empiezan',
  4: 'Nunca',
}
const SEVERAL_ALWAYS_NEVER = { 1: 'Si están en varias organizaciones', 2: 'Siempre', 3: 'Nunca' }

/** The settings of users as the page with the defaults of new people names them. */
export const userSettings: Text<typeof english> = {
  color_scheme: { name: 'Tema de color', options: { 1: 'Como el dispositivo', 2: 'Oscuro', 3: 'Claro' } },
  twenty_four_hour_time: { name: 'Formato de 24 horas', text: '14:30 en vez de 2:30 pm.' },
  emojiset: {
    name: 'Emojis',
    options: {
      google: 'Google Noto',
      'google-blob': 'Google blobs',
      twitter: 'Twemoji',
      text: 'Nombres como :tada:',
    },
  },
  web_font_size_px: { name: 'Tamaño del texto en píxeles' },
  web_line_height_percent: { name: 'Distancia entre líneas en porcentaje del tamaño del texto' },
  web_left_sidebar_show_channel_folders: { name: 'Agrupar los canales por carpetas en la barra lateral' },
  web_left_sidebar_unreads_count_summary: {
    name: 'Mostrar la suma de no leídos junto a las partes plegadas',
  },
  web_home_view: {
    name: 'Primera vista',
    options: {
      inbox: 'Bandeja de entrada',
      recent_topics: 'Conversaciones recientes',
      all_messages: 'Flujo combinado',
    },
  },
  web_escape_navigates_to_home_view: { name: 'Esc abre la primera vista' },
  starred_message_counts: { name: 'Contar los destacados' },
  display_emoji_reaction_users: { name: 'Mostrar quién reaccionó, si son pocos' },
  desktop_icon_count_display: {
    name: 'Número en el título y en el icono',
    options: {
      1: 'Todos los mensajes no leídos',
      2: 'Mensajes directos, menciones, temas seguidos',
      3: 'Mensajes directos y menciones',
      4: 'Ningún número',
    },
  },

  enter_sends: { name: 'Intro envía' },
  translate_emoticons: { name: 'Convertir :) en emoji' },
  enable_drafts_synchronization: { name: 'Guardar los borradores en el servidor' },
  receives_typing_notifications: { name: 'Mostrar quién está escribiendo' },

  automatically_follow_topics_policy: { name: 'Seguir temas automáticamente', options: BY_PARTICIPATION },
  automatically_follow_topics_where_mentioned: { name: 'Seguir los temas que las mencionan' },
  automatically_unmute_topics_in_muted_streams_policy: {
    name: 'Dejar de silenciar automáticamente temas de canales silenciados',
    options: BY_PARTICIPATION,
  },
  resolved_topic_notice_auto_read_policy: {
    name: 'Contar como leídos los avisos de «resuelto»',
    options: { always: 'Siempre', except_followed: 'Excepto en temas seguidos', never: 'Nunca' },
  },

  enable_desktop_notifications: { name: 'Mensajes directos y menciones: escritorio' },
  enable_sounds: { name: 'Mensajes directos y menciones: sonido' },
  enable_offline_push_notifications: { name: 'Mensajes directos y menciones: teléfono' },
  enable_offline_email_notifications: { name: 'Mensajes directos y menciones: correo' },
  enable_followed_topic_desktop_notifications: { name: 'Temas seguidos: escritorio' },
  enable_followed_topic_audible_notifications: { name: 'Temas seguidos: sonido' },
  enable_followed_topic_push_notifications: { name: 'Temas seguidos: teléfono' },
  enable_followed_topic_email_notifications: { name: 'Temas seguidos: correo' },
  enable_stream_desktop_notifications: { name: 'Mensajes de canales: escritorio' },
  enable_stream_audible_notifications: { name: 'Mensajes de canales: sonido' },
  enable_stream_push_notifications: { name: 'Mensajes de canales: teléfono' },
  enable_stream_email_notifications: { name: 'Mensajes de canales: correo' },
  wildcard_mentions_notify: { name: 'Las menciones a todos notifican' },
  enable_followed_topic_wildcard_mentions_notify: {
    name: 'Las menciones a todos notifican en temas seguidos',
  },
  enable_online_push_notifications: { name: 'Notificar al teléfono también estando en línea' },
  pm_content_in_desktop_notifications: { name: 'Mostrar el texto de los mensajes directos' },
  notification_sound: { name: 'Sonido', options: { ding: 'Ding', zulip: 'Campana', none: 'Sin sonido' } },

  email_notifications_batching_period_seconds: {
    name: 'Segundos antes de un correo',
    text: 'Los mensajes que llegan entretanto van en el mismo correo.',
  },
  message_content_in_email_notifications: { name: 'Los correos contienen el texto de los mensajes' },
  realm_name_in_email_notifications_policy: {
    name: 'Nombrar la organización en el asunto',
    options: SEVERAL_ALWAYS_NEVER,
  },
  enable_digest_emails: { name: 'Un resumen tras una ausencia' },

  presence_enabled: { name: 'Los demás ven cuándo están en línea' },
  send_read_receipts: { name: 'Los demás ven qué han leído' },
  send_private_typing_notifications: { name: 'Los demás ven que escriben un mensaje directo' },
  send_stream_typing_notifications: { name: 'Los demás ven que escriben en un canal' },
  email_address_visibility: {
    name: 'Quién ve su correo electrónico',
    options: { 1: 'Todos', 2: 'Miembros', 3: 'Administradores', 4: 'Nadie', 5: 'Moderadores' },
  },
}
