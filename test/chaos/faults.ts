import type { Random } from './random.ts'

/** A planned fault. The seed determines all of it. */
export interface Fault<Name extends string> {
  readonly atMs: number
  readonly name: Name
  /** Chooses the gateway, worker or server, or the share of clients that the fault affects. */
  readonly index: number
  /** Duration of the fault, or the time until a process that ended starts again. */
  readonly forMs: number
}

/** How often a fault is planned in relation to others, and how long it lasts. */
export interface FaultKind {
  readonly weight: number
  /** The shortest and the longest duration in milliseconds. Default: up to 1.5 seconds. */
  readonly lastsMs?: readonly [shortest: number, longest: number]
}

/** A time at which Redis lost data, in Unix milliseconds. */
export interface Loss {
  readonly at: number
  /** The end of a time in which Redis accepted writes and lost them. Default: `at`. */
  until?: number
  /** Whether Redis lost everything, and not only the last second. */
  readonly isEmpty: boolean
}

/** Plans faults for the given duration, on average one every `everyMs`. */
export function planFaults<Name extends string>(
  random: Random,
  kinds: Readonly<Record<Name, FaultKind>>,
  options: {
    readonly durationMs: number
    readonly everyMs: number
    readonly only?: readonly Name[]
    /** Bounds how long a fault lasts. */
    readonly maxMs?: number
    /** The index of all faults. Default: the seed chooses. */
    readonly index?: number
  },
): Fault<Name>[] {
  const {
    durationMs,
    everyMs,
    only = Object.keys(kinds) as Name[],
    maxMs = Number.POSITIVE_INFINITY,
  } = options
  const weights = Object.fromEntries(only.map((name) => [name, kinds[name].weight])) as Record<Name, number>
  const plan: Fault<Name>[] = []
  for (let atMs = everyMs; atMs < durationMs; atMs += random.int(everyMs / 4, everyMs * 1.75)) {
    const name = random.weighted(weights)
    const [shortest, longest] = kinds[name].lastsMs ?? [0, 1_500]
    const index = options.index ?? random.int(0, 59)
    plan.push({ atMs, name, index, forMs: Math.min(random.int(shortest, longest), maxMs) })
  }
  return plan
}

/** The names of faults that do not exist. */
export const unknownFaults = (names: readonly string[], kinds: Readonly<Record<string, FaultKind>>) =>
  names.filter((name) => !(name in kinds))
