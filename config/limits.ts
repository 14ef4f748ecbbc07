/**
 * Limits that are part of the interface: clients are told them in the register response, or the
 * specification fixes them. What an operator may change is in `variables.ts` instead.
 * Lengths count Unicode code points unless the name says bytes.
 */

export const MAX_MESSAGE_LENGTH = 10_000
export const MAX_TOPIC_LENGTH = 60
/** Messages looked at for `unread_msgs`; beyond it `old_unreads_missing` is true (spec.md "Limits"). */
export const MAX_UNREAD_MESSAGES = 50_000
/** Most messages of one GET /messages, `num_before` and `num_after` together. */
export const MAX_MESSAGES_PER_FETCH = 5000
export const MAX_REMINDER_NOTE_LENGTH = 1000
/** What one user may keep: all of it is told at every registration. */
export const MAX_DRAFTS = 1000
export const MAX_ALERT_WORDS = 500
export const MAX_ALERT_WORD_LENGTH = 100
export const MAX_SAVED_SNIPPETS = 1000
export const MAX_SAVED_SNIPPET_TITLE_LENGTH = 60

export const MAX_CHANNEL_NAME_LENGTH = 60
export const MAX_CHANNEL_DESCRIPTION_LENGTH = 1024
export const MAX_CHANNEL_FOLDER_NAME_LENGTH = 100
export const MAX_CHANNEL_FOLDER_DESCRIPTION_LENGTH = 1024
export const MAX_DEFAULT_CHANNEL_GROUP_NAME_LENGTH = 60
export const MAX_DEFAULT_CHANNEL_GROUP_DESCRIPTION_LENGTH = 1024
/** All of them are told at every registration, and offered to everybody who joins. */
export const MAX_DEFAULT_CHANNEL_GROUPS = 100
/** Above this many new subscriptions in one request, nobody gets a message about being subscribed. */
export const MAX_BULK_NEW_SUBSCRIPTION_MESSAGES = 250

export const MAX_FULL_NAME_LENGTH = 100
export const MIN_FULL_NAME_LENGTH = 2
export const MAX_USER_GROUP_NAME_LENGTH = 100
export const MAX_USER_GROUP_DESCRIPTION_LENGTH = 1024
export const MAX_STATUS_TEXT_LENGTH = 60
/** What one bot may store, keys and values together, in UTF-8. */
export const MAX_BOT_STORAGE_BYTES = 1_048_576
export const MAX_BOT_STORAGE_KEYS = 10_000
/** In at most four bytes a character a key fits into an entry of an index of Postgres. */
export const MAX_BOT_STORAGE_KEY_LENGTH = 512
export const PASSWORD_MIN_LENGTH = 6
export const PASSWORD_MAX_LENGTH = 100
/** `password_min_guesses`: the strength, as zxcvbn estimates it, that clients ask of a new password. */
export const PASSWORD_MIN_GUESSES = 10_000

export const MAX_REALM_NAME_LENGTH = 40
export const MAX_REALM_DESCRIPTION_LENGTH = 1000
/** Of what the welcome bot adds to its greeting. */
export const MAX_WELCOME_TEXT_LENGTH = 8000
/** A deactivated organization's data may be deleted after this many days at the earliest … */
export const MIN_DEACTIVATED_REALM_DELETION_DAYS = 14
/** … and with no latest date. */
export const MAX_DEACTIVATED_REALM_DELETION_DAYS = null

export const MAX_FILE_NAME_LENGTH = 200
/** A resumable upload that is not complete after this long is given up. */
export const UPLOAD_LIFETIME_SECONDS = 24 * 3600
/** A file that no message links for this long is removed. */
export const UNCLAIMED_UPLOAD_DAYS = 35
/** What administrators may export themselves; an operator exports what is larger. */
export const MAX_EXPORTED_MESSAGES = 250_000
export const MAX_EXPORTED_UPLOADS_GIB = 10
/** Exports of an organization in seven days. */
export const MAX_EXPORTS_PER_WEEK = 30
/** An export is deleted after this many days. */
export const EXPORT_LIFETIME_DAYS = 7

/** How long a URL is good that opens a file for whoever has it (GET /user_uploads/{realm_id_str}/{filename}). */
export const TEMPORARY_URL_SECONDS = 60

export const MAX_AVATAR_FILE_SIZE_MIB = 5
export const MAX_ICON_FILE_SIZE_MIB = 5
export const MAX_LOGO_FILE_SIZE_MIB = 5
export const MAX_EMOJI_FILE_SIZE_MIB = 5

