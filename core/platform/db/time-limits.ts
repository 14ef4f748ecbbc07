/**
 * Milliseconds that a transaction may wait for this process before Postgres ends it. Whoever writes holds up the other
 * writers of its organization, and a process that is frozen or cut off from the network must not do so for long. A busy
 * process pauses for tens of milliseconds between two statements; what is ended all the same runs again.
 */
export const MAX_IDLE_IN_TRANSACTION_MS = 1_000

/** The same for a transaction that holds up nobody: it reads one moment of the database, or writes what nobody sees. */
export const MAX_IDLE_APART_MS = 5 * 60_000

/** The same for migrations, whose locks hold up everybody: they pause only to read what the next one is. */
export const MAX_IDLE_MIGRATING_MS = 10_000

/** Milliseconds that a statement waits for a lock: longer than several frozen processes, one after the other, hold it. */
export const MAX_LOCK_WAIT_MS = 5_000

/** How often a transaction that Postgres has ended, through no fault of its own, runs in all. */
export const MAX_RUNS = 3

/** Milliseconds until a connection is given up that is not made. */
export const CONNECT_TIMEOUT_MS = 5_000

/** Milliseconds that a request waits for a free connection. */
export const ACQUIRE_TIMEOUT_MS = 30_000

/** Milliseconds that this process waits for an answer beyond the time limit of the statement: the network is lost. */
export const ANSWER_GRACE_MS = 5_000

/** Milliseconds after which each side gives up a connection whose other side is not there any more. */
const DEAD_PEER_MS = 10_000

/** What Postgres does for each of our connections, as options of its start. */
export const SESSION_OPTIONS = [
  'jit=off', // compiling a statement takes longer than it, whatever its estimated cost says
  `tcp_user_timeout=${DEAD_PEER_MS}`,
  'tcp_keepalives_idle=5',
  'tcp_keepalives_interval=2',
  'tcp_keepalives_count=3',
  // A statement that waits for a lock, or works, ends when nobody is there to hear of it.
  'client_connection_check_interval=1000',
]
  .map((option) => `-c ${option}`)
  .join(' ')
