import type { AuditTexts } from '../../model/audit-texts.ts'
import type { audit as english } from '../en/audit.ts'
import type { Text } from '../en/index.ts'

const quoted = (name: string) => `„${name}“`

/** The texts of the audit log, fetched with its page. */
export const audit: Text<typeof english> = {
  hint: 'Wer was in der Organisation geändert hat. Auch wer sich von wo angemeldet hat. Nachrichten und was Personen für sich selbst einstellen stehen nicht hier.',
  list: 'Änderungen, die neueste zuerst',
  none: 'Keine Änderungen',
  noneHint: 'Niemand hat etwas geändert, das zum Filter passt.',
  everybody: 'Alle',
  everything: 'Alles',
  by: 'Geändert von',
  kind: 'Art',
  filters: (n) => (n === 0 ? 'Filter' : `Filter (${n})`),
  older: 'Ältere Änderungen zeigen',
  csv: 'Als CSV herunterladen',
  csvIsMade: 'Änderungen werden geholt …',
  csvName: 'aenderungen.csv',
  csvColumns: ['Zeit', 'Geändert von', 'Änderung', 'Art', 'Id', 'Eigenschaft', 'Alter Wert', 'Neuer Wert'],
  server: 'Der Server',
  kinds: {
    organization: 'Organisation',
    user_default: 'Vorgaben für Neue',
    user: 'Personen',
    bot: 'Bots',
    channel: 'Kanäle',
    channel_folder: 'Kanalordner',
    user_group: 'Gruppen',
    default_channel_group: 'Kanalgruppen',
    profile_field: 'Profilfelder',
    emoji: 'Emoji',
    linkifier: 'Linkregeln',
    playground: 'Code-Spielplätze',
    domain: 'Erlaubte Domains',
    log_in_provider: 'Anmeldeanbieter',
    provisioning_token: 'Tokens von Verzeichnissen',
    invitation: 'Einladungen',
    export: 'Exporte',
    person_data: 'Daten von Personen',
    history_import: 'Importe von Verläufen',
    log_in: 'Anmeldungen',
  },
  created: (who, { kind, name }) => `${who} hat ${objects(kind, name)[0]} erstellt.`,
  since: 'Von',
  until: 'Bis',
  loggedIn: (who, from) => `${who} hat sich angemeldet: ${from}.`,
  refusedLogIn: (who, from) => `Jemand hat ein falsches Passwort für ${who} eingegeben: ${from}.`,
  refusedOtherwise: (who, how, from, reason) =>
    `Jemand konnte sich${who === undefined ? '' : ` als ${who}`} nicht anmelden (${how}; ${from})${reason === undefined ? '' : `: ${reason}`}.`,
  refusedLogOut: (how, from) =>
    `Eine Nachricht von ${how}, die Sitzungen beenden sollte, wurde abgewiesen: ${from}.`,
  loggedInFrom: (device, address, method) =>
    `${device} von ${address}${method === undefined ? '' : ` (${method})`}`,
  methods: {
    password: 'Passwort',
    passkey: 'Passkey',
    second_factor: 'zweiter Faktor',
    session: 'angemeldeter Browser',
    invitation: 'Einladung',
    device_code: 'Gerätecode',
  },
  refusals: {
    AUTHENTICATION_FAILED: 'falsch, oder kein solches Konto',
    USER_DEACTIVATED: 'das Konto ist deaktiviert',
    OTHER_METHOD_REQUIRED: 'die Organisation verlangt eine andere Art',
    PASSWORD_AUTH_DISABLED: 'ein Browser ist nötig',
    LOG_IN_EXPIRED: 'abgelaufen, oder in einem anderen Browser begonnen',
    PROVIDER_UNAVAILABLE: 'der Anbieter antwortete nicht, wie er sollte',
    ADDRESS_NOT_CONFIRMED: 'die E-Mail-Adresse ist nicht bestätigt',
    ADDRESS_MISSING: 'der Anbieter nennt keine E-Mail-Adresse',
    NO_ACCOUNT: 'es gibt kein Konto',
    OTHER_IDENTITY: 'das Konto gehört beim Anbieter einer anderen Person',
    INVITATION_REQUIRED: 'es gibt keine Einladung',
  },
  endedSessions: (who, name) => `${who} hat ${name} überall abgemeldet.`,
  endedAllSessions: (who) => `${who} hat alle abgemeldet.`,
  tried: (who, name, person) =>
    `${who} hat die Anmeldung mit ${quoted(name)} ausprobiert${person === undefined ? '' : `, als ${person}`}.`,
  subscribed: (who, people, channel) => `${who} hat ${people} zu ${quoted(channel)} hinzugefügt.`,
  unsubscribed: (who, people, channel) => `${who} hat ${people} aus ${quoted(channel)} entfernt.`,
  exported: (who, name) => `${who} hat die Daten von ${name} exportiert.`,
  merged: (who, name, into) => `${who} hat das Konto ${name} in ${into} überführt`,
  erased: (who, name) => `${who} hat die Daten von ${name} gelöscht.`,
  removed: (who, { kind, name }) => `${who} hat ${objects(kind, name)[0]} entfernt.`,
  ended: (who, { kind, name }) => `${who} hat ${objects(kind, name)[0]} deaktiviert.`,
  returned: (who, { kind, name }) => `${who} hat ${objects(kind, name)[0]} reaktiviert.`,
  changed: (who, { kind, name }, property, values) => {
    const where = kind === 'organization' || kind === 'user_default' ? '' : `bei ${objects(kind, name)[1]} `
    const how = values === undefined ? '' : ` von ${values.before} zu ${values.after}`
    return `${who} hat ${where}${quoted(property)}${how} geändert.`
  },
  moved: (who, list) => `${who} hat die Reihenfolge von ${quoted(list)} geändert.`,
  added: (who, what, { kind, name }) => `${who} hat ${what} zu ${objects(kind, name)[1]} hinzugefügt.`,
  taken: (who, what, { kind, name }) => `${who} hat ${what} aus ${objects(kind, name)[1]} entfernt.`,
  on: 'an',
  off: 'aus',
  empty: 'nichts',
  text: quoted,
  roles: { 100: 'Eigentümer', 200: 'Administrator', 300: 'Moderator', 400: 'Mitglied', 600: 'Gast' },
  properties: {
    token: 'Token des früheren Servers',
    status: 'Zustand',
    external_log_in: 'Anmeldung bei einem Anbieter',
    gone_from_directory: 'Nicht mehr im Verzeichnis',
    subdomain: 'Subdomain',
    custom_host: 'Host',
    is_deactivated: 'Organisation ist deaktiviert',
    deletion_date: 'Tag, nach dem die Daten gelöscht werden',
    icon: 'Symbol',
    logo: 'Logo auf hellem Grund',
    night_logo: 'Logo auf dunklem Grund',
    email: 'E-Mail-Adresse',
    full_name: 'Name',
    role: 'Rolle',
    bot_owner_id: 'Besitzer',
    avatar: 'Bild',
    api_key: 'API-Schlüssel',
    provisioned_by: 'Geändert vom Verzeichnis',
    can_create_users: 'Darf Konten anlegen',
    can_change_user_emails: 'Darf E-Mail-Adressen ändern',
    services: 'Dienst',
    channels: 'Kanäle',
    name: 'Name',
    description: 'Beschreibung',
    invite_only: 'Privat',
    is_web_public: 'Im Web öffentlich',
    is_archived: 'Archiviert',
    history_public_to_subscribers: 'Abonnenten lesen ältere Nachrichten',
    message_retention_days: 'Tage, für die Nachrichten bleiben',
    topics_policy: 'Themen',
    is_default: 'Standardkanal',
    folder_id: 'Ordner',
    can_add_subscribers_group: 'Wer andere hinzufügen darf',
    can_remove_subscribers_group: 'Wer andere entfernen darf',
    can_administer_channel_group: 'Wer den Kanal verwalten darf',
    can_delete_any_message_group: 'Wer alle Nachrichten löschen darf',
    can_delete_own_message_group: 'Wer eigene Nachrichten löschen darf',
    can_move_messages_out_of_channel_group: 'Wer Nachrichten in andere Kanäle verschieben darf',
    can_move_messages_within_channel_group: 'Wer Nachrichten im Kanal verschieben darf',
    can_send_message_group: 'Wer Nachrichten senden darf',
    can_subscribe_group: 'Wer den Kanal abonnieren darf',
    can_resolve_topics_group: 'Wer Themen erledigen darf',
    can_add_members_group: 'Wer Mitglieder hinzufügen darf',
    can_join_group: 'Wer beitreten darf',
    can_leave_group: 'Wer austreten darf',
    can_manage_group: 'Wer die Gruppe verwalten darf',
    can_mention_group: 'Wer die Gruppe erwähnen darf',
    can_remove_members_group: 'Wer Mitglieder entfernen darf',
    allow_subdomains: 'Auch Subdomains',
    pattern: 'Muster',
    url_template: 'Adresse',
    pygments_language: 'Sprache der Codeblöcke',
    type: 'Typ',
    hint: 'Hinweis',
    field_data: 'Werte',
    display_in_profile_summary: 'Auf Karten gezeigt',
    required: 'Pflicht',
    editable_by_user: 'Personen dürfen es ändern',
  },
}

