import { unknownHost } from './unknown-host.ts'

const RESTART_ALL =
  'They are in the environment of gateways and workers (with systemd: /etc/loquat/loquat.env). Restart these: `systemctl restart loquat-worker@1 loquat-gateway@9991`.'
const TRY_STORE = 'Try it: `npm run loquat -- doctor --only storage`.'

/** Postgres, Redis and the store of uploads. */
export const SERVER_KINDS = {
  'postgres-away': {
    severity: 'critical',
    lastsSeconds: 30,
    sentence: 'Postgres does not answer.',
    effect: 'Almost every request is answered 503. Open clients keep what they show.',
    remedy:
      'Look whether Postgres runs and whether this machine reaches it: `pg_isready -d "$DATABASE_URL"`. Its log says why it ended. Loquat connects again by itself.',
    cases: [
      ...unknownHost('Postgres', 'DATABASE_URL'),
      {
        reason: /ECONNREFUSED/,
        remedy:
          'Nothing accepts connections at this address: Postgres does not run, or DATABASE_URL is wrong. On its machine: `systemctl status postgresql`, then `systemctl start postgresql`. The end of its log says why it ended. Loquat connects again by itself.',
      },
    ],
  },
  'postgres-read-only': {
    severity: 'critical',
    lastsSeconds: 30,
    sentence: 'Postgres refuses every write.',
    effect: 'People read, and cannot send. /health/ready answers 503.',
    remedy:
      'Look whether DATABASE_URL leads to a standby, and at default_transaction_read_only: `ALTER DATABASE … RESET default_transaction_read_only`.',
    cases: [
      {
        reason: /it is a standby/,
        remedy:
          'DATABASE_URL leads to a standby, which only copies. Name the primary there, or both with `target_session_attrs=read-write`. If the primary is lost, promote the standby: `SELECT pg_promote()`.',
      },
      {
        reason: /set by database, in the database (?<database>\S+)/,
        remedy: `Somebody has set it for the whole database. Take it back on the machine of Postgres, as its user postgres and from another database, because this one refuses it: \`psql -d postgres -c "ALTER DATABASE {database} RESET default_transaction_read_only"\`.
Loquat goes on with its next connections. This makes them at once: \`psql -d postgres -c "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database}'"\`.`,
      },
      {
        reason: /set by (?:database )?user,/,
        remedy:
          'Somebody has set it for the role that Loquat uses. Take it back on the machine of Postgres, as its user postgres: `psql -d postgres -c "ALTER ROLE … RESET default_transaction_read_only"`, and restart gateways and workers.',
      },
      {
        reason: /set by configuration file/,
        remedy:
          'Its configuration file says default_transaction_read_only = on. Take the line out, and `SELECT pg_reload_conf()`.',
      },
    ],
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
    severities: ['warning'],
    lastsSeconds: 30,
    sentence: 'Statements wait for a lock in Postgres.',
    effect: 'Requests that need the locked rows or tables take long, and are then answered 503.',
    remedy:
      'The reason names the session that holds the lock. Let it finish, or end it: `SELECT pg_terminate_backend(pid)`. Open transactions of psql are the usual cause.',
    cases: [
      {
        reason: /process (?<number>\d+) of \S+ \(loquat,/,
        remedy:
          'A transaction of Loquat itself holds the lock, such as a migration or an import: wait. If it is older than some minutes, end it: `SELECT pg_terminate_backend({number})`. Its work is undone, and nothing else.',
      },
      {
        reason: /process (?<number>\d+)/,
        sentence: 'Statements wait for a lock in Postgres, which another program holds.',
        remedy:
          'Its transaction is still open: usually somebody has left one open in psql, or a script hangs. The reason names it.\n1. Let somebody end it there, with COMMIT or ROLLBACK.\n2. Or end its session, as the user postgres in psql: `SELECT pg_terminate_backend({number})`. Its changes since BEGIN are undone.',
      },
    ],
  },
  'postgres-slow': {
    severity: 'warning',
    severities: ['critical'],
    lastsSeconds: 30,
    sentence: 'Postgres answers slowly.',
    effect: 'Everything takes longer.',
    remedy:
      "Look at the load and the disk of its machine, and at its long and waiting statements: `SELECT pid, pg_blocking_pids(pid), wait_event_type, now() - query_start, query FROM pg_stat_activity WHERE state <> 'idle' ORDER BY 4 DESC`. End one with `SELECT pg_cancel_backend(pid)`.",
    cases: [
      {
        reason:
          /of which Postgres needed .*measured on (?<from>\S+), with Postgres on (?<host>localhost|127\.0\.0\.1|\[::1\])(?::\d+)?;/,
        sentence: 'Answers of Postgres arrive late.',
        effect: 'Everything takes longer. Postgres itself is quick: the time is lost before or behind it.',
        remedy: `Gateway and Postgres are both on {from}, so no network is between them.
1. On {from}: \`top\`. If its processors are busy, this is the reason: stop what uses them, or move gateways, workers or Postgres to another machine.
2. Otherwise look at the connection pooler or proxy that DATABASE_URL leads to. Measure through it: \`time psql "$DATABASE_URL" -c "SELECT 1"\`.`,
      },
      {
        reason:
          /of which Postgres needed .*measured on (?<from>\S+), with Postgres on (?<host>[^\s;]+?)(?::\d+)?(?:;|$)/,
        sentence: 'Answers of Postgres arrive late.',
        effect: 'Everything takes longer. Postgres itself is quick: the time is lost before or behind it.',
        remedy: `1. On {from}: \`top\`. If its processors are busy, this machine is the reason: stop what uses them, or move gateways to another machine.
2. On {from}: \`ping -c 5 {host}\`. If answers take as long as here, or are lost, the network is the reason.
3. On {host}: \`time psql -c "SELECT 1"\` as the user of Postgres. If this is slow, its machine is too busy to let Postgres run: \`top\`.
4. If all three are quick: look at the connection pooler or proxy that DATABASE_URL leads to. Measure through it on {from}: \`time psql "$DATABASE_URL" -c "SELECT 1"\`.`,
      },
      {
        reason: /process (?<number>\d+) of \S+ \(loquat/,
        remedy:
          'Postgres is busy with statements of Loquat. Look at the load and the disk of its machine (`top`, `iostat -x 1`), and whether it needs `ANALYZE` or more memory. End the longest statement with `SELECT pg_cancel_backend({number})`: one request fails, and the others go on.',
      },
      {
        reason: /process (?<number>\d+) of/,
        remedy:
          'A statement that is not of Loquat runs longest. Ask its owner, or end it: `SELECT pg_cancel_backend({number})`. Then look at the load and the disk of the machine of Postgres (`top`, `iostat -x 1`).',
      },
    ],
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
    sentence: '%s waits for connections to Postgres: all connections of its pool are in use.',
    effect: 'Requests at this process take longer.',
    remedy:
      'Look whether Postgres is slow or locked first. Otherwise raise DATABASE_POOL_SIZE, or start another {gateway|worker}.',
    cases: [
      {
        reason: /are being opened/,
        sentence: '%s waits for connections to Postgres: new ones open too slowly.',
        remedy:
          'Postgres, or a connection pooler before it, takes long to accept connections. Look at the load of its machine (`top`) and at its log, and measure it on the machine of this process: `time psql "$DATABASE_URL" -c "SELECT 1"`.',
      },
    ],
  },
  'redis-away': {
    severity: 'critical',
    lastsSeconds: 30,
    sentence: 'Redis does not answer.',
    effect:
      'Messages are stored and arrive after some seconds. Mails, notifications and other jobs wait. This page knows its own gateway only.',
    remedy:
      'Look whether Redis runs and whether this machine reaches it: `redis-cli -u "$REDIS_URL" ping`. Nothing is lost: Loquat repairs Redis from Postgres.',
    cases: [
      ...unknownHost('Redis', 'REDIS_URL'),
      {
        reason: /ECONNREFUSED/,
        remedy:
          'Nothing accepts connections at this address: Redis does not run, or REDIS_URL is wrong. On its machine: `systemctl status redis-server`, then `systemctl start redis-server`. The end of its log says why it ended. Nothing is lost: Loquat repairs Redis from Postgres.',
      },
    ],
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
        reason: /\bOOM\b.*; (?<used>\d+) MiB of maxmemory (?<most>\d+) MiB are in use/s,
        sentence: 'Redis refuses writes: its memory is full.',
        remedy:
          '1. Raise maxmemory from {most} MiB to well above {used} MiB, as far as its machine has room: `redis-cli -u "$REDIS_URL" CONFIG SET maxmemory …mb`, and the same in redis.conf.\n2. If other programs use this Redis, look what they keep there: `redis-cli -u "$REDIS_URL" --bigkeys`.\nNothing is lost: Loquat goes on by itself.',
      },
      {
        reason: /\bOOM\b/,
        sentence: 'Redis refuses writes: its memory is full.',
        remedy:
          'Raise maxmemory (`redis-cli -u "$REDIS_URL" CONFIG SET maxmemory 2gb`, and in redis.conf), or remove what other programs keep there (`redis-cli -u "$REDIS_URL" --bigkeys`). Nothing is lost: Loquat goes on by itself.',
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
    severities: ['critical'],
    lastsSeconds: 30,
    sentence: 'Redis answers slowly.',
    effect: 'Messages arrive late.',
    remedy:
      'Look at the load of its machine, at `redis-cli --latency` and at `SLOWLOG GET`. A disk that is busy with appendfsync always, swapping, and other programs at the same Redis are usual causes.',
    cases: [
      {
        reason: /slow commands? in the last minute, .* from (?<client>\S+:(?<port>\d+)) \(loquat\)/,
        sentence: 'Redis answers slowly: a slow command of Loquat keeps it from all others.',
        remedy:
          'Look at the load and the swapping of the machine of Redis (`top`): if it is busy, each command takes long. Otherwise report the command.',
      },
      {
        reason: /slow commands? in the last minute, .* from (?<client>\S+:(?<port>\d+))/,
        sentence: 'Redis answers slowly: a slow command of another program keeps it from all others.',
        remedy:
          '1. Find the program: `redis-cli -u "$REDIS_URL" CLIENT LIST` shows its name by the address {client}, and `ss -tnp sport = :{port}` its process on the machine that it comes from. It is none of Loquat, whose connections are named loquat.\n2. Stop it, or let it use another Redis. Ending its connection helps until it connects again: `redis-cli -u "$REDIS_URL" CLIENT KILL ADDR {client}`.',
      },
      {
        reason: /no slow command in its log/,
        sentence: 'Redis answers slowly, though it runs no slow command.',
        remedy:
          'Its machine, its disk or the network is too slow. Look at the load, the swapping and the disk of its machine (`top`, `iostat -x 1`; appendfsync always waits for the disk), and at the network: `redis-cli -u "$REDIS_URL" --latency`.',
      },
    ],
  },
  'storage-away': {
    severity: 'critical',
    lastsSeconds: 60,
    sentence: 'The store of uploaded files does not answer.',
    effect: 'Uploads, pictures and downloads fail. Messages go on.',
    remedy:
      'The reason names the host. Look whether the object store runs and whether S3_ENDPOINT is right: `npm run loquat -- doctor --only storage`.',
    cases: [
      ...unknownHost('the store of uploaded files', 'S3_ENDPOINT'),
      {
        reason: /^(?<endpoint>https?:\/\/[^\s,]+)[^:]*: .*it accepts connections$/,
        sentence: 'The store of uploaded files accepts connections, and does not answer.',
        remedy:
          'The object store hangs or is overloaded; the network is not the reason. Look at its log, and at the load and the disk of its machine (`top`, `iostat -x 1`), and restart it. Test it on this machine: `curl -m 5 -sSI {endpoint}`. A line with a status, such as 403, means that it answers again; a timeout means that it still hangs. Loquat goes on by itself.',
      },
      {
        reason: /^(?<endpoint>https?:\/\/[^\s,]+)[^:]*: .*(?:no connection within|EHOSTUNREACH|ENETUNREACH)/,
        sentence: 'The store of uploaded files cannot be reached.',
        remedy:
          'No connection is made: its machine is off, a firewall or a route is in the way, or S3_ENDPOINT is wrong. Test it on this machine: `curl -m 5 -sSI {endpoint}`. A line with a status, such as 403, means that it answers. Then test it on its own machine in the same way: if it answers there, the network is the reason. Loquat goes on by itself.',
      },
      {
        reason: /^(?<endpoint>https?:\/\/[^\s,]+)[^:]*: .*ECONNREFUSED/,
        sentence: 'The store of uploaded files does not run, or has another address.',
        remedy:
          'Its machine answers, and nothing accepts connections at this port: start the object store, or correct S3_ENDPOINT and restart gateways and workers. Test it on this machine: `curl -m 5 -sSI {endpoint}`. Loquat goes on by itself.',
      },
    ],
  },
  'storage-refused': {
    severity: 'critical',
    lastsSeconds: 60,
    sentence: 'The store of uploaded files refuses access.',
    effect: 'Uploads, pictures and downloads fail. Messages go on.',
    remedy:
      '1. If it worked before with the same settings, the key, its rights or the bucket have been changed at the object store: look there, and at its log.\n2. Otherwise compare S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_BUCKET with the object store, and the rights of the key with docs/storage.md. They are in the environment of gateways and workers (with systemd: /etc/loquat/loquat.env); restart these after a change.\n3. `npm run loquat -- doctor --only storage` tries writing, reading and deleting, and says which of them is refused.',
    cases: [
      {
        reason: /InvalidAccessKeyId|UserNotFound/,
        sentence: 'The store of uploaded files does not know the key of Loquat.',
        remedy: `The key of S3_ACCESS_KEY_ID was deleted or replaced at the object store, or it is mistyped.
1. Look at the object store whether it still exists. Otherwise make a new one there, with the rights of docs/storage.md.
2. Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY to it. ${RESTART_ALL}
3. ${TRY_STORE}`,
      },
      {
        reason: /SignatureDoesNotMatch/,
        sentence: 'The store of uploaded files refuses the secret of the key of Loquat.',
        remedy: `The store knows the key of S3_ACCESS_KEY_ID; S3_SECRET_ACCESS_KEY is not its secret, or was replaced there.
1. Set S3_SECRET_ACCESS_KEY to its secret; if nobody has it, make a new key at the object store. ${RESTART_ALL}
2. If the secret is right: a proxy before the store may change the request (S3_ENDPOINT, its Host header).
3. ${TRY_STORE}`,
      },
      {
        reason: /AccessDenied|AllAccessDisabled|AccountProblem/,
        sentence: 'The store of uploaded files denies the key of Loquat a right.',
        remedy: `The store accepts the key and its secret, and the key may not do this. Its policy, or that of the bucket, was changed.
1. Give the key at the object store the rights of docs/storage.md, for the bucket of S3_BUCKET. Loquat needs no restart.
2. ${TRY_STORE}`,
      },
      {
        reason: /NoSuchBucket/,
        sentence: 'The bucket of uploaded files does not exist.',
        remedy: `The object store has no bucket of the name in S3_BUCKET: somebody has deleted it, or S3_BUCKET or S3_ENDPOINT is wrong.
1. Look at the object store which buckets exist. Correct the settings. ${RESTART_ALL}
2. If it was deleted: make it again, and restore its files from a backup (docs/deploy.md).
3. ${TRY_STORE}`,
      },
      {
        reason: /RequestTimeTooSkewed/,
        sentence: 'The store of uploaded files refuses access, because a clock is wrong.',
        remedy:
          'The clock of this machine and that of the object store differ by too much. Look at both: `timedatectl`. Synchronize them: `timedatectl set-ntp true`.',
      },
    ],
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
