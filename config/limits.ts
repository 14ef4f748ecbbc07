/**
 * Limits of the interface. Clients read most of them from the register response, or the specification fixes
 * them. Limits that an operator may change are in `variables.ts`. Lengths count Unicode code points unless
 * the comment says otherwise. `npm run limits` prints the names, values and comments as the table of
 * docs/operations.md.
 */

/** Servers that DATABASE_URL names. */
export const MAX_DATABASE_SERVERS = 8
/** Organizations of the server that a browser remembers, in a cookie. */
export const MAX_KNOWN_ORGANIZATIONS = 8
/** The content of one message. */
export const MAX_MESSAGE_LENGTH = 10_000
/** The name of a topic. */
export const MAX_TOPIC_LENGTH = 60
/** Unread messages listed in `unread_msgs`; with more, `old_unreads_missing` is true (spec.md "Limits"). */
export const MAX_UNREAD_MESSAGES = 50_000
/** Messages of one GET /messages: the sum of `num_before` and `num_after`. */
export const MAX_MESSAGES_PER_FETCH = 5000
/**
 * Changes kept of one message. Every response with the message contains them. Older ones are joined into one,
 * with the first text and place.
 */
export const MAX_MESSAGE_CHANGES = 100
/**
 * Votes, tasks and other data that one user adds to one poll or to-do list. Every response with the message
 * contains them.
 */
export const MAX_SUBMESSAGES_PER_USER = 1000
/** Bytes of that data. */
export const MAX_SUBMESSAGE_BYTES_PER_USER = 100_000
export const MAX_REMINDER_NOTE_LENGTH = 1000
/** Drafts of one user. Every register response contains all of them. */
export const MAX_DRAFTS = 1000
/** Scheduled messages and reminders of one user together. Every register response contains all of them. */
export const MAX_SCHEDULED_MESSAGES = 1000
/** Drafts that follow a topic which is moved, the last changed first, and as many scheduled messages. */
export const MAX_FOLLOWING_TEXTS = 1000
/** Alert words of one user. */
export const MAX_ALERT_WORDS = 500
export const MAX_ALERT_WORD_LENGTH = 100
/** Topics that one user has muted. Each change sends the whole list to the user. */
export const MAX_MUTED_TOPICS = 5000
/** Saved snippets of one user. */
export const MAX_SAVED_SNIPPETS = 1000
export const MAX_SAVED_SNIPPET_TITLE_LENGTH = 60

export const MAX_CHANNEL_NAME_LENGTH = 60
export const MAX_CHANNEL_DESCRIPTION_LENGTH = 1024
export const MAX_CHANNEL_FOLDER_NAME_LENGTH = 100
export const MAX_CHANNEL_FOLDER_DESCRIPTION_LENGTH = 1024
export const MAX_DEFAULT_CHANNEL_GROUP_NAME_LENGTH = 60
export const MAX_DEFAULT_CHANNEL_GROUP_DESCRIPTION_LENGTH = 1024
/**
 * Default channel groups of an organization. Every register response and every sign-up page lists all of
 * them.
 */
export const MAX_DEFAULT_CHANNEL_GROUPS = 100
/**
 * Channel folders of an organization, archived ones included. Every register response contains all of them.
 */
export const MAX_CHANNEL_FOLDERS = 1000
/**
 * Custom emoji of an organization, deactivated ones included. Every register response contains all of them.
 */
export const MAX_CUSTOM_EMOJI = 5000
/** Custom profile fields of an organization. Every register response contains all of them. */
export const MAX_PROFILE_FIELDS = 200
/** Code playgrounds of an organization. Every register response contains all of them. */
export const MAX_PLAYGROUNDS = 200
/**
 * User groups of an organization, deactivated ones included, system groups not. Every register response
 * contains all of them.
 */
export const MAX_USER_GROUPS = 10_000
/**
 * Bots of one owner, deactivated ones included. Every register response contains the bots of all owners. An
 * administrator may give somebody more.
 */
