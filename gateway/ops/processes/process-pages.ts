import type { ProcessReport } from '../../../core/platform/processes/report.ts'
import { askToDrain } from '../../../core/platform/processes/reporter.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Services } from '../../services.ts'
import { noSuchProcess } from '../errors.ts'
import type { Fleet } from '../fleet.ts'
import { operatorPage, refreshing, seeOther } from '../operator-document.ts'
import { noteAction } from '../operator-log.ts'
import type { OperatorPage } from '../operator-pages.ts'

/** `/ops/processes`: every gateway and worker, and a button that lets one end. */
export function processPages({ core }: Services, fleet: Fleet): OperatorPage[] {
  const find = async (id: string | undefined): Promise<ProcessReport> => {
    const { processes } = await fleet.figures()
    const process = processes.find((each) => each.id === id)
    if (process === undefined) throw noSuchProcess()
    return process
  }
  return [
    {
      method: 'GET',
      pattern: '/ops/processes',
      handle: async () => {
        const { processes } = await fleet.figures()
        return operatorPage('/ops/processes', 'Processes', refreshing(processList(processes)))
      },
    },
    {
      method: 'GET',
      pattern: '/ops/processes/:id/drain',
      handle: async ({ path }) => {
        const { id, kind } = await find(path[0])
        const { processes } = await fleet.figures()
        const others = processes.filter((each) => each.kind === kind && each.id !== id).length
        return operatorPage(
          '/ops/processes',
          `Drain ${id}?`,
          html`<p>${WHAT_ENDS[kind]} What started it starts it again: a supervisor, systemd or the orchestrator.</p>
${others === 0 && html`<p class="wrong" role="alert">It is the only ${kind}. ${WHAT_STOPS[kind]}</p>`}
<form method="post" action="/ops/processes/${id}/drain"><p class="bar"><button autofocus>Drain</button>
<a href="/ops/processes">Cancel</a></p></form>`,
        )
      },
    },
    {
      method: 'POST',
      pattern: '/ops/processes/:id/drain',
      handle: async ({ path }) => {
        const { id } = await find(path[0])
        await askToDrain(core.redis, id)
        fleet.refresh()
        await noteAction(core, `drains ${id}`, { process: id })
        return seeOther('/ops/processes')
      },
    },
  ]
}

const WHAT_ENDS = {
  gateway:
    'As on SIGTERM: it serves on for DRAIN_SECONDS while proxies turn to others, sends its clients to other gateways, and ends.',
  worker: 'As on SIGTERM: it takes no more jobs, lets those that run end for eight seconds, and ends.',
} as const
const WHAT_STOPS = {
  gateway: 'Until it is started again nobody is served.',
  worker: 'Until it is started again no jobs run; none is lost.',
} as const

function processList(processes: readonly ProcessReport[]): Html {
  const rows = processes.map((report) => {
    const { id, kind, connections, database, redisMs, isDraining } = report
    const clients =
      connections === undefined ? '–' : connections.polls + connections.sockets + connections.uploads
    const running = report.work?.reduce((sum, { running }) => sum + running, 0)
    return html`<tr><th scope="row">${report.name ?? kind}<br><span class="hint">${id}</span></th>
<td data-column="Version">${report.version}</td>
<td data-column="Up for" class="number">${seconds((report.at - report.startedAt) / 1000)}</td>
<td data-column="Memory" class="number">${mebibytes(report.memoryBytes)}</td>
<td data-column="Processor" class="number">${Math.round((report.cpuShare ?? 0) * 100)} %</td>
<td data-column="Event loop" class="number${report.eventLoopMs > 250 ? ' wrong' : ''}">${report.eventLoopMs.toFixed(0)} ms</td>
<td data-column="${kind === 'gateway' ? 'Connections' : 'Running jobs'}" class="number">${kind === 'gateway' ? clients : `${running ?? 0} jobs`}</td>
<td data-column="Postgres" class="number">${database.used} of ${database.size}${database.waiting > 0 && html` <span class="wrong">${database.waiting} waiting</span>`}</td>
<td data-column="Redis" class="number">${redisMs === null ? html`<span class="wrong">no answer</span>` : `${redisMs.toFixed(1)} ms`}</td>
<td data-column="Organizations" class="number">${report.realms}</td>
<td data-column="Action">${
      isDraining
        ? html`<span class="wrong">draining</span>`
        : html`<a href="/ops/processes/${id}/drain" aria-label="Drain ${id}">Drain…</a>`
    }</td></tr>`
  })
  return html`<section data-part="list" aria-label="Processes"><table class="stacked">
<caption>Processes that reported in the last 30 seconds; event loop: how late 99 of 100 timers were at most</caption>
<thead><tr><th scope="col">Process</th><th scope="col">Version</th><th scope="col" class="number">Up for</th><th scope="col" class="number">Memory</th>
<th scope="col" class="number">Processor</th><th scope="col" class="number">Event loop</th><th scope="col" class="number">Connections, jobs</th>
<th scope="col" class="number">Postgres</th><th scope="col" class="number">Redis</th><th scope="col" class="number">Organizations</th><th scope="col">Action</th></tr></thead>
<tbody>${rows}</tbody></table></section>`
}

const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`

function seconds(count: number): string {
  if (count < 120) return `${Math.round(count)} s`
  if (count < 2 * 3600) return `${Math.round(count / 60)} min`
  return count < 48 * 3600 ? `${Math.round(count / 3600)} h` : `${Math.round(count / 86_400)} days`
}