/** How often a client reports its presence. */
export const PRESENCE_PING_INTERVAL_SECONDS = 60
/** A user whose last report is older than this is offline. */
export const PRESENCE_OFFLINE_THRESHOLD_SECONDS = 140
/** A report is not noted when the one noted before it is younger: a person may have several clients open. */
export const PRESENCE_MIN_UPDATE_SECONDS = 55
/** How far back presence is told when a client does not say. */
export const PRESENCE_HISTORY_DAYS = 14
/** In a larger organization nobody is told at once who comes online: each telling wakes everyone. */
export const MAX_USERS_FOR_PRESENCE_EVENTS = 1000

/** A typing notification not renewed for this long has ended. */
export const TYPING_STARTED_EXPIRY_MILLISECONDS = 45_000
/** A client says "stopped" after this long without a keystroke. */
export const TYPING_STOPPED_WAIT_MILLISECONDS = 12_000
/** A client repeats "started" this often while its user goes on typing. */
export const TYPING_STARTED_WAIT_MILLISECONDS = 30_000
/** Nobody is told who types in a channel of more subscribers: each telling wakes them all. */
export const MAX_SUBSCRIBERS_FOR_TYPING = 500

/** Sizes of the pictures of organizations and people, in MiB. */
export const MAX_ICON_SIZE_MIB = 5
export const MAX_LOGO_SIZE_MIB = 5

/**
 * What one request may say. Clients stay far below; longer lists and texts are refused before anything is done with
 * them. Where a thing has a limit of its own above, both hold. Lengths here count UTF-16 code units.
 */
export const MAX_LINE_PARAMETER = 1000
export const MAX_TEXT_PARAMETER = 100_000
/** People of an organization named at once: to subscribe, of a group, to look up. */
export const MAX_USERS_PER_REQUEST = 20_000
/** Channels named at once: to subscribe to, to invite to, to change one's view of. */
export const MAX_CHANNELS_PER_REQUEST = 1000
/** User groups named at once. */
export const MAX_GROUPS_PER_REQUEST = 1000
/** People whom one direct message goes to. */
export const MAX_DIRECT_RECIPIENTS = 1000
/** Items of any other list: what an organization orders or a person keeps few of. */
export const MAX_ITEMS_PER_REQUEST = 1000
/** As text, with commas between: addresses of those whom a direct message goes to. */
export const MAX_RECIPIENTS_TEXT = 50_000
/** People that one value of a profile field names. */
export const MAX_USERS_PER_PROFILE_FIELD = 1000
export const MAX_PROFILE_FIELD_OPTIONS = 500
export const MAX_BOT_CONFIG_KEYS = 200

/** What is kept with an event queue. */
export const MAX_EVENT_TYPES = 500

/** Conditions of a narrow, and what each may say. */
export const MAX_NARROW_TERMS = 100
export const MAX_OPERAND_LENGTH = 10_000
/** What one search looks for: its text, its words (more are passed over), and phrases of all searches of a narrow. */
export const MAX_SEARCH_LENGTH = 1000
export const MAX_SEARCH_WORDS = 50
export const MAX_SEARCH_PHRASES = 20
/** Postgres ends a query that has to look through much, because of what its narrow excludes or searches, after this. */
export const SEARCH_TIMEOUT_MS = 5000
/** Such queries of one user, and of one process, at the same time; others wait. */
export const MAX_SEARCHES_PER_USER = 2
export const MAX_SEARCHES_AT_ONCE = 4
/** Such queries that wait, of one user and in all; more are refused. */
export const MAX_WAITING_SEARCHES_PER_USER = 20
export const MAX_WAITING_SEARCHES = 200

/** What is kept of one queue, as JSON. */
export const MAX_QUEUE_RECORD_BYTES = 32_768

/** Channels that one user creates in one request, and in 24 hours. */
export const MAX_NEW_CHANNELS_PER_REQUEST = 250
export const MAX_NEW_CHANNELS_PER_DAY = 1000
/** People times channels of one request that subscribes or unsubscribes. */
export const MAX_SUBSCRIPTIONS_PER_REQUEST = 100_000

/** Resumable uploads of one user that are not complete. */
export const MAX_UNFINISHED_UPLOADS = 100

/** Bots that one message asks for an answer. */
export const MAX_BOTS_ASKED = 20

/** Pictures and films from elsewhere: requests at once and in a minute, of one caller and to one host. */
export const MAX_EXTERNAL_AT_ONCE_PER_CALLER = 16
export const MAX_EXTERNAL_PER_MINUTE_PER_CALLER = 600
export const MAX_EXTERNAL_AT_ONCE_PER_HOST = 16
export const MAX_EXTERNAL_PER_MINUTE_PER_HOST = 600

/** So many bytes of a request's body are read before it is known who sends it, and from those who stay unknown. */
export const MAX_BYTES_OF_UNKNOWN_CALLERS = 65_536

/** Linkifiers of an organization: each is tried on every message. */
export const MAX_LINKIFIERS = 200