export const MAX_BOTS_PER_OWNER = 500
/** Invitation links of one person that can be used. Administrators list all links. */
export const MAX_INVITATION_LINKS_PER_PERSON = 200
/** Email domains of an organization. Every register response contains all of them. */
export const MAX_DOMAINS = 1000
/**
 * Entries that one person, with the person's bots, adds in a day (UTC) to each other list that every register
 * response contains: user groups, custom emoji, bots, channel folders, default channel groups, linkifiers,
 * code playgrounds, custom profile fields, domains.
 */
export const MAX_LIST_ADDITIONS_PER_DAY = 100
/** The same of an administrator. */
export const MAX_LIST_ADDITIONS_PER_DAY_OF_ADMINISTRATORS = 1000
/**
 * Bytes by which one person makes these lists and the channels larger in a day, altogether: entries as JSON,
 * and 8 for each member of a group.
 */
export const MAX_LIST_BYTES_PER_DAY = 524_288
/** The same of an administrator. */
export const MAX_LIST_BYTES_PER_DAY_OF_ADMINISTRATORS = 4_194_304
/** Bytes of all channels of an organization, archived ones included, as JSON. */
export const MAX_CHANNEL_LIST_BYTES = 33_554_432
/** Bytes of all user groups of an organization as JSON, and 8 for each member. */
export const MAX_GROUP_LIST_BYTES = 16_777_216
/** Bytes of each other such list of an organization as JSON. */
export const MAX_OTHER_LIST_BYTES = 2_097_152
/** With more new subscriptions in one request, users get no direct message about being subscribed. */
export const MAX_BULK_NEW_SUBSCRIPTION_MESSAGES = 250

