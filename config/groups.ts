import type { VariableName } from './variables.ts'

/** Settings that belong together. */
export interface SettingGroup {
  readonly title: string
  readonly names: readonly VariableName[]
}

/** Every setting, in one group each. The first group has the ten that a server for people needs. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    title: 'The ten that matter most',
    names: [
      'NODE_ENV',
      'ROOT_URL',
      'SECRET_KEY',
      'DATABASE_URL',
      'REDIS_URL',
      'TRUST_PROXY',
      'SMTP_URL',
      'MAIL_FROM',
      'S3_BUCKET',
      'OPERATOR_PASSWORD',
    ],
  },
  {
    title: 'Network',
    names: [
      'HOST',
      'PORT',
      'HSTS_SECONDS',
      'UWS_BINARY',
      'CLIENT_ADDRESS_HEADER',
      'ALLOWED_PRIVATE_ADDRESSES',
      'PROXY_EXTERNAL_MEDIA',
      'GRAVATAR',
    ],
  },
  {
    title: 'Processes',
    names: [
      'GATEWAYS',
      'WORKERS',
      'DRAIN_SECONDS',
      'WORKER_QUEUES',
      'QUEUE_CONCURRENCY',
      'QUEUE_RATE',
      'DATABASE_POOL_SIZE',
      'DATABASE_STATEMENT_TIMEOUT_MS',
      'DATABASE_REPLICA_URLS',
      'MESSAGE_CACHE_MB',
      'FILE_CACHE_MB',
      'ORGANIZATION_IDLE_SECONDS',
      'DATA_DIR',
      'LOG_LEVEL',
      'METRICS_TOKEN',
      'OTLP_ENDPOINT',
      'BACKUP_MARKER',
    ],
  },
  {
    title: 'Events',
    names: [
      'EVENT_QUEUE_LIFETIME_SECONDS',
      'EVENT_QUEUES_PER_USER',
      'EVENT_LOG_RETENTION_SECONDS',
      'HEARTBEAT_SECONDS',
      'LONGPOLL_TIMEOUT_SECONDS',
    ],
  },
  {
    title: 'Accounts and organizations',
    names: [
      'OPEN_REALM_CREATION',
      'SESSION_DAYS',
      'OPENID_PROVIDERS',
      'LOG_IN_PROVIDERS',
      'INVITATION_LINK_VALIDITY_MINUTES',
      'INVITATIONS_PER_DAY',
      'INVITATIONS_PER_DAY_OF_NEW_REALM',
      'AUDIT_LOG_DAYS',
      'DEVELOPMENT_KEYS_FOR_ALL',
    ],
  },
  {
    title: 'Limits',
    names: [
      'RATE_LIMIT_USER_PER_MINUTE',
      'RATE_LIMIT_ADDRESS_PER_MINUTE',
      'RATE_LIMIT_FILES_PER_MINUTE',
      'RATE_LIMIT_AUTHENTICATION_PER_30_MINUTES',
      'RATE_LIMIT_AUTHENTICATION_ACCOUNT_PER_30_MINUTES',
      'RATE_LIMIT_AUTHENTICATION_ADDRESS_PER_30_MINUTES',
      'MAX_BODY_BYTES',
      'MAX_BODY_BYTES_IN_FLIGHT',
      'MAX_FILE_UPLOAD_SIZE_MIB',
      'MAX_HISTORY_ARCHIVE_GIB',
      'REALM_UPLOAD_QUOTA_MIB',
    ],
  },
  {
    title: 'Mail',
    names: ['SMTP_TLS', 'SMTP_CONNECTIONS', 'SMTP_TIMEOUT_SECONDS', 'MAIL_REPLY_TO', 'MAIL_TEMPLATES_DIR'],
  },
  {
    title: 'Uploads in an object store',
    names: [
      'S3_ENDPOINT',
      'S3_REGION',
      'S3_ACCESS_KEY_ID',
      'S3_SECRET_ACCESS_KEY',
      'S3_FORCE_PATH_STYLE',
      'S3_SEND_CLIENTS',
    ],
  },
  {
    title: 'Push notifications',
    names: [
      'FCM_SERVICE_ACCOUNT_FILE',
      'FCM_URL',
      'APNS_KEY_FILE',
      'APNS_KEY_ID',
      'APNS_TEAM_ID',
      'APNS_URL',
      'VAPID_PUBLIC_KEY',
      'VAPID_PRIVATE_KEY',
      'VAPID_SUBJECT',
    ],
  },
  {
    title: 'Video calls',
    names: [
      'BIG_BLUE_BUTTON_URL',
      'BIG_BLUE_BUTTON_SECRET',
      'ZOOM_CLIENT_ID',
      'ZOOM_CLIENT_SECRET',
      'ZOOM_URL',
      'ZOOM_API_URL',
    ],
  },
]
