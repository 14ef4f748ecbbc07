import { MAX_TROUBLE_TEXT, MAX_TROUBLES } from '../../../config/limits.ts'
import { cutText } from '../text/cut-text.ts'
import { maskAddresses } from '../text/mask-addresses.ts'
import { INCIDENTS, type IncidentName, sentenceOf } from './catalogue.ts'
import type { Trouble } from './incident.ts'
import type { Severity } from './kinds/severity.ts'

/** A sign of a fault. */
export interface Sign {
  readonly subject?: string
  readonly reason?: string
  readonly realm?: number | null
  /** Seconds for which the trouble lasts without another sign; default: `lastsSeconds` of its kind. */
  readonly lastsSeconds?: number
  /** Number of signs that this one stands for; default: 1. */
  readonly count?: number
  /** Unix milliseconds at which the fault began; default: at its first sign. */
  readonly since?: number
  /** Default: the usual severity of the kind. */
  readonly severity?: Severity | undefined
}

interface Kept extends Trouble {
  readonly until: number
}

/**
 * The faults that this process has noticed: at most MAX_TROUBLES, each with a short reason. A fault ends when
 * the process says so (`settle`), or some time after its newest sign.
 */
export class Troubles {
  readonly #kept = new Map<string, Kept>()
  readonly #noted = new WeakSet<object>()
  readonly #now: () => number
  /** Called when a fault begins and when it ends. */
  onChange: (trouble: Trouble, event: 'begins' | 'ends') => void = () => undefined

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Notes a sign of a fault. */
  note(name: IncidentName, sign: Sign = {}): void {
    const { subject = '', reason = '', realm = null, count = 1 } = sign
    const at = this.#now()
    this.#forgetOld(at)
    const shortSubject = shortened(subject)
    const key = keyOf(name, shortSubject)
    const former = this.#kept.get(key)
    if (former === undefined && this.#kept.size >= MAX_TROUBLES) this.#forgetOldest()
    const trouble: Kept = {
      name,
      subject: shortSubject,
      since: sign.since ?? former?.since ?? at,
      lastAt: at,
      count: (former?.count ?? 0) + count,
      reason: shortened(reason) || (former?.reason ?? ''),
      realm: realm ?? former?.realm ?? null,
      ...(sign.severity !== undefined && { severity: sign.severity }),
      until: at + (sign.lastsSeconds ?? INCIDENTS[name].lastsSeconds) * 1000,
    }
    this.#kept.set(key, trouble)
    if (former === undefined) this.onChange(trouble, 'begins')
  }

  /** Notes a sign that an error gives. `isNoted` tells later callers so. */
  noteError(name: IncidentName, error: unknown, sign: Sign = {}): void {
    if (typeof error === 'object' && error !== null) this.#noted.add(error)
    this.note(name, sign)
  }

  /** Whether an error is known as a sign of a fault. */
  isNoted(error: object): boolean {
    return this.#noted.has(error)
  }

  /**
   * The fault has ended. Without a subject: for all subjects. With `quietMs`: unless its newest sign is
   * younger than that.
   */
  settle(name: IncidentName, subject?: string, quietMs = 0): void {
    if (this.#kept.size === 0) return
    const wanted = subject === undefined ? undefined : shortened(subject)
    const now = this.#now()
    for (const [key, trouble] of this.#kept) {
      // A clock that was put back leaves signs of the future.
      const isQuiet = trouble.lastAt > now || now - trouble.lastAt >= quietMs
      if (trouble.name === name && isQuiet && (wanted === undefined || trouble.subject === wanted))
        this.#end(key)
    }
  }

  /** Whether the fault lasts, for any subject. */
  has(name: IncidentName): boolean {
    return this.current().some((trouble) => trouble.name === name)
  }

  /** The faults that last now. */
  current(): Trouble[] {
    this.#forgetOld(this.#now())
    return [...this.#kept.values()].map(({ until: _, ...trouble }) => trouble)
  }

  #forgetOld(now: number): void {
    for (const [key, { until }] of this.#kept) if (until < now) this.#end(key)
  }

  #forgetOldest(): void {
    const oldest = [...this.#kept].sort(([, a], [, b]) => a.lastAt - b.lastAt)[0]
    if (oldest !== undefined) this.#end(oldest[0])
  }

  #end(key: string): void {
    const trouble = this.#kept.get(key)
    if (trouble === undefined) return
    this.#kept.delete(key)
    this.onChange(trouble, 'ends')
  }
}

const keyOf = (name: IncidentName, subject: string): string => `${name} ${subject}`

/** Characters beyond the limit that are looked at: names in addresses may leave room for them. */
const LEFT_OUT = 80

/** The first line of a text, without addresses of people, as long as a fault may have it. */
export const shortened = (text: string): string => {
  // Cut first: looking for addresses in a long text takes long.
  const line = maskAddresses(
    text
      .slice(0, MAX_TROUBLE_TEXT + LEFT_OUT)
      .split('\n', 1)[0]!
      .trim(),
  )
  return cutText(line, MAX_TROUBLE_TEXT)
}

/** The log line for the beginning or the end of a fault. */
export const logOf = (trouble: Trouble) => ({
  incident: trouble.name,
  sentence: sentenceOf(trouble.name, trouble.subject, trouble.reason),
  ...(trouble.reason !== '' && { reason: trouble.reason }),
  ...(trouble.realm !== null && { realm: trouble.realm }),
  count: trouble.count,
})
