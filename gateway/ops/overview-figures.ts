import type { Incident } from '../../core/platform/incidents/incident.ts'
import { jobIdOf } from '../../core/platform/jobs/names.ts'
import { processName } from '../../core/platform/processes/process-name.ts'
import type { ProcessReport } from '../../core/platform/processes/report.ts'
import type { ReadMark } from '../../core/platform/series/marks.ts'
import { type Html, html } from '../pages/html.ts'
import type { FleetFigures } from './fleet.ts'
import { incidentsAsHtml, type SeverityMark, severityMarks } from './incidents/incidents-html.ts'
import { logAsHtml } from './incidents/log-html.ts'
import { failsAgain, noRetryHint } from './jobs/fails-again.ts'
import { poolText } from './processes/pool-text.ts'
import { redactedText } from './redact.ts'
import { duration } from './texts/duration.ts'
import type { OperatorSay } from './texts/say.ts'

/**
 * The figures of the overview. The page replaces each part, named by `data-part`, when it changes. `marks`:
 * undefined while Redis does not answer.
 */
export function figuresAsHtml(
  figures: FleetFigures,
  incidents: readonly Incident[],
  marks: readonly ReadMark[] | undefined,
  t: OperatorSay,
): Html {
  const { processes, at } = figures
  const gateways = processes.filter(({ kind }) => kind === 'gateway')
  const mark = severityMarks(incidents, at, t)
  return html`<p data-part="time">${t.html('As of {time}', { time: html`<time datetime="${new Date(at).toISOString()}">${clock(at)} UTC</time>` })}</p>
${part('attention', t('Attention'), incidentsAsHtml(incidents, at, t))}
${part('log', t('Deployments and incidents of the last week'), logAsHtml(marks, incidents, at, t))}
${part('connections', t('Live connections'), connections(gateways, mark, t))}
${part('queues', t('Job queues'), queues(figures, mark, t))}
${part('failed', t('Jobs that failed permanently'), failed(figures, incidents, t))}
${part('events', t('Event log'), events(processes, mark, t))}
${part('processes', t('Processes'), processTable(processes, mark, t))}`
}

const part = (name: string, title: string, body: Html): Html =>
  html`<section data-part="${name}" aria-labelledby="h-${name}"><h2 id="h-${name}">${title}</h2>${body}</section>`

/** A figure, which stands at the end of its cell. */
interface Figure {
  readonly figure: string
}
type Cell = string | Html | Figure

const figure = (value: number | string): Figure => ({ figure: String(value) })
const isFigure = (cell: Cell | undefined): cell is Figure => typeof cell === 'object' && 'figure' in cell

