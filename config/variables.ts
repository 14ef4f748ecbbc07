import { isIP } from 'node:net'
import { z } from 'zod'
import { parseDatabaseAddress } from './database-address.ts'
import { MAX_OPENID_PROVIDERS, MAX_REPLICAS } from './limits.ts'
import { openIdProviders } from './openid-providers.ts'
import { DEFAULT_CONCURRENCY, QUEUES, queueConcurrency, queueList, queueRates } from './queues.ts'
import { parseRedisAddress } from './redis-address.ts'
import { serverProviders } from './server-providers.ts'

/** The notes of a variable for operators, in addition to its default. */
export type VariableNotes = {
  description: string
  /** Completes "it must be …" in an error and "must be …" in `npm run config`. */
  allowed: string
  /** The value is never printed. */
  secret?: true
  /** The default in words; needed when it depends on other variables. */
  derived?: string
}

function declare<Schema extends z.ZodType>(schema: Schema, notes: VariableNotes): Schema {
  return schema.meta(notes) as Schema
}

const text = z.string().min(1)

function integer(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max))
}

function count(min: number, max: number, fallback: number, description: string) {
  const allowed = `a whole number from ${min} to ${max}`
  return declare(integer(min, max).default(fallback), { description, allowed })
}

function rate(derived: string, description: string) {
  const allowed = 'a whole number from 1 to 1000000'
  return declare(integer(1, 1_000_000).optional(), { description, allowed, derived })
}

function flag(fallback: boolean, description: string) {
  const words = { truthy: ['true', '1', 'yes', 'on'], falsy: ['false', '0', 'no', 'off'] }
  return declare(z.stringbool(words).default(fallback), { description, allowed: 'true or false' })
}

function url(...schemes: string[]) {
  return z.string().refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol))
}

const replicaUrls = z
  .string()
  .transform((value) => value.split(',').map((address) => address.trim()))
  .pipe(z.array(url('postgres:', 'postgresql:')).max(MAX_REPLICAS))

/** One server, or several of which one accepts writes. */
const databaseUrl = z.string().refine((value) => parseDatabaseAddress(value) !== undefined)

/** One server, or several of a Redis Cluster or Sentinel. */
const redisUrl = z.string().refine((value) => parseRedisAddress(value) !== undefined)

/** A key of VAPID (RFC 8292) with this number of bytes. */
function vapidKey(bytes: number) {
  return z.string().refine((text) => /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').length === bytes)
}

/** Accepts `https://chat.example.com`, with a port or a trailing slash or not, and nothing else. */
function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, pathname, search, hash, username, password } = new URL(value)
  return (
    ['http:', 'https:'].includes(protocol) && pathname === '/' && !search && !hash && !username && !password
  )
}

/** Addresses and networks in CIDR form, separated by commas. */
const networks = z
  .string()
  .transform((value) => value.split(',').map((network) => network.trim()))
  .refine((values) => values.every(isNetwork))

/** `true` trusts every address, `false` none. */
const trustedProxies = z.union([
  z.stringbool({ truthy: ['true', '1', 'yes', 'on'], falsy: ['false', '0', 'no', 'off'] }),
  networks,
])

function isNetwork(value: string): boolean {
  const [address, bits = '0'] = value.split(/\/(.*)/s)
  const version = isIP(address ?? '')
  return version !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}

/**
 * Every environment variable that Loquat reads: its type, default, permitted values and description.
 * `environment.ts` turns the variables into `Config`; `npm run config` prints them.
 */
