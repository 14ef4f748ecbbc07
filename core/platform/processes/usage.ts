import { MAX_COUNTED_ORGANIZATIONS, MAX_COUNTED_SERIES } from '../../../config/limits.ts'

/** An organization's use of a process. `writes`: transactions that wrote to Postgres. */
export const RESOURCES = ['requests', 'sends', 'deliveries', 'writes', 'jobs'] as const
export type Resource = (typeof RESOURCES)[number]

/** The use of one organization: its number, then a count for each of `RESOURCES`. */
export type UsageRow = readonly [realm: number, ...counts: number[]]

const SLICE_MS = 10_000
const SLICES = 6
/** Organizations that a report names for each resource. */
const NAMED = 20
/** The number in the row of all organizations that have none of their own. No organization has it. */
export const OTHERS = 0

interface Slice {
  readonly number: number
  readonly counts: Map<number, Float64Array>
}

/**
 * Counts each organization's use of this process, and the work of the process in all. A count costs one
 * look-up in a map. It remembers the last minute, of at most MAX_COUNTED_ORGANIZATIONS organizations in ten
 * seconds.
 */
export class Usage {
  /** Counts since the process started, by the names of `core/platform/series/names.ts`. */
  readonly totals = new Map<string, number>()
  readonly #slices: Slice[] = []

  /** Counts for an organization, and in the total of the resource. */
  count(realm: number, resource: Resource, number = 1): void {
    this.add(resource, number)
    const { counts: all } = this.#current()
    const counted = all.has(realm) || all.size < MAX_COUNTED_ORGANIZATIONS ? realm : OTHERS
    let counts = all.get(counted)
    if (counts === undefined) {
      counts = new Float64Array(RESOURCES.length)
      all.set(counted, counts)
    }
    counts[RESOURCES.indexOf(resource)]! += number
  }

  /** Adds to a total. Ignores new names beyond MAX_COUNTED_SERIES. */
  add(name: string, number = 1): void {
    const before = this.totals.get(name)
    if (before === undefined && this.totals.size >= MAX_COUNTED_SERIES) return
    this.totals.set(name, (before ?? 0) + number)
  }

  /**
   * The organizations that used most of any resource in the last minute, and what all others used together
   * (OTHERS).
   */
  ofLastMinute(): UsageRow[] {
    const oldest = Math.floor(Date.now() / SLICE_MS) - SLICES
    const sums = new Map<number, number[]>()
    for (const { number, counts } of this.#slices) {
      if (number <= oldest) continue
      for (const [realm, each] of counts) {
        const sum = sums.get(realm) ?? RESOURCES.map(() => 0)
        sums.set(realm, sum)
        for (let index = 0; index < sum.length; index++) sum[index]! += each[index]!
      }
    }
    const named = new Set<number>()
    for (const index of RESOURCES.keys()) {
      const most = [...sums]
        .filter(([realm, sum]) => realm !== OTHERS && sum[index]! > 0)
        .sort(([, a], [, b]) => b[index]! - a[index]!)
      for (const [realm] of most.slice(0, NAMED)) named.add(realm)
    }
    const others = RESOURCES.map(() => 0)
    for (const [realm, sum] of sums)
      if (!named.has(realm)) for (const [index, count] of sum.entries()) others[index]! += count
    const rows = [...named].map((realm): UsageRow => [realm, ...sums.get(realm)!])
    return others.some((count) => count > 0) ? [...rows, [OTHERS, ...others]] : rows
  }

  #current(): Slice {
    const number = Math.floor(Date.now() / SLICE_MS)
    const newest = this.#slices.at(-1)
    if (newest?.number === number) return newest
    const slice = { number, counts: new Map<number, Float64Array>() }
    this.#slices.push(slice)
    if (this.#slices.length > SLICES + 1) this.#slices.shift()
    return slice
  }
}