export const MAX_FULL_NAME_LENGTH = 100
/** Shortest full name. */
export const MIN_FULL_NAME_LENGTH = 2
export const MAX_USER_GROUP_NAME_LENGTH = 100
export const MAX_USER_GROUP_DESCRIPTION_LENGTH = 1024
export const MAX_STATUS_TEXT_LENGTH = 60
/** Days after which a status that has an end is removed at the latest. */
export const MAX_STATUS_DAYS = 366
/** Bytes of all keys and values that one bot stores, in UTF-8. */
export const MAX_BOT_STORAGE_BYTES = 1_048_576
/** Keys that one bot stores. */
export const MAX_BOT_STORAGE_KEYS = 10_000
/** Length of such a key. At four bytes a character it fits into an index entry of Postgres. */
export const MAX_BOT_STORAGE_KEY_LENGTH = 512
/** Browser sessions of one person. A further log-in ends the session that was used least recently. */
export const MAX_SESSIONS_PER_USER = 100
/** Characters of a User-Agent that are kept with a session. */
export const MAX_USER_AGENT_LENGTH = 400
/** Passkeys of one person. */
export const MAX_PASSKEYS_PER_USER = 20
/** Characters of the name of a passkey. */
export const MAX_PASSKEY_NAME_LENGTH = 60
/** Providers of OpenID Connect in OPENID_PROVIDERS. The log-in page shows a button for each. */
export const MAX_OPENID_PROVIDERS = 20
/** Characters of OPENID_PROVIDERS. */
export const MAX_OPENID_PROVIDERS_BYTES = 65_536
/** Bytes of one answer of a provider of OpenID Connect. A longer one is refused. */
export const MAX_OPENID_ANSWER_BYTES = 1_048_576
/** Pages of 100 organizations, and of teams, that one log-in asks GitHub for. */
export const MAX_GITHUB_PAGES = 5
/** Seconds in which a provider answers one request. */
export const OPENID_TIMEOUT_SECONDS = 10
/** Seconds for which the page of a desktop app waits for the token of a browser. */
export const DESKTOP_WAIT_SECONDS = 3_600
/** Seconds in which a desktop app takes the token that its browser shows. */
export const DESKTOP_TOKEN_SECONDS = 60
/** Bytes of one answer of Zoom. A longer one is refused. */
export const MAX_ZOOM_ANSWER_BYTES = 65_536
/** Seconds in which Zoom answers one request. */
export const ZOOM_TIMEOUT_SECONDS = 10
/** Seconds between the log-in page and the return from the provider. */
export const OPENID_STATE_SECONDS = 600
/** Characters that a browser's session keeps for the log-out at its provider, such as an ID token. */
export const MAX_PROVIDER_SESSION_LENGTH = 8_000
/** Seconds for which a message of a provider that ends sessions is valid, and remembered. */
export const LOG_OUT_MESSAGE_SECONDS = 300
/** Seconds for which a provider can end the sessions of a person who logged in there. */
export const PROVIDER_SESSION_SECONDS = 30 * 24 * 3600
/** Seconds for which the answer of a provider of SAML waits for the next request of its browser. */
export const SAML_ANSWER_SECONDS = 60
/** Seconds in which a directory (LDAP) answers one request, and in which one log-in asks it everything. */
export const LDAP_TIMEOUT_SECONDS = 10
/** Bytes of one message of a directory, such as an entry with its photo. */
export const MAX_LDAP_MESSAGE_BYTES = 2_097_152
/** Bytes that a directory sends for one log-in. */
export const MAX_LDAP_ANSWER_BYTES = 4_194_304
/** Bytes that a directory sends about all its people. */
export const MAX_LDAP_DIRECTORY_BYTES = 268_435_456
/** Bytes that a directory sends for one page of its people. */
export const MAX_LDAP_PAGE_BYTES = 33_554_432
/** Pages that a directory sends for all its people, also pages without people. */
export const MAX_LDAP_PAGES = 10_000
/** People of a directory that the hourly job looks at. */
export const MAX_LDAP_PEOPLE = 100_000
/** Groups of one person in a directory, and groups inside one group that the settings name. */
export const MAX_LDAP_GROUPS = 10_000
/** Groups inside groups of a directory that are followed. */
export const MAX_LDAP_GROUP_DEPTH = 20
/** Seconds in which a directory sends all its people. */
export const LDAP_DIRECTORY_SECONDS = 600
/** Providers of log-ins that one organization sets up. */
export const MAX_LOG_IN_PROVIDERS = 10
/** Providers of organizations that `doctor` asks. */
export const MAX_DOCTOR_PROVIDERS = 100
/** Seconds until the codes of a log-in without a browser expire. */
export const DEVICE_CODE_SECONDS = 600
/** Seconds between two questions of a program whether the person has let it in. */
export const DEVICE_POLL_SECONDS = 5
/** Tokens with which directories of one organization change accounts by SCIM. */
export const MAX_PROVISIONING_TOKENS = 20
/** Characters of the name of such a token. */
export const MAX_PROVISIONING_TOKEN_NAME = 60
/** Bytes of all settings of such a provider as JSON. */
export const MAX_PROVIDER_SETTINGS_BYTES = 32_768
/** Shortest password. */
export const PASSWORD_MIN_LENGTH = 6
/** Longest password. */
export const PASSWORD_MAX_LENGTH = 100
/** `password_min_guesses`: the number of guesses, estimated by zxcvbn, that a new password must withstand. */
export const PASSWORD_MIN_GUESSES = 10_000

/** Length of the name of an organization. */
export const MAX_REALM_NAME_LENGTH = 40
/** Length of the description of an organization. */
export const MAX_REALM_DESCRIPTION_LENGTH = 1000
/** Length of the text that an organization adds to the greeting of the welcome bot. */
export const MAX_WELCOME_TEXT_LENGTH = 8000
/** Days before the data of a deactivated organization may be deleted. */
export const MIN_DEACTIVATED_REALM_DELETION_DAYS = 14
/** Longest time until the data of a deactivated organization are deleted, in days. */
export const MAX_REALM_DELETION_DELAY_DAYS = 36_500
/** Rows that one transaction of the deletion of an organization deletes. */
export const REALM_DELETION_BATCH = 1_000
/** Owners who get a mail about the deactivation of their organization, the first ones. */
export const MAX_OWNERS_TO_MAIL = 100
/** Days after which the data of a deactivated organization must be deleted. */
export const MAX_DEACTIVATED_REALM_DELETION_DAYS = null

/**
 * Messages listed for an uploaded file: the newest that link it. Each message that links the file sends the
 * list to its uploader.
 */