export const variables = z.object({
  NODE_ENV: declare(z.enum(['development', 'production', 'test']).default('development'), {
    description:
      'development adds a demonstration organization and gives API keys without passwords; production does neither',
    allowed: 'development, production or test',
  }),
  PORT: count(
    0,
    65535,
    9991,
    'Port that the gateways listen on; all gateways of a machine share it. 0 picks a free port',
  ),
  HOST: declare(
    z
      .string()
      .regex(/^[\w.:%-]+$/)
      .optional(),
    {
      description: 'Address the gateways listen on',
      allowed: 'an IP address or a host name',
      derived: '0.0.0.0 when NODE_ENV is production, else 127.0.0.1 (this machine only)',
    },
  ),
  ROOT_URL: declare(
    z
      .string()
      .refine(isOrigin)
      .transform((value) => new URL(value).origin)
      .optional(),
    {
      description: 'Address at which clients reach this server; links in mails and messages begin with it',
      allowed: 'an http or https URL without a path, and set when NODE_ENV is production',
      derived: 'http://localhost:<PORT>',
    },
  ),
  UWS_BINARY: declare(z.string().min(1).optional(), {
    description:
      "Path of the binary of uWebSockets.js that gateways load in place of the packages' binaries (docs/packaging.md)",
    allowed: 'the path of a .node file for this system and version of Node',
    derived: 'a binary of the packages',
  }),
  HSTS_SECONDS: count(
    0,
    315_360_000,
    31_536_000,
    'Seconds for which browsers use https only, after each answer (Strict-Transport-Security), when ROOT_URL is https; 0 ends it in browsers that come back',
  ),
  TRUST_PROXY: declare(trustedProxies.default(false), {
    description:
      "Take the client's address from CLIENT_ADDRESS_HEADER when one of these proxies sends the request. true trusts every sender, so only the proxy may reach the port",
    allowed: 'true, false, or addresses and networks of proxies, such as 127.0.0.1,10.0.0.0/8',
  }),
  CLIENT_ADDRESS_HEADER: declare(
    z
      .string()
      .regex(/^[!#$%&'*+.^`|~\w-]{1,100}$/)
      .transform((value) => value.toLowerCase())
      .default('x-forwarded-for'),
    {
      description:
        'Header in which the proxy of TRUST_PROXY names the client. The last address of its last line counts, because the proxy added it',
      allowed: 'the name of a header, such as X-Real-IP',
    },
  ),
  DEVELOPMENT_KEYS_FOR_ALL: flag(
    false,
    'Let a development server give API keys without passwords to callers on other machines too',
  ),
  DATA_DIR: declare(text.default('./var'), {
    description:
      'Folder of the embedded Postgres and Redis, the uploads, the logs and the generated secret key',
    allowed: 'a path',
  }),
  SECRET_KEY: declare(z.string().min(32).optional(), {
    description:
      'Secret from which API keys and signed links are derived, the same for all processes. A new value invalidates all of them',
    allowed: 'at least 32 characters, and set when NODE_ENV is production',
    secret: true,
    derived: 'generated once, kept in DATA_DIR/secret-key',
  }),
  LOG_LEVEL: declare(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'), {
    description: 'Severity from which on log lines are written',
    allowed: 'fatal, error, warn, info, debug, trace or silent',
  }),
  GATEWAYS: count(
    1,
    64,
    1,
    'Gateway processes that `npm start` keeps running; at most one per core is useful',
  ),
  WORKERS: count(0, 64, 1, 'Worker processes that `npm start` keeps running'),
  WORKER_QUEUES: declare(queueList.default([...QUEUES]), {
    description: 'Job queues that a worker process runs. Each queue needs at least one worker',
    allowed: `names of queues, separated by commas: ${QUEUES.join(', ')}`,
    derived: 'all of them',
  }),
  QUEUE_CONCURRENCY: declare(queueConcurrency.default({}), {
    description: 'Jobs of a queue that one worker process runs at the same time',
    allowed: 'queues with a number from 1 to 9999 each, such as email=5,push=20',
    derived: Object.entries(DEFAULT_CONCURRENCY)
      .map(([queue, number]) => `${queue}=${number}`)
      .join(','),
  }),
  QUEUE_RATE: declare(queueRates.default({}), {
    description:
      'Jobs of a queue that all workers together start within a number of seconds; further jobs wait',
    allowed: 'queues with <jobs>/<seconds> each, such as email=100/60,push=1000/1',
    derived: 'no limit',
  }),

  DATABASE_URL: declare(databaseUrl.optional(), {
    description:
      'Postgres 14 or newer; of several servers the one that accepts writes; without it `npm start` runs an embedded one',
    allowed: 'a postgres:// URL, or postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE',
    secret: true,
    derived: 'an embedded Postgres in DATA_DIR',
  }),
  DATABASE_POOL_SIZE: count(2, 500, 10, 'Maximum of Postgres connections of one process'),
  DATABASE_REPLICA_URLS: declare(replicaUrls.default([]), {
    description:
      'Hot standbys of DATABASE_URL. Searches, old history, topics, exports and digests are read from one that has everything that was acknowledged before; the primary answers otherwise',
    allowed: `at most ${MAX_REPLICAS} postgres:// URLs, separated by commas`,
    secret: true,
    derived: 'none',
  }),
  MESSAGE_CACHE_MB: count(
    0,
    100_000,
    64,
    'MiB of memory in which a process keeps the texts of messages; 0 means none',
  ),
  FILE_CACHE_MB: count(
    0,
    100_000,
    16,
    'MiB of memory in which a gateway keeps small files that it has served, such as avatars; 0 means none',
  ),
  DATABASE_STATEMENT_TIMEOUT_MS: count(
    0,
    3_600_000,
    30_000,
    'Milliseconds after which Postgres cancels a statement of a request; 0 means never',
  ),
  REDIS_URL: declare(redisUrl.optional(), {
    description:
      'Redis 6.2 or newer (a cluster: 7 or newer), or Valkey, with maxmemory-policy noeviction; without it `npm start` runs an embedded one',
    allowed:
      'a redis:// URL, redis+cluster://HOST:PORT,HOST:PORT or redis+sentinel://HOST:PORT,HOST:PORT/MASTER; with TLS rediss',
    secret: true,
    derived: 'an embedded Redis in DATA_DIR',
  }),

  ORGANIZATION_IDLE_SECONDS: count(
    1,
    86_400,
    300,
    'Seconds after which a process removes an organization without requests and clients from its memory',
  ),
  EVENT_QUEUE_LIFETIME_SECONDS: count(
    1,
    604_800,
    600,
    'Seconds after which an event queue that is not fetched is deleted',
  ),
  EVENT_QUEUES_PER_USER: count(
    1,
    1_000_000,
    200,
    'Maximum of event queues of one user; one more deletes the oldest',
  ),
  EVENT_LOG_RETENTION_SECONDS: declare(integer(2, 1_209_600).default(900), {
    description: 'Seconds for which events are kept for queues that have not fetched them',
    allowed: 'a whole number from 2 to 1209600, greater than EVENT_QUEUE_LIFETIME_SECONDS',
  }),
  AUDIT_LOG_DAYS: count(
    1,
    36_500,
    730,
    'Days for which the audit log of an organization keeps who changed what',
  ),
  HEARTBEAT_SECONDS: count(
    1,
    3600,
    60,
    'Maximum of seconds until a waiting client without events gets a heartbeat',
  ),
  LONGPOLL_TIMEOUT_SECONDS: declare(integer(2, 7200).default(90), {
    description: 'Seconds after which clients should treat an unanswered GET /events as lost',
    allowed: 'a whole number from 2 to 7200, greater than HEARTBEAT_SECONDS',
  }),
  DRAIN_SECONDS: count(
    0,
    300,
    0,
    'Seconds that a gateway serves on after SIGTERM while /health/ready answers 503. Longer than the interval at which the proxy asks',
  ),
  OPEN_REALM_CREATION: flag(
    false,
    'Let anyone create an organization at /new; otherwise a link of `npm run loquat -- creation-link` is needed',
  ),
  SESSION_DAYS: count(1, 365, 14, 'Days after which an unused browser session ends'),
  OPENID_PROVIDERS: declare(openIdProviders.default([]), {
    description:
      'Providers of OpenID Connect with which people log in (docs/company-log-in.md), each an object with name, display_name, issuer, client_id and client_secret',
    allowed: `a JSON list of at most ${MAX_OPENID_PROVIDERS} providers with different names and https issuers`,
    secret: true,
    derived: 'none',
  }),
  LOG_IN_PROVIDERS: declare(serverProviders.default([]), {
    description:
      'Other providers with which people log in (docs/company-log-in.md), each an object with kind (saml, jwt, ldap, github, remote-user or openid), name, display_name and the fields of the kind',
    allowed: `a JSON list of at most ${MAX_OPENID_PROVIDERS} providers with different names and valid fields`,
    secret: true,
    derived: 'none',
  }),
  INVITATION_LINK_VALIDITY_MINUTES: count(
    1,
    5_256_000,
    14_400,
    'Validity of an invitation whose sender sets none, in minutes (default: 10 days)',
  ),
  INVITATIONS_PER_DAY: count(
    0,
    1_000_000,
    3_000,
    'Maximum of invitations that an organization mails per day, unless set-invitation-limit sets another number for it. A person who is not an administrator may cause a quarter of them',
  ),
  INVITATIONS_PER_DAY_OF_NEW_REALM: count(
    0,
    1_000_000,
    100,
    'The same maximum for an organization that is younger than a week',
  ),

  RATE_LIMIT_USER_PER_MINUTE: rate('600; 20000 outside production', 'Requests of one user per minute'),
  RATE_LIMIT_ADDRESS_PER_MINUTE: rate(
    '300; 20000 outside production',
    'Requests without credentials from one address per minute',
  ),
  RATE_LIMIT_FILES_PER_MINUTE: rate(
    '6000; 1000000 outside production',
    'Requests from one network per minute for files that everybody may load: parts of the web client, pictures of people, pages of the reference, health checks',
  ),
  RATE_LIMIT_AUTHENTICATION_PER_30_MINUTES: rate(
    '10; 1000 outside production',
    'Failed password attempts on one account from one network or one known device in 30 minutes',
  ),
  RATE_LIMIT_AUTHENTICATION_ACCOUNT_PER_30_MINUTES: rate(
    '50; 20000 outside production',
    'Failed password attempts on one account in 30 minutes, from all networks together; known devices of the account are not bound by it',
  ),
  RATE_LIMIT_AUTHENTICATION_ADDRESS_PER_30_MINUTES: rate(
    '100; 20000 outside production',
    'Failed password attempts from one network in 30 minutes, on all accounts together; also limits requested mails',
  ),
  MAX_BODY_BYTES: count(
    65_536,
    67_108_864,
    4_194_304,
    'Maximum of bytes of a request body that is not an upload; most endpoints take less, as much as their parameters need',
  ),
  MAX_BODY_BYTES_IN_FLIGHT: count(
    67_108_864,
    17_179_869_184,
    134_217_728,
    'Maximum of bytes of all request bodies that a gateway reads at the same time; further requests are answered 503',
  ),
  MAX_FILE_UPLOAD_SIZE_MIB: count(1, 10_240, 1024, 'Maximum of MiB of an uploaded file'),
  MAX_HISTORY_ARCHIVE_GIB: count(
    1,
    2048,
    20,
    'Maximum of GiB of an archive with which an owner brings the history of a new organization',
  ),
  REALM_UPLOAD_QUOTA_MIB: declare(integer(1, 1_000_000_000).optional(), {
    description: 'Maximum of MiB of all uploaded files of an organization',
    allowed: 'a whole number from 1 to 1000000000',
    derived: 'no limit',
  }),

  GRAVATAR: flag(true, 'Use gravatar.com for users without an avatar; otherwise this server draws one'),
  PROXY_EXTERNAL_MEDIA: flag(
    true,
    'Fetch the pictures and videos of other sites through this server, so that these sites do not see who looks at them',
  ),
  ALLOWED_PRIVATE_ADDRESSES: declare(networks.default([]), {
    description: 'Private addresses that requests to user-given URLs, such as outgoing webhooks, may reach',
    allowed: 'IP addresses or networks such as 10.1.0.0/16, separated by commas',
    derived: 'none',
  }),

  OPERATOR_PASSWORD: declare(z.string().min(16).max(1000).optional(), {
    description:
      'Password of the pages under /ops, for the user name operator; it belongs to the server, not to an organization',
    allowed: '16 to 1000 characters',
    secret: true,
    derived: 'generated once by `npm start`, kept in DATA_DIR/operator-password; none in production',
  }),
  BIG_BLUE_BUTTON_URL: declare(url('http:', 'https:').optional(), {
    description: 'BigBlueButton server for video calls, such as https://bbb.example.com/bigbluebutton/',
    allowed: 'an http or https URL, set together with BIG_BLUE_BUTTON_SECRET',
  }),
  BIG_BLUE_BUTTON_SECRET: declare(text.optional(), {
    description: 'Shared secret of the BigBlueButton server',
    allowed: 'a secret, set together with BIG_BLUE_BUTTON_URL',
    secret: true,
  }),

  ZOOM_CLIENT_ID: declare(text.optional(), {
    description:
      'Client id of the app at Zoom with which people start Zoom calls. Its redirect address is /calls/zoom/complete of each organization',
    allowed: 'the client id of an OAuth app, set together with ZOOM_CLIENT_SECRET',
  }),
  ZOOM_CLIENT_SECRET: declare(text.optional(), {
    description: 'Client secret of the app at Zoom',
    allowed: 'a secret, set together with ZOOM_CLIENT_ID',
    secret: true,
  }),
  ZOOM_URL: declare(url('http:', 'https:').default('https://zoom.us'), {
    description: 'Where people log in at Zoom',
    allowed: 'an http or https URL',
  }),
  ZOOM_API_URL: declare(url('http:', 'https:').default('https://api.zoom.us'), {
    description: 'The API of Zoom',
    allowed: 'an http or https URL',
  }),

  OTLP_ENDPOINT: declare(url('http:', 'https:').optional(), {
    description:
      'Receiver of traces (OpenTelemetry, OTLP over HTTP): each request with its statements, commands, jobs and mails. Without it nothing is traced, which costs nothing',
    allowed: 'an http or https URL, such as http://collector:4318',
  }),
  BACKUP_MARKER: declare(text.optional(), {
    description:
      'File that the backup touches when it has succeeded. A gateway that sees it missing or older than 26 hours shows an incident on /ops',
    allowed: 'a path',
  }),
  METRICS_TOKEN: declare(text.optional(), {
    description: 'When set, /metrics requires `Authorization: Bearer <token>`',
    allowed: 'any text',
    secret: true,
  }),
  SMTP_URL: declare(url('smtp:', 'smtps:').optional(), {
    description:
      'Mail server for outgoing mail, with port, user and password (percent-encoded); smtps:// uses TLS from the start. Without it, mails appear under /ops/mail in development and fail in production',
    allowed: 'an smtp:// or smtps:// URL',
    secret: true,
  }),
  SMTP_TLS: declare(z.enum(['required', 'offered', 'never']).optional(), {
    description:
      'STARTTLS for smtp:// servers. required: refuse plaintext; offered: TLS if available; never: no TLS',
    allowed: 'required, offered or never',
    derived: 'required when SMTP_URL has a password, else offered',
  }),
  SMTP_CONNECTIONS: count(1, 100, 4, 'Maximum of connections of one worker to the mail server'),
  SMTP_TIMEOUT_SECONDS: count(1, 600, 60, 'Seconds after which an attempt to send a mail fails'),
  MAIL_FROM: declare(
    z
      .string()
      .regex(/^(?:[^<>@\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/)
      .optional(),
    {
      description: 'Sender of outgoing mail; without a display name, the name of the organization is used',
      allowed: 'an address such as noreply@example.com or "Loquat <noreply@example.com>"',
      derived: 'noreply@<host of ROOT_URL>',
    },
  ),
  MAIL_REPLY_TO: declare(
    z
      .string()
      .regex(/^[^\s@<>]+@[^\s@<>]+$/)
      .optional(),
    {
      description: 'Reply-To address of outgoing mail; Loquat does not read replies',
      allowed: 'an address such as support@example.com',
    },
  ),
  MAIL_TEMPLATES_DIR: declare(text.optional(), {
    description:
      'Folder of mail templates; each file replaces the file of the same path in workers/mail/templates',
    allowed: 'a path',
  }),
  FCM_SERVICE_ACCOUNT_FILE: declare(text.optional(), {
    description:
      'Key of the Google service account that sends notifications to Android devices; only workers need it',
    allowed: 'a path of the JSON file that the Firebase console creates',
  }),
  FCM_URL: declare(url('http:', 'https:').default('https://fcm.googleapis.com'), {
    description: 'Address of the push service of Google',
    allowed: 'an http or https URL',
  }),
  APNS_KEY_FILE: declare(text.optional(), {
    description: 'Key that sends notifications to iOS devices; only workers need it',
    allowed: 'a path of the .p8 file that Apple provides, set together with APNS_KEY_ID and APNS_TEAM_ID',
  }),
  APNS_KEY_ID: declare(text.optional(), {
    description: 'Id of the key in APNS_KEY_FILE',
    allowed: 'a key id, set together with APNS_KEY_FILE and APNS_TEAM_ID',
  }),
  APNS_TEAM_ID: declare(text.optional(), {
    description: 'Apple team that the key belongs to',
    allowed: 'a team id, set together with APNS_KEY_FILE and APNS_KEY_ID',
  }),
  APNS_URL: declare(url('http:', 'https:').default('https://api.push.apple.com'), {
    description:
      'Address of the push service of Apple; https://api.sandbox.push.apple.com for apps in development',
    allowed: 'an http or https URL',
  }),
  VAPID_PUBLIC_KEY: declare(vapidKey(65).optional(), {
    description: 'Public key by which the push services of browsers know this server (Web Push)',
    allowed:
      'a P-256 point of 65 bytes in base64url, set together with the VAPID_PRIVATE_KEY that belongs to it',
    derived: 'generated once, kept in the database',
  }),
  VAPID_PRIVATE_KEY: declare(vapidKey(32).optional(), {
    description:
      'Private key of VAPID_PUBLIC_KEY. Another pair invalidates the subscriptions of all browsers',
    allowed: '32 bytes in base64url, set together with VAPID_PUBLIC_KEY',
    secret: true,
    derived: 'generated once, kept in the database',
  }),
  VAPID_SUBJECT: declare(url('https:', 'mailto:').optional(), {
    description: 'Address at which the operators of push services reach the operator of this server',
    allowed: 'an https or mailto URL',
    derived: 'ROOT_URL if it is https, otherwise the address of MAIL_FROM',
  }),
  S3_ENDPOINT: declare(url('http:', 'https:').optional(), {
    description: 'Address of the object store; needed when it is not Amazon S3',
    allowed: 'an http or https URL',
  }),
  S3_BUCKET: declare(
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
      .optional(),
    {
      description: 'Bucket for uploads; without it they are stored in DATA_DIR',
      allowed: 'a bucket name',
    },
  ),
  S3_REGION: declare(text.default('us-east-1'), {
    description: 'Region of the bucket',
    allowed: 'a region',
  }),
  S3_ACCESS_KEY_ID: declare(text.optional(), {
    description: 'Access key id at the object store',
    allowed: 'a key id, set together with S3_SECRET_ACCESS_KEY',
  }),
  S3_SECRET_ACCESS_KEY: declare(text.optional(), {
    description: 'Secret access key at the object store',
    allowed: 'a key, set together with S3_ACCESS_KEY_ID',
    secret: true,
  }),
  S3_FORCE_PATH_STYLE: flag(false, 'Put the bucket name in the path of the URL, as MinIO requires'),
  S3_SEND_CLIENTS: flag(
    false,
    'Redirect downloads to signed URLs of the object store instead of sending the bytes through the gateway',
  ),
})

export type VariableName = keyof typeof variables.shape

/** Returns the notes that a variable was declared with. */
export function notesOf(name: VariableName): VariableNotes {
  return variables.shape[name].meta() as VariableNotes
}
