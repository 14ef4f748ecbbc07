import type { IncidentName } from './catalogue.ts'
import type { Trouble } from './incident.ts'

/** Faults of one kind that another fault explains. */
interface Explained {
  readonly because: readonly IncidentName[]
  /** Which subjects and reasons it explains; default: all. */
  readonly subject?: RegExp
  readonly reason?: RegExp
}

const POSTGRES: readonly IncidentName[] = [
  'postgres-away',
  'postgres-full',
  'postgres-connections',
  'postgres-locked',
  'postgres-slow',
]
const REDIS: readonly IncidentName[] = ['redis-away', 'redis-refuses', 'redis-slow']
const MAIL: readonly IncidentName[] = ['mail-unset', 'mail-refused', 'mail-silent', 'mail-deferred']
const MACHINE: readonly IncidentName[] = ['machine-busy']
const WORKER = /\bworker\b/
/** Another attempt fails in the same way, whatever works again. */
const NOT_INVALID = /^(?!.*data of job .* is invalid)/s

/** Faults that follow from others, while these last. The first one that lasts counts. */
const EXPLAINED: Partial<Record<IncidentName, readonly Explained[]>> = {
  'postgres-slow': [
    { because: ['postgres-away', 'postgres-locked'] },
    { because: MACHINE, reason: /of which Postgres needed/ },
  ],
  'postgres-connections': [{ because: ['postgres-locked'] }],
  'pool-exhausted': [{ because: [...POSTGRES, ...MACHINE] }],
  'redis-slow': [
    { because: ['redis-away', 'redis-refuses'] },
    { because: MACHINE, reason: /no slow command|\(loquat\)|^[^;]*$/ },
  ],
  'storage-slow': [{ because: ['storage-away', ...MACHINE] }],
  'loop-busy': [{ because: MACHINE }],
  'loop-blocked': [{ because: MACHINE }],
  'events-behind': [{ because: [...REDIS, ...POSTGRES, 'loop-busy'] }],
  'no-worker': [{ because: ['process-silent'] }],
  'process-silent': [{ because: ['job-crashes'], subject: WORKER }],
  'process-died': [{ because: ['job-crashes'], subject: WORKER }],
  'queue-stands': [
    { because: ['job-crashes', 'no-worker', ...POSTGRES, ...REDIS, 'process-silent', ...MACHINE] },
    { because: ['mail-silent', 'mail-slow', 'mail-deferred'], subject: /^(?:email|invitations)$/ },
    { because: ['push-failing'], subject: /^push$/ },
  ],
  'outbox-late': [{ because: ['no-worker', ...REDIS, ...POSTGRES, 'process-silent', ...MACHINE] }],
  'jobs-failed': [
    {
      because: MAIL,
      subject: /^(?:email|invitations)$/,
      reason: NOT_INVALID,
    },
    { because: ['push-failing', 'push-refused', 'push-limited'], subject: /^push$/, reason: NOT_INVALID },
  ],
  'job-fails': [
    {
      because: MAIL,
      subject: /^(?:email|invitations) /,
      reason: NOT_INVALID,
    },
    { because: ['push-failing', 'push-refused', 'push-limited'], subject: /^push /, reason: NOT_INVALID },
    { because: ['webhook-silent'], subject: /^webhooks /, reason: NOT_INVALID },
  ],
  'mail-slow': [{ because: ['mail-silent'] }],
}

/**
 * Whether the subjects fit. A worker that does not report explains that no worker runs; a gateway does not. A
 * machine explains what processes on it do, not those on others.
 */
function explains(cause: Trouble, effect: Trouble): boolean {
  if (cause.name === 'machine-busy') {
    const host = HOST.exec(`${effect.subject} ${effect.reason}`)?.[1]
    return host === undefined || host === cause.subject
  }
  return cause.name !== 'process-silent' || effect.name === 'process-silent' || WORKER.test(cause.subject)
}

/** The machine of a process, or the one on which something was measured. */
const HOST = /(?:with process number \d+|measured) on ([^\s,;]+)/

/**
 * The fault that explains another one, among the faults that last: its own cause, or the cause of that one.
 * Undefined for a fault that has no known cause.
 */
export function causeOf(trouble: Trouble, lasting: readonly Trouble[]): Trouble | undefined {
  let root: Trouble | undefined
  const seen = new Set<Trouble>([trouble])
  for (let next = directCause(trouble, lasting); next !== undefined; next = directCause(next, lasting)) {
    if (seen.has(next)) break
    seen.add(next)
    root = next
  }
  return root
}

function directCause(trouble: Trouble, lasting: readonly Trouble[]): Trouble | undefined {
  for (const { because, subject, reason } of EXPLAINED[trouble.name] ?? []) {
    if (subject?.test(trouble.subject) === false || reason?.test(trouble.reason) === false) continue
    for (const name of because) {
      const cause = lasting.find((each) => each.name === name && explains(each, trouble))
      if (cause !== undefined) return cause
    }
  }
  return undefined
}