/** A table with a header for each column and each row. A column of figures has its header at the end too. */
function table(caption: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): Html {
  const head = columns.map((column, i) =>
    isFigure(rows[0]?.[i])
      ? html`<th scope="col" class="number">${column}</th>`
      : html`<th scope="col">${column}</th>`,
  )
  const body = rows.map(
    ([first, ...rest]) => html`<tr><th scope="row">${contentOf(first!)}</th>${rest.map(cellOf)}</tr>`,
  )
  return html`<div class="figures" tabindex="0" role="group" aria-label="${caption}"><table><caption>${caption}</caption><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}

const contentOf = (cell: Cell): string | Html => (isFigure(cell) ? cell.figure : cell)

const cellOf = (cell: Cell): Html =>
  isFigure(cell) ? html`<td class="number">${cell.figure}</td>` : html`<td>${cell}</td>`

function connections(gateways: readonly ProcessReport[], mark: SeverityMark, t: OperatorSay): Html {
  const counts = gateways.map((report) => ({
    name: html`${report.id}${mark(processName(report))}`,
    ...(report.connections ?? { queues: 0, polls: 0, sockets: 0, uploads: 0 }),
  }))
  const kinds = ['polls', 'sockets', 'uploads', 'queues'] as const
  const all = kinds.map((kind) => figure(counts.reduce((sum, each) => sum + each[kind], 0)))
  return table(
    t('By gateway'),
    [t('Gateway'), t('Long polls'), t('WebSockets'), t('Uploads'), t('Event queues')],
    [...counts.map((each) => [each.name, ...kinds.map((kind) => figure(each[kind]))]), [t('All'), ...all]],
  )
}

function queues({ processes, depths, backlog }: FleetFigures, mark: SeverityMark, t: OperatorSay): Html {
  if (depths === undefined) return html`<p class="wrong">${t('Redis does not answer.')}</p>`
  const work = processes.flatMap((report) => report.work ?? [])
  const rows = depths.map(({ queue, waiting, active, delayed, failed: failures, isPaused }) => {
    const of = work.filter((each) => each.queue === queue)
    const sum = (outcome: 'done' | 'retried' | 'failed') =>
      figure(of.reduce((total, each) => total + each[outcome], 0))
    const name = html`<a href="/ops/jobs?queue=${queue}&amp;state=waiting">${queue}</a>${isPaused && ` (${t('paused')})`}${mark(queue)}`
    const states = [waiting, active, delayed, failures].map(figure)
    return [name, ...states, sum('done'), sum('retried'), sum('failed'), figure(of.length)]
  })
  const outbox =
    backlog &&
    html`<p>${t('Outbox: {count} due, the oldest for {age}.', {
      count: backlog.due === 10_000 ? t('at least 10,000') : backlog.due,
      age: duration(backlog.oldestSeconds, t),
    })}</p>`
  return html`${table(
    t('Jobs by state, and attempts that ended in the last minute'),
    [
      ...[t('Queue'), t('Waiting'), t('Active'), t('Delayed'), t('Failed')],
      ...[t('Done/min'), t('Retried/min'), t('Given up/min'), t('Workers')],
    ],
    rows,
  )}${outbox}`
}

function failed({ backlog }: FleetFigures, incidents: readonly Incident[], t: OperatorSay): Html {
  if (backlog === undefined) {
    const isAway = incidents.some(({ name }) => name === 'postgres-away')
    return isAway
      ? html`<p class="wrong">${t('Postgres does not answer.')}</p>`
      : html`<p class="hint">${t('Postgres has not answered in time for this list.')}</p>`
  }
  if (backlog.newestFailed.length === 0) return html`<p class="done">${t('None.')}</p>`
  const all = backlog.failed.reduce((sum, { count }) => sum + count, 0)
  const rows = backlog.newestFailed.map(({ id, queue, name, failure, failedAt }) => {
    const job = jobIdOf(id)
    const title = `${name} (${id})`
    const change = (what: 'retry' | 'remove', label: string) =>
      html`<form method="post" action="/ops/jobs/change"><input type="hidden" name="queue" value="${queue}"><input type="hidden" name="id" value="${job}"><input type="hidden" name="change" value="${what}">
<button class="quiet" aria-label="${label}: ${title}">${label}</button></form>`
    return [
      html`${queue} / <a href="/ops/jobs/${queue}/${job}">${title}</a>`,
      html`<time datetime="${new Date(failedAt * 1000).toISOString()}">${day(failedAt * 1000)}</time>`,
      html`<span class="text">${redactedText(failure)}</span>`,
      html`${failsAgain(failure) ? noRetryHint(failure, t) : change('retry', t('Try again'))} ${change('remove', t('Remove'))}`,
    ]
  })
  const links = backlog.failed.map(
    ({ queue, count }) =>
      html`<a href="/ops/jobs?queue=${queue}&amp;state=failed">${queue} <b>${count}</b></a>`,
  )
  return html`<p class="bar">${t('All that failed, by queue')}: ${links}</p>${table(
    t('{count} in the last 30 days, the newest first', { count: all }),
    [t('Job'), t('Failed at (UTC)'), t('Reason'), t('Actions')],
    rows,
  )}`
}

function events(processes: readonly ProcessReport[], mark: SeverityMark, t: OperatorSay): Html {
  const at = (position: number, count: number) => t('{position} ({count} behind)', { position, count })
  const rows = processes.flatMap((report) => {
    const { id, lag, redisMs } = report
    return lag === undefined
      ? []
      : [
          [
            html`${id}${mark(processName(report))}`,
            figure(lag.realm),
            figure(headOf(lag)),
            figure(lag.stream === null ? t('missing') : at(lag.stream, lagOf(headOf(lag), lag.stream))),
            figure(at(lag.position, lagOf(headOf(lag), lag.position))),
            figure(redisMs === null ? t('no answer') : `${redisMs.toFixed(1)} ms`),
          ],
        ]
  })
  if (rows.length === 0) return html`<p>${t('No process has an organization in memory.')}</p>`
  return table(
    t('The organization of each process that is furthest behind: positions in Postgres, Redis and memory'),
    [t('Process'), t('Organization'), t('Postgres'), t('Redis'), t('Memory'), t('Redis latency')],
    rows,
  )
}

function processTable(processes: readonly ProcessReport[], mark: SeverityMark, t: OperatorSay): Html {
  return table(
    t('Processes that report'),
    [
      ...[t('Process'), t('Version'), t('Uptime'), t('Memory'), t('Heap')],
      ...[t('Event loop delay'), t('Postgres pool'), t('Organizations')],
    ],
    processes.map((report) => [
      html`${report.id}${mark(processName(report))}`,
      report.version,
      figure(duration((report.at - report.startedAt) / 1000, t)),
      figure(mebibytes(report.memoryBytes)),
      figure(mebibytes(report.heapBytes)),
      figure(`${report.eventLoopMs.toFixed(0)} ms`),
      figure(poolText(report, t)),
      figure(report.realms),
    ]),
  )
}

/** The newest position that is known: Postgres is asked before the others, which may be further by then. */
const headOf = ({ head, stream, position }: NonNullable<ProcessReport['lag']>): number =>
  Math.max(head, stream ?? 0, position)
const lagOf = (head: number, at: number): number => Math.max(0, head - at)
const clock = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(11, 19)
const day = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')
const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`