/** The object in the accusative and in the dative. */
function objects(kind: keyof AuditTexts['kinds'], name: string): readonly [string, string] {
  const masculine = (text: string) => [`den ${text}`, `dem ${text}`] as const
  const feminine = (text: string) => [`die ${text}`, `der ${text}`] as const
  const neuter = (text: string) => [`das ${text}`, `dem ${text}`] as const
  switch (kind) {
    case 'organization':
      return feminine('Organisation')
    case 'provisioning_token':
      return neuter(`Token des Verzeichnisses ${quoted(name)}`)
    case 'user_default':
      return ['die Vorgaben für Neue', 'den Vorgaben für Neue']
    case 'user':
      return neuter(`Konto von ${name}`)
    case 'bot':
      return masculine(`Bot ${name}`)
    case 'channel':
      return masculine(`Kanal ${quoted(name)}`)
    case 'channel_folder':
      return masculine(`Kanalordner ${quoted(name)}`)
    case 'user_group':
      return feminine(`Gruppe ${quoted(name)}`)
    case 'default_channel_group':
      return feminine(`Kanalgruppe ${quoted(name)}`)
    case 'profile_field':
      return neuter(`Profilfeld ${quoted(name)}`)
    case 'emoji':
      return neuter(`Emoji :${name}:`)
    case 'linkifier':
      return feminine(`Linkregel ${quoted(name)}`)
    case 'playground':
      return masculine(`Code-Spielplatz ${quoted(name)}`)
    case 'log_in_provider':
      return masculine(`Anmeldeanbieter ${quoted(name)}`)
    case 'domain':
      return [`die erlaubte Domain ${name}`, `der erlaubten Domain ${name}`]
    case 'invitation':
      return name === ''
        ? ['eine wiederverwendbare Einladung', 'einer wiederverwendbaren Einladung']
        : feminine(`Einladung von ${name}`)
    case 'export':
      return ['einen Export', 'einem Export']
    case 'log_in':
      return feminine(`Anmeldung von ${name}`)
    case 'history_import':
      return [`den Import von ${quoted(name)}`, `dem Import von ${quoted(name)}`]
    case 'person_data':
      return [`die Daten von ${name}`, `den Daten von ${name}`]
  }
}
