import { statement } from '../../../core/platform/db/statements/statement.ts'
import { cutText } from '../../../core/platform/text/cut-text.ts'

/** Less than this share of the time of an answer was spent in Postgres: the rest was on the way. */
const ON_THE_WAY = 0.2
const MAX_QUERY = 70

/** What Postgres does: statements that run, most of their waits, and the one that runs longest. */
export interface Activity {
  /** Statements that run, but for this one. */
  readonly running: number
  /** Those that use the processor: they wait for nothing. */
  readonly computing: number
  /** What most of the others wait for, such as `IO DataFileRead`. */
  readonly wait: string | null
  readonly pid: number | null
  readonly role: string | null
  readonly application: string | null
  readonly address: string | null
  readonly seconds: number | null
  readonly query: string | null
}

export const DIAGNOSE = statement(
  'incidents.diagnose',
  `WITH running AS (
     SELECT pid, usename, application_name, client_addr, query_start, wait_event_type, wait_event, query
     FROM pg_stat_activity
     WHERE state = 'active' AND backend_type = 'client backend' AND pid <> pg_backend_pid()
   ), longest AS (
     SELECT * FROM running ORDER BY query_start LIMIT 1
   )
   SELECT (SELECT count(*)::int FROM running) AS running,
     (SELECT count(*)::int FROM running WHERE wait_event IS NULL) AS computing,
     (SELECT wait_event_type || ' ' || wait_event FROM running WHERE wait_event IS NOT NULL
      GROUP BY 1 ORDER BY count(*) DESC LIMIT 1) AS wait,
     (SELECT pid FROM longest) AS pid, (SELECT usename FROM longest) AS role,
     (SELECT application_name FROM longest) AS application, (SELECT host(client_addr) FROM longest) AS address,
     (SELECT extract(epoch FROM clock_timestamp() - query_start)::float8 FROM longest) AS seconds,
     (SELECT left(query, 1000) FROM longest) AS query`,
)

interface Slowness {
  /** Milliseconds until the answer, and those of them that Postgres has needed. */
  readonly tookMs: number
  readonly ownMs: number
  /** Loquat's statements that run long. */
  readonly late: number
  readonly activity: Activity | undefined
  /** The machine that has measured it, and the host of Postgres with its port. */
  readonly from: string
  /** Processes that want to run on that machine, and its processors. */
  readonly load: { readonly wanted: number; readonly processors: number }
  readonly to: string
}

/** Why Postgres is slow, in one sentence. */
export function slowness({ tookMs, ownMs, late, activity, from, load, to }: Slowness): string {
  const took = (tookMs / 1000).toFixed(1)
  if (late === 0 && ownMs < tookMs * ON_THE_WAY)
    return `an answer took ${took} s, of which Postgres needed ${Math.round(ownMs)} ms; measured on ${from}, with Postgres on ${to}; the load of ${from} is ${load.wanted.toFixed(1)} on ${load.processors} processors`
  const { running = 0, computing = 0, wait = null, pid = null } = activity ?? {}
  if (activity === undefined || running === 0 || pid === null) return `an answer took ${took} s`
  const busy =
    wait === null || computing * 2 >= running
      ? `${running} statements run, and ${computing} of them use the processor`
      : `${running} statements run, and most of them wait for ${wait}`
  const what = late === 0 ? `an answer took ${took} s` : `${late} statements of Loquat take long`
  return `${what}; ${busy}; ${longest(activity)}`
}

function longest({ pid, role, application, address, seconds, query }: Activity): string {
  const who = [application || undefined, address ?? undefined].filter((each) => each !== undefined)
  return `the longest runs for ${Math.round(seconds ?? 0)} s: process ${pid} of ${role ?? '?'} (${who.join(', ') || 'no name'}): ${shortened(query ?? '')}`
}

/** The beginning of a statement in one line, without its literals, which may be of people. */
export function shortened(query: string): string {
  const line = query
    .replace(/--[^\n]*/g, ' ')
    .replace(/'(?:[^']|'')*'?/g, "'…'")
    .replace(/\$(\w*)\$.*?(?:\$\1\$|$)/gs, "'…'")
    .replace(/\s+/g, ' ')
    .trim()
  return cutText(line, MAX_QUERY)
}
