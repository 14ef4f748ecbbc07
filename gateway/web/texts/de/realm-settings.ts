import type { Text } from '../en/index.ts'
import type { realmSettings as english } from '../en/realm-settings.ts'

/** Die Einstellungen einer Organisation, wie ihre Seiten sie nennen. */
export const realmSettings: Text<typeof english> = {
  name: { name: 'Name' },
  description: {
    name: 'Beschreibung',
    text: 'In Markdown. Man sieht sie beim Anmelden und Beitreten. Strg+Enter speichert.',
  },
  org_type: {
    name: 'Art der Organisation',
    options: {
      0: 'Nicht angegeben',
      10: 'Unternehmen',
      20: 'Open-Source-Projekt',
      30: 'Bildung (gemeinnützig)',
      35: 'Bildung (gewerblich)',
      40: 'Forschung',
      50: 'Veranstaltung oder Tagung',
      60: 'Verein oder Stiftung',
      70: 'Behörde',
      80: 'Politische Gruppe',
      90: 'Gemeinschaft',
      100: 'Privat',
      1000: 'Andere',
    },
  },

  default_language: {
    name: 'Sprache neuer Personen',
    text: 'Auch die von Mails an Personen, die noch kein Konto haben, und von allem, was Benachrichtigungs- und Begrüßungsbot schreiben.',
  },
  enable_spectator_access: {
    name: 'Personen ohne Konto lesen im Web öffentliche Kanäle',
  },
  invite_required: { name: 'Man tritt nur mit Einladung bei' },
  emails_restricted_to_domains: {
    name: 'Nur E-Mail-Adressen erlaubter Domains treten bei',
  },
  disallow_disposable_email_addresses: {
    name: 'Adressen von Wegwerf-Maildiensten ablehnen',
    text: 'Das gilt, solange Adressen aller Domains beitreten dürfen.',
  },
  waiting_period_threshold: {
    name: 'Tage, bis ein neues Mitglied Vollmitglied ist',
  },
  authentication_methods: { name: 'Arten der Anmeldung', options: { Email: 'E-Mail und Passwort' } },
  two_factor_required_role: {
    name: 'Wer einen zweiten Faktor braucht',
    text: 'Sie melden sich zusätzlich mit dem Code einer App oder mit einem Passkey an.',
    options: {
      0: 'Niemand',
      100: 'Eigentümer',
      200: 'Eigentümer und Administratoren',
      300: 'Eigentümer, Administratoren und Moderatoren',
      400: 'Alle außer Gästen',
      600: 'Alle',
    },
  },
  two_factor_grace_days: {
    name: 'Tage, um den zweiten Faktor einzurichten',
    text: 'Danach richten Personen ihn ein, bevor sie etwas anderes tun können.',
  },
  session_length_hours: {
    name: 'Stunden, bis Personen sich neu anmelden',
    text: '0: keine Grenze. Gilt für Browser und die Desktop-App; mobile Apps bleiben angemeldet.',
  },
  session_idle_minutes: {
    name: 'Minuten ohne Benutzung, bis Personen sich neu anmelden',
    text: '0: so lange, wie der Betreiber des Servers festgelegt hat. Eine offene Seite, die niemand benutzt, zählt nicht.',
  },

  enable_guest_user_indicator: { name: 'Namen von Gästen kennzeichnen' },
  enable_guest_user_dm_warning: { name: 'Vor einer Direktnachricht an einen Gast warnen' },
  presence_disabled: { name: 'Niemandem zeigen, wer online ist' },
  require_unique_names: { name: 'Namen müssen eindeutig sein' },
  name_changes_disabled: { name: 'Nur Administratoren ändern Namen' },
  email_changes_disabled: { name: 'Niemand ändert die eigene E-Mail-Adresse' },
  avatar_changes_disabled: { name: 'Nur Administratoren ändern Bilder von Personen' },

  welcome_message_custom_text: {
    name: 'Willkommenstext',
    text: 'Der Willkommens-Bot sendet ihn neuen Personen, in Markdown. Strg+Enter speichert.',
  },
  new_stream_announcements_stream_id: { name: 'Neue öffentliche Kanäle werden angekündigt in' },
  signup_announcements_stream_id: { name: 'Neue Personen werden angekündigt in' },
  moderation_request_channel_id: {
    name: 'Gemeldete Nachrichten erscheinen in',
    text: 'Ein privater Kanal. Ohne ihn kann niemand Nachrichten melden.',
  },

  digest_emails_enabled: { name: 'Wer weg war, bekommt wöchentlich eine Zusammenfassung per Mail' },
  digest_weekday: {
    name: 'Tag der Zusammenfassung',
    options: {
      0: 'Montag',
      1: 'Dienstag',
      2: 'Mittwoch',
      3: 'Donnerstag',
      4: 'Freitag',
      5: 'Samstag',
      6: 'Sonntag',
    },
  },
  message_content_allowed_in_email_notifications: {
    name: 'Mails über Nachrichten dürfen deren Text enthalten',
  },
  require_e2ee_push_notifications: {
    name: 'Push-Benachrichtigungen lassen den Text von Nachrichten weg',
    text: 'Die Dienste von Google, Apple und Browsern erfahren dann nur, wer wo geschrieben hat.',
  },

  topics_policy: {
    name: 'Themen von Nachrichten',
    text: 'Ein Kanal kann eine andere Regel haben.',
    options: { allow_empty_topic: 'Freiwillig', disable_empty_topic: 'Nötig' },
  },
  message_retention_days: {
    name: 'Nachrichten löschen nach',
    text: 'Ein Kanal kann eine andere Zahl von Tagen haben.',
  },
  allow_message_editing: { name: 'Personen können ihre Nachrichten bearbeiten' },
  message_content_edit_limit_seconds: { name: 'Zeit, eine Nachricht zu bearbeiten' },
  message_content_delete_limit_seconds: { name: 'Zeit, eine eigene Nachricht zu löschen' },
  move_messages_within_stream_limit_seconds: {
    name: 'Zeit, eine Nachricht in ein anderes Thema zu verschieben',
    text: 'Moderatoren und Administratoren haben keine Grenze.',
  },
  move_messages_between_streams_limit_seconds: {
    name: 'Zeit, eine Nachricht in einen anderen Kanal zu verschieben',
    text: 'Moderatoren und Administratoren haben keine Grenze.',
  },
  message_edit_history_visibility_policy: {
    name: 'Was man vom Verlauf einer Nachricht sieht',
    options: { all: 'Frühere Texte und Orte', moves: 'Frühere Orte', none: 'Nichts' },
  },
  enable_read_receipts: { name: 'Man sieht, wer eine Nachricht gelesen hat' },
  inline_image_preview: { name: 'Vorschau verlinkter Bilder zeigen' },
  inline_url_embed_preview: { name: 'Vorschau verlinkter Webseiten zeigen' },
  default_code_block_language: {
    name: 'Sprache von Codeblöcken, die keine nennen',
    text: 'Zum Beispiel python. Leer für einfachen Text.',
  },

  video_chat_provider: {
    name: 'Videoanrufe',
    options: { 0: 'Keine', 1: 'Jitsi Meet', 3: 'BigBlueButton', 4: 'Zoom' },
  },
  jitsi_server_url: { name: 'Adresse des Jitsi-Servers', text: 'Leer für den des Servers.' },
  giphy_rating: {
    name: 'GIFs',
    options: {
      0: 'Keine',
      1: 'Bis Y (sehr junges Publikum)',
      2: 'Bis G (alle)',
      3: 'Bis PG (mit Eltern)',
      4: 'Bis PG-13 (unter 13 mit Eltern)',
      5: 'Bis R (eingeschränkt)',
    },
  },

  create_multiuse_invite_group: { name: 'Wiederverwendbare Einladungslinks erstellen' },
  can_invite_users_group: { name: 'Personen per Mail einladen' },
  can_access_all_users_group: {
    name: 'Alle Personen sehen',
    text: 'Gäste außerhalb sehen nur Personen, mit denen sie einen Kanal oder ein Gespräch teilen.',
  },
  can_create_groups: { name: 'Gruppen erstellen' },
  can_manage_all_groups: { name: 'Alle Gruppen verwalten' },
  can_create_bots_group: { name: 'Bots jeder Art erstellen' },
  can_create_write_only_bots_group: { name: 'Bots erstellen, die nur senden' },
  can_add_custom_emoji_group: { name: 'Emoji hinzufügen' },
  can_create_public_channel_group: { name: 'Öffentliche Kanäle erstellen' },
  can_create_private_channel_group: { name: 'Private Kanäle erstellen' },
  can_create_web_public_channel_group: {
    name: 'Kanäle für alle im Internet erstellen',
    text: 'Das gilt, solange Personen ohne Konto lesen können.',
  },
  can_add_subscribers_group: { name: 'Andere in Kanäle aufnehmen' },
  can_set_topics_policy_group: { name: 'Die Themenregel eines Kanals wählen' },
  can_set_delete_message_policy_group: { name: 'Wählen, wer Nachrichten eines Kanals löscht' },
  can_mention_many_users_group: { name: 'Alle erwähnen, wo viele teilnehmen' },
  can_resolve_topics_group: { name: 'Themen als gelöst markieren' },
  can_move_messages_between_topics_group: { name: 'Nachrichten in ein anderes Thema verschieben' },
  can_move_messages_between_channels_group: { name: 'Nachrichten in einen anderen Kanal verschieben' },
  can_delete_own_message_group: { name: 'Eigene Nachrichten löschen' },
  can_delete_any_message_group: { name: 'Nachrichten aller löschen' },
  direct_message_initiator_group: { name: 'Ein Direktgespräch beginnen' },
  direct_message_permission_group: {
    name: 'An Direktgesprächen teilnehmen',
    text: 'Eine Person in jedem Gespräch muss dies haben. Bots sind immer erlaubt.',
  },
}
