import type { Text } from '../en/index.ts'
import type { userSettings as english } from '../en/user-settings.ts'

const BY_PARTICIPATION = {
  1: 'Quand elles y écrivent ou y réagissent',
  2: 'Quand elles y écrivent',
  3: 'Quand elles les lancent',
  4: 'Jamais',
}
const SEVERAL_ALWAYS_NEVER = { 1: 'Si elles sont dans plusieurs organisations', 2: 'Toujours', 3: 'Jamais' }

/** The settings of users as the page with the defaults of new people names them. */
export const userSettings: Text<typeof english> = {
  color_scheme: { name: 'Thème', options: { 1: 'Comme l’appareil', 2: 'Sombre', 3: 'Clair' } },
  twenty_four_hour_time: { name: 'Format 24 heures', text: '14:30 au lieu de 2:30 pm.' },
  emojiset: {
    name: 'Émojis',
    options: {
      google: 'Google Noto',
      'google-blob': 'Google blobs',
      twitter: 'Twemoji',
      text: 'Des noms comme :tada:',
    },
  },
  web_font_size_px: { name: 'Taille du texte en pixels' },
  web_line_height_percent: { name: 'Espace entre les lignes en pourcentage de la taille du texte' },
  web_left_sidebar_show_channel_folders: { name: 'Grouper les canaux par dossiers dans la barre latérale' },
  web_left_sidebar_unreads_count_summary: {
    name: 'Afficher le total des messages non lus à côté des parties repliées',
  },
  web_home_view: {
    name: 'Première vue',
    options: {
      inbox: 'Boîte de réception',
      recent_topics: 'Conversations récentes',
      all_messages: 'Flux combiné',
    },
  },
  web_escape_navigates_to_home_view: { name: 'Échap ouvre la première vue' },
  starred_message_counts: { name: 'Compter les favoris' },
  display_emoji_reaction_users: { name: 'Afficher qui a réagi, s’il y a peu de réactions' },
  desktop_icon_count_display: {
    name: 'Nombre dans le titre et sur l’icône',
    options: {
      1: 'Tous les messages non lus',
      2: 'Messages directs, mentions, sujets suivis',
      3: 'Messages directs et mentions',
      4: 'Aucun nombre',
    },
  },

  enter_sends: { name: 'Entrée envoie le message' },
  translate_emoticons: { name: 'Transformer :) en émoji' },
  enable_drafts_synchronization: { name: 'Conserver les brouillons sur le serveur' },
  receives_typing_notifications: { name: 'Afficher qui est en train d’écrire' },

  automatically_follow_topics_policy: {
    name: 'Suivre automatiquement les sujets',
    options: BY_PARTICIPATION,
  },
  automatically_follow_topics_where_mentioned: { name: 'Suivre les sujets qui les mentionnent' },
  automatically_unmute_topics_in_muted_streams_policy: {
    name: 'Retirer automatiquement de la sourdine des sujets de canaux en sourdine',
    options: BY_PARTICIPATION,
  },
  resolved_topic_notice_auto_read_policy: {
    name: 'Compter comme lus les avis « résolu »',
    options: { always: 'Toujours', except_followed: 'Sauf dans les sujets suivis', never: 'Jamais' },
  },

  enable_desktop_notifications: { name: 'Messages directs et mentions : bureau' },
  enable_sounds: { name: 'Messages directs et mentions : son' },
  enable_offline_push_notifications: { name: 'Messages directs et mentions : téléphone' },
  enable_offline_email_notifications: { name: 'Messages directs et mentions : e-mail' },
  enable_followed_topic_desktop_notifications: { name: 'Sujets suivis : bureau' },
  enable_followed_topic_audible_notifications: { name: 'Sujets suivis : son' },
  enable_followed_topic_push_notifications: { name: 'Sujets suivis : téléphone' },
  enable_followed_topic_email_notifications: { name: 'Sujets suivis : e-mail' },
  enable_stream_desktop_notifications: { name: 'Messages des canaux : bureau' },
  enable_stream_audible_notifications: { name: 'Messages des canaux : son' },
  enable_stream_push_notifications: { name: 'Messages des canaux : téléphone' },
  enable_stream_email_notifications: { name: 'Messages des canaux : e-mail' },
  wildcard_mentions_notify: { name: 'Les mentions de tout le monde notifient' },
  enable_followed_topic_wildcard_mentions_notify: {
    name: 'Les mentions de tout le monde notifient dans les sujets suivis',
  },
  enable_online_push_notifications: { name: 'Notifier aussi le téléphone en ligne' },
  pm_content_in_desktop_notifications: { name: 'Afficher le texte des messages directs' },
  notification_sound: { name: 'Son', options: { ding: 'Ding', zulip: 'Cloche', none: 'Aucun son' } },

  email_notifications_batching_period_seconds: {
    name: 'Secondes avant un e-mail',
    text: 'Les messages arrivés entre-temps sont dans le même e-mail.',
  },
  message_content_in_email_notifications: { name: 'Les e-mails contiennent le texte des messages' },
  realm_name_in_email_notifications_policy: {
    name: 'Nommer l’organisation dans l’objet',
    options: SEVERAL_ALWAYS_NEVER,
  },
  enable_digest_emails: { name: 'Un résumé après une absence' },

  presence_enabled: { name: 'Les autres voient quand elles sont en ligne' },
  send_read_receipts: { name: 'Les autres voient ce qu’elles ont lu' },
  send_private_typing_notifications: { name: 'Les autres voient qu’elles écrivent un message direct' },
  send_stream_typing_notifications: { name: 'Les autres voient qu’elles écrivent dans un canal' },
  email_address_visibility: {
    name: 'Qui voit leur adresse e-mail',
    options: { 1: 'Tout le monde', 2: 'Membres', 3: 'Administrateurs', 4: 'Personne', 5: 'Modérateurs' },
  },
}
