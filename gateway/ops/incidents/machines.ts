import { LATE_LOOP_MS } from '../../../core/platform/processes/loop-delay.ts'
import { isOverloaded, type MachineLoad } from '../../../core/platform/processes/machine-load.ts'
import type { ProcessReport } from '../../../core/platform/processes/report.ts'
import type { Derived } from './derived.ts'
import { GRACE_MS, NOTICED_LOOP_MS } from './graces.ts'

/** The machines whose processors are all in use, so that processes of Loquat on them are late. */
export function machinesOf(processes: readonly ProcessReport[]): Derived[] {
  const hosts = [...new Set(processes.map(({ host }) => host))]
  return hosts.flatMap((subject) => {
    const reports = processes.filter(({ host }) => host === subject)
    const late = reports.filter(
      ({ eventLoopMs, machine }) =>
        eventLoopMs > LATE_LOOP_MS && machine !== undefined && isOverloaded(machine),
    )
    if (late.length === 0) return []
    const { machine } = late.find((each) => each.machine!.programs !== undefined) ?? late[0]!
    const isNoticed = late.some(({ eventLoopMs }) => eventLoopMs >= NOTICED_LOOP_MS)
    const own = reports.reduce((sum, { cpuShare = 0 }) => sum + cpuShare, 0)
    return [
      {
        name: 'machine-busy' as const,
        subject,
        reason: reasonOf(machine!, own),
        graceMs: GRACE_MS,
        severity: isNoticed ? ('critical' as const) : undefined,
      },
    ]
  })
}

function reasonOf({ used, processors, programs = [] }: MachineLoad, own: number): string {
  const others = Math.max(0, used - own)
  const most = own > others ? 'Loquat' : 'other programs'
  const named = programs.map(({ name, pid, used: each }) => `${name} (process ${pid}) ${each.toFixed(1)}`)
  const busiest = named.length === 0 ? '' : `; the busiest: ${named.join(', ')}`
  const percent = Math.round((100 * used) / processors)
  return `${percent} % of its ${processors} processors are in use, mostly by ${most}: Loquat uses ${own.toFixed(1)} of them, others ${others.toFixed(1)}${busiest}`
}
