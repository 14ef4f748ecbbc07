import { readdirSync, readFileSync } from 'node:fs'

/** Processor time of one process. */
export interface ProcessUse {
  readonly pid: number
  /** A short name, such as `gateway` or `postgres: walwriter`. */
  readonly name: string
  /** Milliseconds of processor time since its start. */
  readonly processorMs: number
}

/** Returns a process and all its descendants, the parent first. Processes that end meanwhile are left out. */
export function processTree(root: number): ProcessUse[] {
  const children = new Map<number, number[]>()
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry)
    const parent = Number.isInteger(pid) ? statOf(pid)?.parent : undefined
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid])
  }
  const pids = [root]
  for (const pid of pids) pids.push(...(children.get(pid) ?? []))
  return pids.flatMap((pid) => {
    const stat = statOf(pid)
    return stat === undefined ? [] : [{ pid, name: nameOf(pid), processorMs: stat.processorMs }]
  })
}

/** Proportional memory of a process in MiB: its own pages, and its share of those that it shares. */
export function proportionalMib(pid: number): number {
  const text = read(`/proc/${pid}/smaps_rollup`)
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024
}

/**
 * Milliseconds of processor time by group of processes, between two readings. Counts processes that began
 * meanwhile.
 */
export function processorBetween(
  before: readonly ProcessUse[],
  after: readonly ProcessUse[],
  groupOf: (name: string) => string,
): Map<string, number> {
  const former = new Map(before.map(({ pid, processorMs }) => [pid, processorMs]))
  const groups = new Map<string, number>()
  for (const { pid, name, processorMs } of after) {
    const group = groupOf(name)
    groups.set(group, (groups.get(group) ?? 0) + processorMs - (former.get(pid) ?? 0))
  }
  return groups
}

/** Names all processes of Postgres `postgres`, for `processorBetween`. */
export const serverOf = (name: string): string => (name.startsWith('postgres') ? 'postgres' : name)

/** Milliseconds of processor time of the ended children of a process, in steps of 10. */
export function endedChildrenMs(pid: number): number {
  const fields = fieldsOf(pid)
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * TICK_MS
}

/** Linux counts a process's time in hundredths of a second, and a living thread's time in nanoseconds. */
const TICK_MS = 10

function threadsMs(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map((thread) => Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]) / 1e6)
      .reduce((sum, milliseconds) => sum + milliseconds, 0)
  } catch {
    return 0 // the process has ended
  }
}

/** The fields of `/proc/PID/stat` from the third on; none when the process has ended. */
const fieldsOf = (pid: number): string[] => read(`/proc/${pid}/stat`).split(') ').at(-1)!.split(' ')

function statOf(pid: number): { parent: number; processorMs: number } | undefined {
  const fields = fieldsOf(pid)
  if (fields.length < 14) return undefined
  // Threads that have ended are in the ticks alone.
  const ticks = (Number(fields[11]) + Number(fields[12])) * TICK_MS
  return { parent: Number(fields[1]), processorMs: Math.max(ticks, threadsMs(pid)) }
}

function nameOf(pid: number): string {
  const line = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim()
  const script = /(gateway|workers|cli)\/(?:main|start)\.js/.exec(line)?.[1]
  if (script !== undefined) return { gateway: 'gateway', workers: 'worker', cli: 'supervisor' }[script]!
  if (/(redis|valkey)-server/.test(line)) return 'redis'
  if (/^postgres: loquat/.test(line)) return 'postgres: connection'
  if (/^postgres: /.test(line)) return line.replace(/ \d+$/, '')
  if (/\/postgres -D/.test(line)) return 'postgres'
  return line.slice(0, 30)
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // the process has ended
  }
}