export const MAX_LISTED_MESSAGES_OF_FILE = 100
export const MAX_FILE_NAME_LENGTH = 200
/** Time after which an incomplete resumable upload is deleted. */
export const UPLOAD_LIFETIME_SECONDS = 24 * 3600
/** Days after which a file that no message, sent or scheduled, links is deleted. */
export const UNCLAIMED_UPLOAD_DAYS = 35
/** Messages of an export that an administrator asks for; an operator can export more. */
export const MAX_EXPORTED_MESSAGES = 250_000
/** GiB of uploaded files of such an export. */
export const MAX_EXPORTED_UPLOADS_GIB = 10
/** Exports of an organization in 24 hours. */
export const MAX_EXPORTS_PER_DAY = 10
/** Entries of an archive of another product. */
export const MAX_MOVE_IN_ENTRIES = 500_000
/** Bytes of the name of such an entry. */
export const MAX_MOVE_IN_ENTRY_NAME_BYTES = 1024
/** GiB to which such an archive unpacks. */
export const MAX_MOVE_IN_GIB = 2048
/** How many times its size such an archive may unpack to, once it unpacks to more than 256 MiB. */
export const MAX_MOVE_IN_RATIO = 200
/** Bytes of one object of its JSON files, such as a message. */
export const MAX_MOVE_IN_ROW_BYTES = 8_388_608
/** Levels of objects and lists within such an object. */
export const MAX_MOVE_IN_DEPTH = 100
/**
 * Bytes, about, of the people, channels and other lists of such an archive that the import keeps in memory.
 */
export const MAX_MOVE_IN_LIST_BYTES = 268_435_456
/**
 * Read pointers of channels, one for each topic and member, that such an import of Mattermost or Rocket.Chat
 * makes. Older messages of channels with more count as read for everybody.
 */
export const MAX_MOVE_IN_POINTERS = 4_000_000
/** MiB of memory of the process that reads such an archive for the page "Bring your history". */
export const MAX_MOVE_IN_MEMORY_MIB = 1024
/** MiB of a file that such an import fetches from the former server. */
export const MAX_MOVE_IN_FETCHED_FILE_MIB = 1024
/** Different kinds of lines in the report of such an import; further ones are counted together. */
export const MAX_MOVE_IN_REPORT_LINES = 500
/** Imports of a history that owners of an organization begin on its page in 24 hours. */
export const MAX_HISTORY_IMPORTS_PER_DAY = 5
/** Such imports of all organizations that are not finished; each may have an archive in the store. */
export const MAX_HISTORY_IMPORTS_AT_ONCE = 20
/** Messages of people in an organization that counts as empty, so that it can get a history. */
export const MAX_FIRST_MESSAGES = 20
/** Imported people who have never logged in that are listed, and mailed at once. */
export const MAX_LISTED_UNCLAIMED_PEOPLE = 50_000
/** Accounts merged into others that are listed. */
export const MAX_LISTED_MERGED_ACCOUNTS = 10_000
/** Characters of a token with which the files of an archive are fetched. */
export const MAX_HISTORY_TOKEN_LENGTH = 1000
/** Hours after which a checked archive is deleted, when no owner lets it be imported. */
export const CHECKED_ARCHIVE_HOURS = 72
/** Exports of an organization in seven days. */
export const MAX_EXPORTS_PER_WEEK = 30
/** Days for which the numbers of an organization's use are kept. */
export const USAGE_DAYS = 730
/** Channels whose activity is listed, the busiest. */
export const MAX_LISTED_CHANNELS_OF_USAGE = 500
/** Exports of the data of single people of an organization in 24 hours. */
export const MAX_PERSON_EXPORTS_PER_DAY = 50
/** Exports and erasures of a person's data that are listed, the newest. */
export const MAX_LISTED_PERSON_TASKS = 50
/** Days after which an export is no longer served, and its archive is deleted within an hour. */
export const EXPORT_LIFETIME_DAYS = 7

/**
 * Validity of a temporary URL, which opens a file without credentials (GET
 * /user_uploads/{realm_id_str}/{filename}).
 */
