import { QUEUES } from '../../config/queues.ts'
import { LOQUAT_VERSION } from '../../config/version.ts'
import { INCIDENTS, remedyOf, sentenceOf, severityOf } from '../../core/platform/incidents/catalogue.ts'
import type { ProcessReport } from '../../core/platform/processes/report.ts'
import { readReports } from '../../core/platform/processes/reporter.ts'
import type { RedisClient } from '../../core/platform/redis/redis-connection.ts'
import { type Finding, ok, type Row, reasonOf, runInOrder, skipped, warning, wrong } from './check.ts'

/** Incidents that the doctor repeats. */
const MAX_SHOWN = 5
const LOG = 'see the logs of the processes'

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
  'Clocks of processes': checkClocks,
}

/** The names of the checks. */
export const FLEET_CHECKS = Object.keys(CHECKS).map((name) => ({ name }))

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
    const sentence = sentenceOf(name, subject, reason)
    return reason === '' ? sentence : `${sentence} ${reason}`
  })
  const shown = [...new Set(lines)].slice(0, MAX_SHOWN)
  const [{ name, reason, subject }] = troubles as [(typeof troubles)[number]]
  const advice = remedyOf(name, reason, subject).replaceAll('\n', ' ')
  const isCritical = troubles.some((each) => severityOf(each) === 'critical')
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

/**
 * Each process compares its clock with that of Redis, before and after the answer, so that neither a slow
 * answer nor the age of a report counts. The row `Redis clock` compares this machine.
 */
export function checkClocks(reports: readonly ProcessReport[]): Finding {
  if (reports.length === 0) return skipped('no process runs')
  const wrongest = reports
    .flatMap((report) => report.troubles ?? [])
    .find(({ name }) => name === 'clock-wrong')
  if (wrongest === undefined) return ok('agree with the clock of Redis')
  return warning(`of ${wrongest.subject}: ${wrongest.reason}`, INCIDENTS['clock-wrong'].remedy)
}
