import type { Text } from '../en/index.ts'
import type { userSettings as english } from '../en/user-settings.ts'

const BY_PARTICIPATION = {
  1: 'Wenn sie dort schreiben oder reagieren',
  2: 'Wenn sie dort schreiben',
  3: 'Wenn sie sie beginnen',
  4: 'Nie',
}
const SEVERAL_ALWAYS_NEVER = { 1: 'Bei mehreren Organisationen', 2: 'Immer', 3: 'Nie' }

/** Die Einstellungen von Personen, wie die Seite mit den Vorgaben sie nennt. */
export const userSettings: Text<typeof english> = {
  color_scheme: { name: 'Erscheinungsbild', options: { 1: 'Wie das Gerät', 2: 'Dunkel', 3: 'Hell' } },
  twenty_four_hour_time: { name: '24-Stunden-Uhr', text: '14:30 statt 2:30 pm.' },
  emojiset: {
    name: 'Emoji',
    options: {
      google: 'Google Noto',
      'google-blob': 'Google Blobs',
      twitter: 'Twemoji',
      text: 'Namen wie :tada:',
    },
  },
  web_font_size_px: { name: 'Schriftgröße in Pixeln' },
  web_line_height_percent: { name: 'Zeilenabstand in Prozent der Schriftgröße' },
  web_left_sidebar_show_channel_folders: { name: 'Kanäle links nach Ordnern gruppieren' },
  web_left_sidebar_unreads_count_summary: {
    name: 'Summen ungelesener Nachrichten neben eingeklappten Teilen zeigen',
  },
  web_home_view: {
    name: 'Erste Ansicht',
    options: { inbox: 'Eingang', recent_topics: 'Letzte Unterhaltungen', all_messages: 'Alle Nachrichten' },
  },
  web_escape_navigates_to_home_view: { name: 'Esc öffnet die erste Ansicht' },
  starred_message_counts: { name: 'Markierte Nachrichten zählen' },
  display_emoji_reaction_users: { name: 'Namen derer zeigen, die reagieren, wenn es wenige sind' },
  desktop_icon_count_display: {
    name: 'Zahl im Titel und am Symbol',
    options: {
      1: 'Alle ungelesenen Nachrichten',
      2: 'Direktnachrichten, Erwähnungen, gefolgte Themen',
      3: 'Direktnachrichten und Erwähnungen',
      4: 'Keine Zahl',
    },
  },

  enter_sends: { name: 'Enter sendet' },
  translate_emoticons: { name: ':) in Emoji verwandeln' },
  enable_drafts_synchronization: { name: 'Entwürfe auf dem Server behalten' },
  receives_typing_notifications: { name: 'Zeigen, wer gerade schreibt' },

  automatically_follow_topics_policy: { name: 'Themen von selbst folgen', options: BY_PARTICIPATION },
  automatically_follow_topics_where_mentioned: { name: 'Themen folgen, die sie erwähnen' },
  automatically_unmute_topics_in_muted_streams_policy: {
    name: 'Themen stummer Kanäle von selbst laut schalten',
    options: BY_PARTICIPATION,
  },
  resolved_topic_notice_auto_read_policy: {
    name: 'Hinweise auf „gelöst“ als gelesen zählen',
    options: { always: 'Immer', except_followed: 'Außer in gefolgten Themen', never: 'Nie' },
  },

  enable_desktop_notifications: { name: 'Direktnachrichten und Erwähnungen: Desktop' },
  enable_sounds: { name: 'Direktnachrichten und Erwähnungen: Ton' },
  enable_offline_push_notifications: { name: 'Direktnachrichten und Erwähnungen: Telefon' },
  enable_offline_email_notifications: { name: 'Direktnachrichten und Erwähnungen: Mail' },
  enable_followed_topic_desktop_notifications: { name: 'Gefolgte Themen: Desktop' },
  enable_followed_topic_audible_notifications: { name: 'Gefolgte Themen: Ton' },
  enable_followed_topic_push_notifications: { name: 'Gefolgte Themen: Telefon' },
  enable_followed_topic_email_notifications: { name: 'Gefolgte Themen: Mail' },
  enable_stream_desktop_notifications: { name: 'Nachrichten in Kanälen: Desktop' },
  enable_stream_audible_notifications: { name: 'Nachrichten in Kanälen: Ton' },
  enable_stream_push_notifications: { name: 'Nachrichten in Kanälen: Telefon' },
  enable_stream_email_notifications: { name: 'Nachrichten in Kanälen: Mail' },
  wildcard_mentions_notify: { name: 'Erwähnungen aller benachrichtigen' },
  enable_followed_topic_wildcard_mentions_notify: {
    name: 'Erwähnungen aller benachrichtigen in gefolgten Themen',
  },
  enable_online_push_notifications: { name: 'Das Telefon auch benachrichtigen, wenn man online ist' },
  pm_content_in_desktop_notifications: { name: 'Text von Direktnachrichten zeigen' },
  notification_sound: { name: 'Ton', options: { ding: 'Ding', zulip: 'Glocke', none: 'Kein Ton' } },

  email_notifications_batching_period_seconds: {
    name: 'Sekunden vor einer Mail',
    text: 'Nachrichten, die inzwischen ankommen, sind in derselben Mail.',
  },
  message_content_in_email_notifications: { name: 'Mails enthalten den Text von Nachrichten' },
  realm_name_in_email_notifications_policy: {
    name: 'Die Organisation im Betreff nennen',
    options: SEVERAL_ALWAYS_NEVER,
  },
  enable_digest_emails: { name: 'Eine Zusammenfassung, wenn man weg war' },

  presence_enabled: { name: 'Andere sehen, wann sie online sind' },
  send_read_receipts: { name: 'Andere sehen, was sie gelesen haben' },
  send_private_typing_notifications: { name: 'Andere sehen, dass sie eine Direktnachricht schreiben' },
  send_stream_typing_notifications: { name: 'Andere sehen, dass sie in einem Kanal schreiben' },
  email_address_visibility: {
    name: 'Wer ihre E-Mail-Adresse sieht',
    options: { 1: 'Alle', 2: 'Mitglieder', 3: 'Administratoren', 4: 'Niemand', 5: 'Moderatoren' },
  },
}