export const TEMPORARY_URL_SECONDS = 60

/** MiB of an uploaded avatar. */
export const MAX_AVATAR_FILE_SIZE_MIB = 5
/** Pictures that a process has drawn for people without an avatar, and keeps in memory. */
export const MAX_DRAWINGS_IN_MEMORY = 2000
/** MiB of an uploaded icon of an organization. */
export const MAX_ICON_FILE_SIZE_MIB = 5
/** MiB of an uploaded logo of an organization. */
export const MAX_LOGO_FILE_SIZE_MIB = 5
/** MiB of an uploaded custom emoji. */
export const MAX_EMOJI_FILE_SIZE_MIB = 5

/** Devices of one user that get push notifications. A new one replaces the oldest. */
export const MAX_PUSH_DEVICES = 20
/** UTF-16 code units of the address of a browser's push subscription. */
export const MAX_PUSH_ENDPOINT_LENGTH = 2048

/** Interval at which a client reports its presence. */
export const PRESENCE_PING_INTERVAL_SECONDS = 60
/** Age of the last report after which a user is offline. */
export const PRESENCE_OFFLINE_THRESHOLD_SECONDS = 140
/** A report is ignored when the former one is younger, because a person may have several clients open. */
export const PRESENCE_MIN_UPDATE_SECONDS = 55
/**
 * A gateway answers reports that change nothing without Redis while its memory of presence is younger than
 * this.
 */
export const PRESENCE_MEMORY_MS = 100
/** Reports of presence that share a request to Redis. */
export const MAX_PRESENCE_REPORTS_TOGETHER = 256
/** Days of presence that are sent to clients that name no period. */
export const PRESENCE_HISTORY_DAYS = 14
/**
 * Larger organizations send no event when a user comes online, because each event ends every waiting poll.
 */
export const MAX_USERS_FOR_PRESENCE_EVENTS = 1000

/** Time after which a typing notification that is not renewed ends. */
export const TYPING_STARTED_EXPIRY_MILLISECONDS = 45_000
/** Time without a keystroke after which a client sends "stopped". */
export const TYPING_STOPPED_WAIT_MILLISECONDS = 12_000
/** Interval at which a client repeats "started" while its user types. */
export const TYPING_STARTED_WAIT_MILLISECONDS = 30_000
/** Channels with more subscribers send no typing events, because each event ends every waiting poll. */
export const MAX_SUBSCRIBERS_FOR_TYPING = 500

/**
 * UTF-16 code units of a parameter that is one line. This limit and the following ones bound every request.
 */
export const MAX_LINE_PARAMETER = 1000
/** UTF-16 code units of any other text parameter. */
export const MAX_TEXT_PARAMETER = 100_000
/** UTF-16 code units of the addresses that one request invites: more than 5,000 addresses. */
export const MAX_INVITED_ADDRESSES = 500_000
/** UTF-16 code units of the JSON text of a parameter. */
export const MAX_JSON_PARAMETER = 786_432
/**
 * Characters of a parameter in a URL-encoded form, three for each escape. Decoding them takes at most 10 ms.
 */
export const MAX_ENCODED_PARAMETER = 1_048_576
/** Values in the JSON parameters of one request, each name of a member counted as one. */
export const MAX_JSON_VALUES_PER_REQUEST = 50_000
/** Users named in one request. */
export const MAX_USERS_PER_REQUEST = 20_000
/** Channels named in one request. */
export const MAX_CHANNELS_PER_REQUEST = 1000
/** User groups named in one request. */
export const MAX_GROUPS_PER_REQUEST = 1000
/** Recipients of a direct message. The index of direct conversations has room for the ids of 666 people. */
export const MAX_DIRECT_RECIPIENTS = 600
/** Items of any other list in a request. */
export const MAX_ITEMS_PER_REQUEST = 1000
/** UTF-16 code units of the recipients of a direct message, given as text with commas. */
export const MAX_RECIPIENTS_TEXT = 50_000
/**
 * Characters of one person's values of custom profile fields with their HTML, all fields together. Every
 * register response contains the values of everybody, and a formula has 200 times its length in HTML.
 */
