import { QUEUES } from '../../config/queues.ts'
import { LOQUAT_VERSION } from '../../config/version.ts'
import { INCIDENTS, sentenceOf } from '../../core/platform/incidents/catalogue.ts'
import type { ProcessReport } from '../../core/platform/processes/report.ts'
import { readReports } from '../../core/platform/processes/reporter.ts'
import type { RedisClient } from '../../core/platform/redis/redis-connection.ts'
import { type Finding, ok, type Row, reasonOf, runInOrder, skipped, warning, wrong } from './check.ts'

/** Incidents that the doctor repeats. */
const MAX_SHOWN = 5
const LOG = 'see the logs of the processes'
/** Processes report every five seconds. */
const CLOCK_TOLERANCE_MS = 7_000

/** Checks the gateways and workers by the reports that they publish in Redis. */
export async function checkFleet(redis: RedisClient): Promise<{ rows: Row[]; processes: number }> {
  const checks = Object.entries(CHECKS)
  let live: readonly ProcessReport[]
  try {
    live = (await readReports(redis)).live
  } catch (error) {
    const unknown = skipped(`not checked: ${reasonOf(error)}`)
    return { rows: checks.map(([name]) => ({ name, ...unknown })), processes: 0 }
  }
  const rows = await runInOrder(checks.map(([name, run]) => ({ name, advice: LOG, run: () => run(live) })))
  return { rows, processes: live.length }
}

/** The question to the reports. */
const CHECKS: Readonly<Record<string, (reports: readonly ProcessReport[]) => Finding>> = {
  Gateways: checkGateways,
  Workers: checkWorkers,
  Versions: (reports) => checkVersions(reports),
  Incidents: checkIncidents,
  'Clocks of processes': (reports) => checkClocks(reports, Date.now()),
}

const ofKind = (reports: readonly ProcessReport[], wanted: ProcessReport['kind']) =>
  reports.filter(({ kind }) => kind === wanted)

function checkGateways(reports: readonly ProcessReport[]): Finding {
  const gateways = ofKind(reports, 'gateway')
  if (gateways.length === 0) return warning('none runs', 'start one: npm run gateway')
  const hosts = new Set(gateways.map(({ host }) => host)).size
  return ok(`${gateways.length} on ${hosts} ${hosts === 1 ? 'machine' : 'machines'}`)
}

/** The incidents that the processes have noticed (docs/operations.md, Incidents). */
export function checkIncidents(reports: readonly ProcessReport[]): Finding {
  if (reports.length === 0) return skipped('no process runs')
  const troubles = reports.flatMap((report) => report.troubles ?? []).filter(({ name }) => name in INCIDENTS)
  if (troubles.length === 0) return ok('the processes notice none')
  const lines = troubles.map(({ name, subject, reason }) => {
    const sentence = sentenceOf(name, subject)
    return reason === '' ? sentence : `${sentence} ${reason}`
  })
  const shown = [...new Set(lines)].slice(0, MAX_SHOWN)
  const advice = INCIDENTS[troubles[0]!.name].remedy
  const isCritical = troubles.some(({ name }) => INCIDENTS[name].severity === 'critical')
  return isCritical ? wrong(shown.join(' '), advice) : warning(shown.join(' '), advice)
}

/** Every queue needs a worker that runs it. */
export function checkWorkers(reports: readonly ProcessReport[]): Finding {
  const workers = ofKind(reports, 'worker')
  const advice = 'start a worker: npm run worker'
  if (workers.length === 0) {
    return reports.length === 0
      ? warning('none runs', advice)
      : wrong('none runs: no mails, no notifications', advice)
  }
  const served = new Set(workers.flatMap(({ work = [] }) => work.map(({ queue }) => queue)))
  const idle = QUEUES.filter((queue) => !served.has(queue))
  if (idle.length === 0) return ok(`${workers.length}, which run every queue`)
  return wrong(`none runs ${idle.join(', ')}`, 'add these queues to WORKER_QUEUES of a worker')
}

export function checkVersions(reports: readonly ProcessReport[], own = LOQUAT_VERSION): Finding {
  if (reports.length === 0) return skipped('no process runs')
  const versions = [...new Set(reports.map(({ version }) => version))].sort()
  if (versions.length > 1) {
    return warning(
      `${versions.join(' and ')} run together`,
      'finish the deployment: restart the older processes',
    )
  }
  if (versions[0] === own) return ok(`all run ${own}`)
  return warning(
    `they run ${versions[0]}, and this is ${own}`,
    'restart them, or run the doctor of their version',
  )
}

/** `now`: Unix milliseconds of this machine. */
export function checkClocks(reports: readonly ProcessReport[], now: number): Finding {
  if (reports.length === 0) return skipped('no process runs')
  const ahead = (report: ProcessReport) => report.at - now
  const wrongest = reports.find((report) => ahead(report) > 2_000 || ahead(report) < -CLOCK_TOLERANCE_MS)
  if (wrongest === undefined) return ok('agree with this machine')
  const seconds = Math.round(Math.abs(ahead(wrongest)) / 1000)
  const side = ahead(wrongest) > 0 ? 'ahead' : 'behind'
  const advice = 'synchronize the clocks of all machines (timedatectl set-ntp true), or look why it is late'
  return warning(`${wrongest.host} is ${seconds} s ${side}`, advice)
}
