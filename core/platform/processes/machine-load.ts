import { readdir, readFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** The processors of a machine, as one of its processes sees them. */
export interface MachineLoad {
  /** Number of processors that were in use on average since the former measurement, such as 1.8. */
  readonly used: number
  readonly processors: number
  /** Programs that run or want to run, averaged over a minute. */
  readonly wanted: number
  /** The programs that use most; absent while the machine is not overloaded. */
  readonly programs?: readonly BusyProgram[]
}

export interface BusyProgram {
  readonly name: string
  readonly pid: number
  /** Number of processors that it uses. */
  readonly used: number
}

/** The share of an overloaded machine's processors that is in use, at least. */
const FULL_SHARE = 0.95
/** The programs that run or want to run on each processor of an overloaded machine, at least. */
const MANY_WANTED = 1.5
/** Programs are counted over this time, and not more often than this. */
const SAMPLE_MS = 1_000
const FRESH_MS = 20_000
/** Programs that are looked at, and named. */
const MOST_LOOKED_AT = 4_000
const MOST_NAMED = 3
/** Clock ticks of Linux in a second. */
const TICKS = 100

/** Measures the processors of this machine. */
export class MachineMeter {
  #former = times()
  #programs: { readonly at: number; readonly list: readonly BusyProgram[] } | undefined
  #isLooking = false

  /**
   * `isLate`: this process gets too little of the processors, so the programs that use most are looked for.
   */
  take(isLate: boolean): MachineLoad {
    const now = times()
    const [busy, total] = [now.busy - this.#former.busy, now.total - this.#former.total]
    this.#former = now
    const { processors } = now
    const load = {
      used: total <= 0 ? 0 : (processors * busy) / total,
      processors,
      wanted: loadavg()[0] ?? 0,
    }
    if (!isLate || !isOverloaded(load)) return load
    void this.#look()
    return this.#programs === undefined ? load : { ...load, programs: this.#programs.list }
  }

  async #look(): Promise<void> {
    if (this.#isLooking || performance.now() - (this.#programs?.at ?? Number.NEGATIVE_INFINITY) < FRESH_MS)
      return
    this.#isLooking = true
    try {
      this.#programs = { list: await busiestPrograms(MOST_NAMED), at: performance.now() }
    } catch {
      // not Linux
    } finally {
      this.#isLooking = false
    }
  }
}

export const isOverloaded = ({ used, processors, wanted }: MachineLoad): boolean =>
  used >= FULL_SHARE * processors && wanted >= MANY_WANTED * processors

/**
 * The programs of this machine, or of this container, that use most of its processors. Rejects without /proc.
 */
export async function busiestPrograms(most: number, sampleMs = SAMPLE_MS): Promise<BusyProgram[]> {
  const before = await ticksOfAll()
  const begunAt = performance.now()
  await sleep(sampleMs, undefined, { ref: false })
  const after = await ticksOfAll()
  const seconds = (performance.now() - begunAt) / 1000
  return [...after]
    .map(([pid, { name, ticks }]) => ({
      ...{ name, pid },
      used: Math.max(0, ticks - (before.get(pid)?.ticks ?? ticks)) / TICKS / seconds,
    }))
    .sort((a, b) => b.used - a.used)
    .slice(0, most)
    .filter(({ used }) => used >= 0.05)
}

/** Name and used ticks of each process, by its number. */
async function ticksOfAll(): Promise<Map<number, { readonly name: string; readonly ticks: number }>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).slice(0, MOST_LOOKED_AT)
  const found = new Map<number, { name: string; ticks: number }>()
  for (const pid of pids) {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    // The name, in brackets, may have any characters. proc(5): utime and stime are the fields 14 and 15.
    const end = text.lastIndexOf(')')
    if (end === -1) continue
    const fields = text.slice(end + 2).split(' ')
    const name = text
      .slice(text.indexOf('(') + 1, end)
      .replace(/[^\w./:+-]/g, ' ')
      .trim()
    found.set(Number(pid), { name, ticks: Number(fields[11]) + Number(fields[12]) })
  }
  return found
}

/** Milliseconds of all processors since the start of the machine. */
function times(): { readonly busy: number; readonly total: number; readonly processors: number } {
  const all = cpus()
  const sum = (of: (each: (typeof all)[number]['times']) => number) =>
    all.reduce((total, { times: each }) => total + of(each), 0)
  const idle = sum((each) => each.idle)
  const total = sum((each) => each.user + each.nice + each.sys + each.irq + each.idle)
  return { busy: total - idle, total, processors: Math.max(1, all.length) }
}