export const MAX_PROFILE_LENGTH = 65_536
/** Users that one value of a profile field names. */
export const MAX_USERS_PER_PROFILE_FIELD = 100
/** Options of a profile field. */
export const MAX_PROFILE_FIELD_OPTIONS = 500
/** Configuration keys of a bot. */
export const MAX_BOT_CONFIG_KEYS = 200

/** Event types that an event queue names. */
export const MAX_EVENT_TYPES = 500

/** Terms of a narrow. */
export const MAX_NARROW_TERMS = 100
/** Length of the operand of a term. */
export const MAX_OPERAND_LENGTH = 10_000
/** Length of the text of one search. */
export const MAX_SEARCH_LENGTH = 1000
/** Words of one search; further words are ignored. */
export const MAX_SEARCH_WORDS = 50
/** Phrases of all searches of a narrow. */
export const MAX_SEARCH_PHRASES = 20
/** Time after which Postgres cancels a slow query: a search, or a narrow with negated terms. */
export const SEARCH_TIMEOUT_MS = 5000
/** Slow queries of one user that run at the same time; others wait. */
export const MAX_SEARCHES_PER_USER = 2
/** Slow queries of one process that run at the same time; others wait. */
export const MAX_SEARCHES_AT_ONCE = 4
/** Slow queries of one user that wait; more are refused. */
export const MAX_WAITING_SEARCHES_PER_USER = 20
/** Slow queries of one process that wait; more are refused. */
export const MAX_WAITING_SEARCHES = 200

/** Bytes of the record of one event queue, as JSON. */
export const MAX_QUEUE_RECORD_BYTES = 32_768

/** Channels that one request creates. */
export const MAX_NEW_CHANNELS_PER_REQUEST = 250
/** Channels that one person creates in a day (UTC), with the person's bots. */
export const MAX_NEW_CHANNELS_PER_DAY = 250
/** The same of an administrator. */
export const MAX_NEW_CHANNELS_PER_DAY_OF_ADMINISTRATORS = 1000
/** Users multiplied by channels of one request that subscribes or unsubscribes. */
export const MAX_SUBSCRIPTIONS_PER_REQUEST = 100_000

/** Incomplete resumable uploads of one user. */
export const MAX_UNFINISHED_UPLOADS = 100

/** Bots that one message triggers. */
export const MAX_BOTS_ASKED = 20

/** Concurrent requests of one caller for media of other sites. */
export const MAX_EXTERNAL_AT_ONCE_PER_CALLER = 16
/** Requests of one caller for media of other sites in a minute. */
export const MAX_EXTERNAL_PER_MINUTE_PER_CALLER = 600
/** Concurrent requests to one host for media of other sites. No caller alone can use all of them. */
export const MAX_EXTERNAL_AT_ONCE_PER_HOST = 32
/** Requests to one host for media of other sites in a minute. No caller alone can use all of them. */
export const MAX_EXTERNAL_PER_MINUTE_PER_HOST = 1200

/**
 * Bytes of a request body that are read before the caller is authenticated, and of callers that never are.
 */
export const MAX_BYTES_OF_UNKNOWN_CALLERS = 65_536

/** Linkifiers of an organization. Each one is matched against every message. */
export const MAX_LINKIFIERS = 200

/** Statements of narrows without searches that a process prepares. Every connection keeps their plans. */
export const MAX_PREPARED_NARROWS = 64
/** Statements of searches that a process prepares. They differ by the number of words and phrases. */
export const MAX_PREPARED_SEARCHES = 16
/** Choices of slices of POST /register whose common text a process keeps for an organization. */
export const MAX_SHARED_STATES = 16
/** Replicas of Postgres in DATABASE_REPLICA_URLS. */
export const MAX_REPLICAS = 8
/** Connections of one process to one replica. A further read uses another replica, or the primary. */
export const REPLICA_CONNECTIONS = 8

/** Requests of `loquat doctor` that a gateway answers at the same time; further ones are answered 503. */
export const MAX_PROBES_AT_ONCE = 16
/** Seconds that such a request may ask the gateway to wait before it answers. */
export const MAX_PROBE_SECONDS = 7200

