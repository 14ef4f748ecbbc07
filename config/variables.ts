import { isIP } from 'node:net'
import { z } from 'zod'
import { DEFAULT_CONCURRENCY, QUEUES, queueConcurrency, queueList, queueRates } from './queues.ts'

/** What an operator is told about a variable, beside its default. */
export type VariableNotes = {
  description: string
  /** Completes "it must be …" in an error and "must be …" in `npm run config`. */
  allowed: string
  /** Its value is never printed. */
  secret?: true
  /** The default in words, when it depends on other variables. */
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

/** `https://chat.example.com`, or the same with a port or a trailing slash: nothing that a path could follow. */
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
  .transform((value) => value.split(',').map((one) => one.trim()))
  .refine((values) => values.every(isNetwork))

/** `true` for any, `false` for none. */
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
 * Every variable of the environment that Loquat reads: its type, default, permitted values and description,
 * declared here and nowhere else. `environment.ts` turns it into `Config`; `npm run config` prints it.
 */
export const variables = z.object({
  NODE_ENV: declare(z.enum(['development', 'production', 'test']).default('development'), {
    description:
      'development adds a demonstration organization and keys without passwords; production adds neither',
    allowed: 'development, production or test',
  }),
  PORT: count(
    0,
    65535,
    9991,
    'Port of the HTTP interface; all gateways of a machine share it. 0 picks a free one',
  ),
  HOST: declare(
    z
      .string()
      .regex(/^[\w.:%-]+$/)
      .optional(),
    {
      description: 'Address the gateways listen on',
      allowed: 'an IP address or a host name',
      derived: '0.0.0.0 when NODE_ENV is production, else 127.0.0.1: this machine alone',
    },
  ),
  ROOT_URL: declare(
    z
      .string()
      .refine(isOrigin)
      .transform((value) => new URL(value).origin)
      .optional(),
    {
      description: 'Where clients reach this server, as they spell it; goes into every link',
      allowed: 'an http or https URL without a path, and set when NODE_ENV is production',
      derived: 'http://localhost:<PORT>',
    },
  ),
  TRUST_PROXY: declare(trustedProxies.default(false), {
    description:
      "Take the client's address from CLIENT_ADDRESS_HEADER when one of these proxies sends the request; true: whoever sends it, so nobody else may reach the port",
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
        'Header in which the proxy of TRUST_PROXY says who it speaks for. The last address of its last line counts: the one that the proxy added',
      allowed: 'the name of a header, such as X-Real-IP',
    },
  ),
  DEVELOPMENT_KEYS_FOR_ALL: flag(
    false,
    'Development servers give every API key to whoever asks; without this only to callers on the same machine',
  ),
  DATA_DIR: declare(text.default('./var'), {
    description: 'Folder of the embedded servers, uploads and the generated secret key',
    allowed: 'a path',
  }),
  SECRET_KEY: declare(z.string().min(32).optional(), {
    description:
      'API keys and links are derived from it: changing it invalidates them all. The same for all processes',
    allowed: 'at least 32 characters, and set when NODE_ENV is production',
    secret: true,
    derived: 'generated once, kept in DATA_DIR/secret-key',
  }),
  LOG_LEVEL: declare(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'), {
    description: 'Least severe log line that is written',
    allowed: 'fatal, error, warn, info, debug, trace or silent',
  }),
  GATEWAYS: count(1, 64, 1, 'Gateway processes that `npm start` keeps running; one per core at most'),
  WORKERS: count(0, 64, 1, 'Worker processes that `npm start` keeps running'),
  WORKER_QUEUES: declare(queueList.default([...QUEUES]), {
    description: 'Queues whose jobs a worker process runs. Some worker must run each of them',
    allowed: `names of queues, separated by commas: ${QUEUES.join(', ')}`,
    derived: 'all of them',
  }),
  QUEUE_CONCURRENCY: declare(queueConcurrency.default({}), {
    description: 'How many jobs of a queue one worker process runs at the same time',
    allowed: 'queues with a number from 1 to 9999 each, such as email=5,push=20',
    derived: Object.entries(DEFAULT_CONCURRENCY)
      .map(([queue, number]) => `${queue}=${number}`)
      .join(','),
  }),
  QUEUE_RATE: declare(queueRates.default({}), {
    description: 'How many jobs of a queue all workers together begin in how many seconds; the others wait',
    allowed: 'queues with <jobs>/<seconds> each, such as email=100/60,push=1000/1',
    derived: 'no limit',
  }),

  DATABASE_URL: declare(url('postgres:', 'postgresql:').optional(), {
    description: 'Postgres 14 or newer; without it `npm start` runs its own',
    allowed: 'a postgres:// URL',
    secret: true,
    derived: 'an embedded Postgres in DATA_DIR',
  }),
  DATABASE_POOL_SIZE: count(2, 500, 10, 'Most Postgres connections of one process'),
  DATABASE_STATEMENT_TIMEOUT_MS: count(
    0,
    3_600_000,
    30_000,
    'Postgres cancels a statement of a request after this long; 0 never',
  ),
  REDIS_URL: declare(url('redis:', 'rediss:').optional(), {
    description:
      'Redis 6.2 or newer, or Valkey, with maxmemory-policy noeviction; without it `npm start` runs its own',
    allowed: 'a redis:// or rediss:// URL',
    secret: true,
    derived: 'an embedded Redis in DATA_DIR',
  }),

  EVENT_QUEUE_LIFETIME_SECONDS: count(1, 604_800, 600, 'An event queue not fetched for this long is dropped'),
  EVENT_QUEUES_PER_USER: count(
    1,
    1_000_000,
    200,
    'Most event queues of one user; with one more the oldest ends',
  ),
  EVENT_LOG_RETENTION_SECONDS: declare(integer(2, 1_209_600).default(900), {
    description: 'How long events are kept for queues that have not fetched them',
    allowed: 'a whole number from 2 to 1209600, greater than EVENT_QUEUE_LIFETIME_SECONDS',
  }),
  HEARTBEAT_SECONDS: count(
    1,
    3600,
    60,
    'A waiting client without events gets a heartbeat after at most this long',
  ),
  LONGPOLL_TIMEOUT_SECONDS: declare(integer(2, 7200).default(90), {
    description: 'What clients are told to wait for an answer to GET /events before they call it lost',
    allowed: 'a whole number from 2 to 7200, greater than HEARTBEAT_SECONDS',
  }),
  OPEN_REALM_CREATION: flag(
    false,
    'Anybody may create an organization, at /new; otherwise whoever has a link of `npm run loquat -- creation-link`',
  ),
  SESSION_DAYS: count(1, 365, 14, 'A browser that is not used for so many days has to log in again'),
  INVITATION_LINK_VALIDITY_MINUTES: count(
    1,
    5_256_000,
    14_400,
    'How long an invitation is valid when its sender does not say (10 days)',
  ),
  INVITATIONS_PER_DAY: count(
    0,
    1_000_000,
    3_000,
    'Most invitations that one organization mails in a day, unless set-invitation-limit has given it another number',
  ),
  INVITATIONS_PER_DAY_OF_NEW_REALM: count(
    0,
    1_000_000,
    100,
    'The same for an organization that is younger than a week',
  ),

  RATE_LIMIT_USER_PER_MINUTE: rate('600; 20000 outside production', 'Requests of one user'),
  RATE_LIMIT_ADDRESS_PER_MINUTE: rate(
    '300; 20000 outside production',
    'Requests without credentials from one address',
  ),
  RATE_LIMIT_AUTHENTICATION_PER_30_MINUTES: rate(
    '10; 1000 outside production',
    'Failed password attempts on one account',
  ),
  RATE_LIMIT_AUTHENTICATION_ADDRESS_PER_30_MINUTES: rate(
    '100; 20000 outside production',
    'Failed password attempts from one address, on whatever accounts; and as many mails asked for',
  ),
  MAX_BODY_BYTES: count(65_536, 67_108_864, 4_194_304, 'Largest request body that is not an upload'),
  MAX_BODY_BYTES_IN_FLIGHT: count(
    67_108_864,
    17_179_869_184,
    134_217_728,
    'What all request bodies that a gateway reads at the same time may take together; more are answered 503',
  ),
  MAX_FILE_UPLOAD_SIZE_MIB: count(1, 10_240, 25, 'Largest uploaded file'),
  REALM_UPLOAD_QUOTA_MIB: declare(integer(1, 1_000_000_000).optional(), {
    description: 'What the uploaded files of one organization may take together',
    allowed: 'a whole number from 1 to 1000000000',
    derived: 'no limit',
  }),

  GRAVATAR: flag(
    true,
    'Show what gravatar.com has for people without an avatar; otherwise this server draws something itself',
  ),
  PROXY_EXTERNAL_MEDIA: flag(
    true,
    'Pass on the pictures and films of other sites that messages show, so that these do not learn who looks at them',
  ),
  ALLOWED_PRIVATE_ADDRESSES: declare(networks.default([]), {
    description:
      'Addresses, not public, that outgoing webhooks and other requests to what users name may reach all the same',
    allowed: 'IP addresses or networks such as 10.1.0.0/16, separated by commas',
    derived: 'none',
  }),

  OPERATOR_PASSWORD: declare(z.string().min(16).max(1000).optional(), {
    description:
      'Opens the pages under /ops, to the user name operator; belongs to whoever runs the server, to no organization',
    allowed: '16 to 1000 characters',
    secret: true,
    derived: 'generated once by `npm start`, kept in DATA_DIR/operator-password; none in production',
  }),
  BIG_BLUE_BUTTON_URL: declare(url('http:', 'https:').optional(), {
    description: 'BigBlueButton server for video calls, such as https://bbb.example.com/bigbluebutton/',
    allowed: 'an http or https URL, set together with BIG_BLUE_BUTTON_SECRET',
  }),
  BIG_BLUE_BUTTON_SECRET: declare(text.optional(), {
    description: 'What that server calls its shared secret',
    allowed: 'a secret, set together with BIG_BLUE_BUTTON_URL',
    secret: true,
  }),

  METRICS_TOKEN: declare(text.optional(), {
    description: 'When set, /metrics (and nothing else) asks for `Authorization: Bearer <token>`',
    allowed: 'any text',
    secret: true,
  }),
  SMTP_URL: declare(url('smtp:', 'smtps:').optional(), {
    description:
      'Server that takes outgoing mail, with its port, and user and password where it asks for them (with % codes for what a URL does not allow); smtps is TLS from the beginning. Without it development keeps mails under /ops/mail, and production fails them',
    allowed: 'an smtp:// or smtps:// URL',
    secret: true,
  }),
  SMTP_TLS: declare(z.enum(['required', 'offered', 'never']).optional(), {
    description:
      'Whether an smtp:// server is spoken to without TLS (STARTTLS): required not at all, offered when it offers none, never always',
    allowed: 'required, offered or never',
    derived: 'required where SMTP_URL has a password, else offered',
  }),
  SMTP_CONNECTIONS: count(1, 100, 4, 'Most connections of one worker to the mail server'),
  SMTP_TIMEOUT_SECONDS: count(
    1,
    600,
    60,
    'How long one mail may take to be handed over before the attempt counts as failed',
  ),
  MAIL_FROM: declare(
    z
      .string()
      .regex(/^(?:[^<>@\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/)
      .optional(),
    {
      description:
        'Sender of outgoing mail; one without a name is shown with the name of the organization that writes',
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
      description: 'Where answers to mails go, when not to MAIL_FROM; nothing reads them here',
      allowed: 'an address such as support@example.com',
    },
  ),
  MAIL_TEMPLATES_DIR: declare(text.optional(), {
    description:
      'Folder of templates that take the place of those shipped in workers/mail/templates, file by file',
    allowed: 'a path',
  }),
  FCM_SERVICE_ACCOUNT_FILE: declare(text.optional(), {
    description: "Key of a Google service account, with which Android devices are notified. Workers' alone",
    allowed: 'a path of the JSON file that the Firebase console makes',
  }),
  FCM_URL: declare(url('http:', 'https:').default('https://fcm.googleapis.com'), {
    description: "Google's push service",
    allowed: 'an http or https URL',
  }),
  APNS_KEY_FILE: declare(text.optional(), {
    description: "Apple's key for its push service, with which iOS devices are notified. Workers' alone",
    allowed: 'a path of the .p8 file that Apple makes, set together with APNS_KEY_ID and APNS_TEAM_ID',
  }),
  APNS_KEY_ID: declare(text.optional(), {
    description: 'Name of that key',
    allowed: 'a key id, set together with APNS_KEY_FILE and APNS_TEAM_ID',
  }),
  APNS_TEAM_ID: declare(text.optional(), {
    description: 'Team of that key',
    allowed: 'a team id, set together with APNS_KEY_FILE and APNS_KEY_ID',
  }),
  APNS_URL: declare(url('http:', 'https:').default('https://api.push.apple.com'), {
    description: "Apple's push service; https://api.sandbox.push.apple.com for apps in development",
    allowed: 'an http or https URL',
  }),
  S3_ENDPOINT: declare(url('http:', 'https:').optional(), {
    description: "Object store, when it is not Amazon's",
    allowed: 'an http or https URL',
  }),
  S3_BUCKET: declare(
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
      .optional(),
    {
      description: 'Bucket for uploads; without it they are kept in DATA_DIR',
      allowed: 'a bucket name',
    },
  ),
  S3_REGION: declare(text.default('us-east-1'), {
    description: 'Region of the bucket',
    allowed: 'a region',
  }),
  S3_ACCESS_KEY_ID: declare(text.optional(), {
    description: 'Account at the object store',
    allowed: 'a key id, set together with S3_SECRET_ACCESS_KEY',
  }),
  S3_SECRET_ACCESS_KEY: declare(text.optional(), {
    description: 'Password of that account',
    allowed: 'a key, set together with S3_ACCESS_KEY_ID',
    secret: true,
  }),
  S3_FORCE_PATH_STYLE: flag(false, 'Put the bucket in the path of the URL, as MinIO wants it'),
  S3_SEND_CLIENTS: flag(
    false,
    'Redirect whoever may read a file to a signed URL of the object store, instead of passing its bytes on',
  ),
})

export type VariableName = keyof typeof variables.shape

/** The notes a variable was declared with. */
export function notesOf(name: VariableName): VariableNotes {
  return variables.shape[name].meta() as VariableNotes
}
