/** Postgres, Redis and the store of uploads. */
export const SERVER_KINDS = {
  'postgres-away': {
    severity: 'critical',
    lastsSeconds: 30,
    sentence: 'Postgres does not answer.',
    effect: 'Almost every request is answered 503. Open clients keep what they show.',
    remedy:
      'Look whether Postgres runs and whether this machine reaches it: `pg_isready -d "$DATABASE_URL"`. Its log says why it ended. Loquat connects again by itself.',
  },
  'postgres-read-only': {
    severity: 'critical',
    lastsSeconds: 30,
    sentence: 'Postgres refuses every write.',
    effect: 'People read, and cannot send. /health/ready answers 503.',
    remedy:
      'Look whether DATABASE_URL leads to a standby, and at default_transaction_read_only: `ALTER DATABASE … RESET default_transaction_read_only`.',
  },
  'postgres-full': {
    severity: 'critical',
    lastsSeconds: 60,
    sentence: 'The disk of Postgres is full.',
    effect: 'People read, and cannot send. /health/ready answers 503.',
    remedy:
      'Look at `df -h` on its machine and make room: remove old files that are not of Postgres, or enlarge the volume. Never delete files in pg_wal. Look whether archiving fails, because Postgres then keeps the WAL.',
  },
  'postgres-locked': {
    severity: 'critical',
    lastsSeconds: 30,
    sentence: 'Statements wait for a lock in Postgres.',
    effect: 'Requests that need the locked rows or tables take long, and are then answered 503.',
    remedy:
      'The reason names the session that holds the lock. Let it finish, or end it: `SELECT pg_terminate_backend(pid)`. Open transactions of psql are the usual cause.',
    cases: [
      {
        reason: /process (\d+)/,
        remedy:
          'A session of Postgres holds the lock. Let it finish, or end it: `SELECT pg_terminate_backend({number})`. Open transactions of psql are the usual cause.',
      },
    ],
  },
  'postgres-slow': {
    severity: 'warning',
    lastsSeconds: 30,
    sentence: 'Postgres answers slowly.',
    effect: 'Everything takes longer.',
    remedy:
      "Look at the load and the disk of its machine, and at its long and waiting statements: `SELECT pid, pg_blocking_pids(pid), wait_event_type, now() - query_start, query FROM pg_stat_activity WHERE state <> 'idle' ORDER BY 4 DESC`. End one with `SELECT pg_cancel_backend(pid)`.",
  },
  'postgres-connections': {
    severity: 'critical',
    lastsSeconds: 60,
    sentence: 'Postgres accepts no more connections.',
    effect: 'Requests that need another connection are answered 503.',
    remedy:
      'Look who has them: `SELECT usename, application_name, count(*) FROM pg_stat_activity GROUP BY 1, 2`. Raise max_connections, or lower DATABASE_POOL_SIZE: every gateway and worker needs as many.',
  },
  'pool-exhausted': {
    severity: 'warning',
    lastsSeconds: 30,
    sentence: '%s waits for connections to Postgres: its pool is in use.',
    effect: 'Requests at this process take longer.',
    remedy:
      'Look whether Postgres is slow or locked first. Otherwise raise DATABASE_POOL_SIZE, or start another gateway.',
  },
  'redis-away': {
    severity: 'critical',
    lastsSeconds: 30,
    sentence: 'Redis does not answer.',
    effect:
      'Messages are stored and arrive after some seconds. Mails, notifications and other jobs wait. This page knows its own gateway only.',
    remedy:
      'Look whether Redis runs and whether this machine reaches it: `redis-cli -u "$REDIS_URL" ping`. Nothing is lost: Loquat repairs Redis from Postgres.',
  },
  'redis-refuses': {
    severity: 'critical',
    lastsSeconds: 30,
    sentence: 'Redis refuses writes.',
    effect:
      'Messages are stored and arrive after some seconds. Mails, notifications and other jobs wait. Processes cannot report to this page.',
    remedy: 'Look at the reason and at the log of Redis. Nothing is lost: Loquat goes on by itself.',
    cases: [
      {
        reason: /\bOOM\b/,
        remedy:
          'Its memory is full (OOM): raise maxmemory, or remove what other programs keep there. Nothing is lost: Loquat goes on by itself.',
      },
      {
        reason: /\bMISCONF\b/,
        remedy:
          'It cannot store its data (MISCONF): usually its disk is full. Make room. Nothing is lost: Loquat goes on by itself.',
      },
      {
        reason: /\bREADONLY\b/,
        remedy:
          'REDIS_URL leads to a replica (READONLY): name the primary there. Nothing is lost: Loquat goes on by itself.',
      },
    ],
  },
  'redis-slow': {
    severity: 'warning',
    lastsSeconds: 30,
    sentence: 'Redis answers slowly.',
    effect: 'Messages arrive late.',
    remedy:
      'Look at the load of its machine, at `redis-cli --latency` and at `SLOWLOG GET`. A disk that is busy with appendfsync always, swapping, and other programs at the same Redis are usual causes.',
  },
  'storage-away': {
    severity: 'critical',
    lastsSeconds: 60,
    sentence: 'The store of uploaded files does not answer.',
    effect: 'Uploads, pictures and downloads fail. Messages go on.',
    remedy:
      'The reason names the host. Look whether the object store runs and whether S3_ENDPOINT is right: `npm run loquat -- doctor --only storage`.',
  },
  'storage-refused': {
    severity: 'critical',
    lastsSeconds: 60,
    sentence: 'The store of uploaded files refuses access.',
    effect: 'Uploads, pictures and downloads fail. Messages go on.',
    remedy:
      'Compare S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_BUCKET with the object store, and the rights of the key (docs/storage.md): `npm run loquat -- doctor --only storage`.',
  },
  'storage-slow': {
    severity: 'warning',
    lastsSeconds: 60,
    sentence: 'The store of uploaded files answers slowly.',
    effect: 'Uploads, pictures and downloads take long. Messages go on.',
    remedy: 'Look at the load of the object store or the disk, and at the network between them.',
  },
  'storage-full': {
    severity: 'critical',
    lastsSeconds: 60,
    sentence: 'The store of uploaded files is full.',
    effect: 'Uploads are refused. Messages go on.',
    remedy: 'Make room, or enlarge the volume or the quota of the bucket.',
  },
} as const