/**
 * Organizations without connected clients in a process's memory. The one that was not used for the longest
 * time leaves it.
 */
export const MAX_UNUSED_ORGANIZATIONS_IN_MEMORY = 1_000
/**
 * Transactions of one organization, or registrations, that wait in a process while others of it run. The
 * requests of further ones are answered 503.
 */
export const MAX_WAITING_TRANSACTIONS_OF_ORGANIZATION = 1_000
/**
 * Requests that a gateway runs at the same time for organizations that are active together, in equal shares.
 */
export const REQUESTS_SHARED_OUT = 64
/** Smallest such share of an organization. */
export const LEAST_REQUESTS_OF_ORGANIZATION = 8
/**
 * Requests of one organization that wait at a gateway while it uses its share. Further ones are answered 503.
 */
export const MAX_WAITING_REQUESTS_OF_ORGANIZATION = 1_000

/** Days for which the build keeps files of former builds. Open pages still load them. */
export const FORMER_FILES_DAYS = 7
/**
 * MiB that these files need at most, for the web client and for the reference each. Those that left the build
 * last stay.
 */
export const FORMER_FILES_MIB = 16

/** Requests in a row to a host without an answer in time, after which jobs do not ask it during a pause. */
export const BREAKER_SILENT_REQUESTS = 3
/** The first such pause. It doubles each time that the host does not answer after it. */
export const BREAKER_FIRST_PAUSE_SECONDS = 10
/** The longest such pause. */
export const BREAKER_MAX_PAUSE_SECONDS = 300
/** A job waits this long for a host that does not answer; then each of its attempts asks the host. */
export const MAX_BREAKER_WAIT_SECONDS = 3600
/** Bytes of the log that a process keeps while nobody reads its output. Further lines are left out. */
export const MAX_WAITING_LOG_BYTES = 256 * 1024
/** Faults that one process remembers at the same time, for the incidents of /ops. */
export const MAX_TROUBLES = 40
/** Characters of the reason and of the subject of such a fault. A longer one is cut. */
export const MAX_TROUBLE_TEXT = 320
/** Incidents that /ops lists. The most severe come first. */
export const MAX_INCIDENTS = 60
/** Jobs that fail again and again and that one worker remembers. */
export const MAX_FAILING_JOBS = 1_000
/** Processes without a report that /ops remembers. */
export const MAX_SILENT_PROCESSES = 20
/** Bytes of a value in the audit log, as JSON. A longer one is cut. */
export const MAX_AUDIT_VALUE_BYTES = 1024
/** Characters of the name of a changed object in the audit log. A longer one is cut. */
export const MAX_AUDIT_NAME_LENGTH = 200
/** Entries of the audit log in one response. */
export const MAX_AUDIT_ENTRIES = 500
/** Organizations whose use of a process is counted in ten seconds. Further ones are in the totals only. */
export const MAX_COUNTED_ORGANIZATIONS = 2_000
/** Totals that a process counts by name. */
export const MAX_COUNTED_SERIES = 500
/** Routes whose times and errors each ten seconds keep: those with most requests. */
export const MAX_ROUTES_IN_SERIES = 24
/** Bytes of all figures of one moment, as JSON. Without room, routes are left out. */
export const MAX_SERIES_MOMENT_BYTES = 16_384
/** Jobs of a queue in one state that a search of an operator looks at: those that wait longest. */
export const MAX_JOBS_LOOKED_AT = 2_000
/** Highest limit that an operator sets for the requests of one organization in a minute. */
export const MAX_REQUEST_LIMIT = 1_000_000
/** Jobs that an operator changes at once. */
export const MAX_JOBS_PER_CHANGE = 1_000
/** Bytes of a job's data, and of a reason, that a search reads. */
export const MAX_JOB_TEXT_LENGTH = 2_048
/** Jobs whose worker died that a worker watches until they have run. */
export const MAX_CRASHED_JOBS = 200
/** Marks of deployments and incidents in the plots of /ops. A new one replaces the oldest. */
export const MAX_SERIES_MARKS = 200
