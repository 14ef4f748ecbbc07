/**
 * Milliseconds that a transaction may be idle before Postgres ends it. A writer blocks the other writers of
 * its organization, so a process that is frozen or cut off from the network must not keep its locks. A busy
 * process pauses for tens of milliseconds between statements. A transaction that was ended runs again.
 */
export const MAX_IDLE_IN_TRANSACTION_MS = 1_000

/**
 * The same limit for transactions that block nobody: snapshots, and imports into an unreachable organization.
 */
export const MAX_IDLE_NON_BLOCKING_MS = 5 * 60_000

/**
 * The same limit for migrations. Their locks block everybody, and they pause only to load the next migration.
 */
export const MAX_IDLE_MIGRATING_MS = 10_000

/**
 * Milliseconds that a statement waits for a lock: longer than several frozen processes can hold it one after
 * another.
 */
export const MAX_LOCK_WAIT_MS = 5_000

/**
 * Milliseconds after which a transaction over a slow network gives up the log that it has locked, unless it
 * has come to COMMIT. Others of the organization wait for it, and may use a quicker network.
 */
export const MAX_SLOW_LOCK_MS = 2_500

/**
 * Milliseconds that this process waits for the answer to a statement of a long transaction, which Postgres
 * does not end.
 */
export const MAX_LONG_MS = 86_400_000

/** Most attempts of a transaction that Postgres aborts for a temporary reason. */
export const MAX_RUNS = 3

/** Milliseconds until an attempt to connect fails. */
export const CONNECT_TIMEOUT_MS = 5_000

/** Milliseconds until an attempt to connect to a replica fails. The primary answers meanwhile. */
export const REPLICA_CONNECT_TIMEOUT_MS = 1_000

/** Milliseconds that a read waits until a replica has told its position. */
export const REPLICA_ANSWER_MS = 1_000

/** Milliseconds that a read then waits for its result from a replica, before the primary repeats it. */
export const REPLICA_READ_MS = 6_000

/** Milliseconds that a long read, such as an export, waits until a replica has everything. */
export const REPLICA_CATCH_UP_MS = 10_000

/** Time between two attempts to use a replica again that has failed. */
export const REPLICA_PROBE_MS = 1_000

/** Milliseconds that a request waits for a free connection. */
export const ACQUIRE_TIMEOUT_MS = 30_000

/**
 * Milliseconds beyond a statement's time limit after which this process treats the network connection as
 * lost.
 */
export const ANSWER_GRACE_MS = 5_000

/** Milliseconds after which each side closes a connection whose other side does not respond. */
const DEAD_PEER_MS = 10_000

/** Postgres settings of each connection, as start-up options. */
export const SESSION_OPTIONS = [
  'jit=off', // compiling a statement takes longer than running it
  // Statements name their index, so that one plan serves all values. Otherwise Postgres plans many of them at
  // each run.
  'plan_cache_mode=force_generic_plan',
  `tcp_user_timeout=${DEAD_PEER_MS}`,
  'tcp_keepalives_idle=5',
  'tcp_keepalives_interval=2',
  'tcp_keepalives_count=3',
  // Postgres ends a statement when its client is gone.
  'client_connection_check_interval=1000',
]
  .map((option) => `-c ${option}`)
  .join(' ')
