import type { ProcessReport } from '../../../core/platform/processes/report.ts'
import { askToDrain } from '../../../core/platform/processes/reporter.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Services } from '../../services.ts'
import { noSuchProcess } from '../errors.ts'
import type { Fleet } from '../fleet.ts'
import { operatorPage, refreshing, seeOther } from '../operator-document.ts'
import { noteAction } from '../operator-log.ts'
import type { OperatorPage } from '../operator-pages.ts'
import { duration } from '../texts/duration.ts'
import type { OperatorSay } from '../texts/say.ts'
import { waitingText } from './pool-text.ts'

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
      handle: async ({ t }) => {
        const { processes } = await fleet.figures()
        return operatorPage('/ops/processes', t('Processes'), refreshing(processList(processes, t), t), t)
      },
    },
    {
      method: 'GET',
      pattern: '/ops/processes/:id/drain',
      handle: async ({ path, t }) => {
        const { id, kind } = await find(path[0])
        const { processes } = await fleet.figures()
        const others = processes.filter((each) => each.kind === kind && each.id !== id).length
        return operatorPage(
          '/ops/processes',
          t('Drain {id}?', { id }),
          html`<p>${t(WHAT_ENDS[kind])} ${t('What started it starts it again: a supervisor, systemd or the orchestrator.')}</p>
${others === 0 && html`<p class="wrong" role="alert">${t(WHAT_STOPS[kind])}</p>`}
<form method="post" action="/ops/processes/${id}/drain"><p class="bar"><button autofocus>${t('Drain')}</button>
<a href="/ops/processes">${t('Cancel')}</a></p></form>`,
          t,
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
  gateway: 'It is the only gateway. Until it is started again nobody is served.',
  worker: 'It is the only worker. Until it is started again no jobs run; none is lost.',
} as const

function processList(processes: readonly ProcessReport[], t: OperatorSay): Html {
  const rows = processes.map((report) => {
    const { id, kind, connections, database, redisMs, isDraining } = report
    const clients =
      connections === undefined ? '–' : connections.polls + connections.sockets + connections.uploads
    const running = report.work?.reduce((sum, { running }) => sum + running, 0)
    return html`<tr><th scope="row">${report.name ?? kind}<br><span class="hint">${id}</span></th>
<td data-column="${t('Version')}">${report.version}</td>
<td data-column="${t('Up for')}" class="number">${duration((report.at - report.startedAt) / 1000, t)}</td>
<td data-column="${t('Memory')}" class="number">${mebibytes(report.memoryBytes)}</td>
<td data-column="${t('Processor')}" class="number">${Math.round((report.cpuShare ?? 0) * 100)} %</td>
<td data-column="${t('Event loop')}" class="number${report.eventLoopMs > 250 ? ' wrong' : ''}">${report.eventLoopMs.toFixed(0)} ms</td>
<td data-column="${kind === 'gateway' ? t('Connections') : t('Running jobs')}" class="number">${kind === 'gateway' ? clients : t('{count} jobs', { count: running ?? 0 })}</td>
<td data-column="${t('Postgres')}" class="number">${t('{used} of {size}', database)}${database.waiting > 0 && html` <span class="wrong">${waitingText(database.waiting, t)}</span>`}</td>
<td data-column="${t('Redis')}" class="number">${redisMs === null ? html`<span class="wrong">${t('no answer')}</span>` : `${redisMs.toFixed(1)} ms`}</td>
<td data-column="${t('Organizations')}" class="number">${report.realms}</td>
<td data-column="${t('Action')}">${
      isDraining
        ? html`<span class="wrong">${t('draining')}</span>`
        : html`<a href="/ops/processes/${id}/drain" aria-label="${t('Drain {id}', { id })}">${t('Drain…')}</a>`
    }</td></tr>`
  })
  return html`<section data-part="list" aria-label="${t('Processes')}"><table class="stacked">
<caption>${t('Processes that report; event loop: how late 99 of 100 timers were at most')}</caption>
<thead><tr><th scope="col">${t('Process')}</th><th scope="col">${t('Version')}</th><th scope="col" class="number">${t('Up for')}</th><th scope="col" class="number">${t('Memory')}</th>
<th scope="col" class="number">${t('Processor')}</th><th scope="col" class="number">${t('Event loop')}</th><th scope="col" class="number">${t('Connections, jobs')}</th>
<th scope="col" class="number">${t('Postgres')}</th><th scope="col" class="number">${t('Redis')}</th><th scope="col" class="number">${t('Organizations')}</th><th scope="col">${t('Action')}</th></tr></thead>
<tbody>${rows}</tbody></table></section>`
}

const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`
