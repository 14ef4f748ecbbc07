import { MAX_JOBS_LOOKED_AT } from '../../../config/limits.ts'
import { CHANGES_OF_STATE, type JobChange } from '../../../core/platform/jobs/change-jobs.ts'
import {
  type FoundJob,
  JOB_ORDERS,
  JOB_STATES,
  type JobOrder,
  type JobState,
} from '../../../core/platform/jobs/find-jobs.ts'
import { QUEUES } from '../../../core/platform/jobs/names.ts'
import { type Html, html } from '../../pages/html.ts'
import type { FleetFigures } from '../fleet.ts'
import { redactedText } from '../redact.ts'
import type { OperatorSay } from '../texts/say.ts'
import type { JobInWords } from './about-job.ts'
import { helpful, noRetryHint } from './fails-again.ts'
import { fieldsOf, type JobSearch, queryOf } from './job-filter.ts'

/** Jobs of one page. */
export const PAGE_SIZE = 50

const LABELS = {
  retry: 'Try again',
  promote: 'Run now',
  remove: 'Remove',
} as const satisfies Readonly<Record<JobChange, string>>
const ORDER_LABELS = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  job: 'By job',
  organization: 'By organization',
  reason: 'By reason',
  attempts: 'Most attempts first',
} as const

/** All queues with their figures, as links, and a button that pauses the shown one. */
export function queueBar({ depths, backlog }: FleetFigures, search: JobSearch, t: OperatorSay): Html {
  const depthOf = (queue: string) => depths?.find((each) => each.queue === queue)
  // Postgres knows all failed jobs, Redis those without a row too.
  const countOf = (queue: string, state: JobState) => {
    const rows = backlog?.failed.find((each) => each.queue === queue)?.count ?? 0
    const count = depthOf(queue)?.[state]
    return state === 'failed' ? Math.max(count ?? 0, rows) : count
  }
  const items = QUEUES.map(
    (queue) =>
      html`<a href="/ops/jobs?${queryOf({ ...search, queue })}"${
        queue === search.queue && html` aria-current="page"`
      }>${queue} <b>${countOf(queue, search.state)}</b>${
        depthOf(queue)?.isPaused && html` <span class="wrong">${t('paused')}</span>`
      }</a>`,
  )
  const isPaused = depthOf(search.queue)?.isPaused ?? false
  const shown = { queue: search.queue }
  return html`<div data-part="queues"><nav class="tabs" aria-label="${t('Queue')}">${items}</nav>
<div class="bar"><nav class="tabs" aria-label="${t('State')}">${JOB_STATES.map(
    (state) =>
      html`<a href="/ops/jobs?${queryOf({ ...search, state })}"${
        state === search.state && html` aria-current="page"`
      }>${t(state)} <b>${countOf(search.queue, state)}</b></a>`,
  )}</nav>
<form method="post" action="/ops/jobs/pause"><input type="hidden" name="queue" value="${search.queue}">
<input type="hidden" name="change" value="${isPaused ? 'resume' : 'pause'}">
<button class="quiet">${isPaused ? t('Resume {queue}', shown) : t('Pause {queue}', shown)}</button></form></div></div>`
}

/** The form of the search. It works without a script. */
export function searchForm(search: JobSearch, t: OperatorSay): Html {
  const input = (name: keyof JobSearch, label: string, type = 'text', mode?: string) =>
    html`<label>${label}<input name="${name}" type="${type}" value="${String(search[name] ?? '')}" maxlength="200"${
      mode !== undefined && html` inputmode="${mode}"`
    }></label>`
  return html`<form class="search" method="get" action="/ops/jobs" role="search" aria-label="${t('Jobs')}">
<input type="hidden" name="queue" value="${search.queue}"><input type="hidden" name="state" value="${search.state}">
${input('name', t('Job'))}${input('realm', t('Organization: number, address or name'))}${input('reason', t('Reason contains'))}
${input('withinMinutes', t('In the last minutes'), 'text', 'numeric')}${input('olderThanMinutes', t('Older than minutes'), 'text', 'numeric')}
<label>${t('Order')}<select name="order">${JOB_ORDERS.map(
    (order) =>
      html`<option value="${order}"${order === search.order && html` selected`}>${t(ORDER_LABELS[order])}</option>`,
  )}</select></label>
<button>${t('Search')}</button></form>`
}

interface ShownJobs {
  readonly search: JobSearch
  readonly shown: readonly FoundJob[]
  readonly words: readonly JobInWords[]
  readonly total: number
  readonly isCut: boolean
  readonly page: number
}

/** The table of jobs, and the buttons for all that match. */
export function jobList({ search, shown, words, total, isCut, page }: ShownJobs, t: OperatorSay): Html {
  const values = { count: total, state: t(search.state), queue: search.queue }
  const title = isCut
    ? t('At least {count} {state} jobs of {queue}', values)
    : total === 1
      ? t('1 {state} job of {queue}', values)
      : t('{count} {state} jobs of {queue}', values)
  const changes: readonly JobChange[] = CHANGES_OF_STATE[search.state]
  const all = changes.map(
    (change) => html`<form method="post" action="/ops/jobs/change">
${[...fieldsOf(search), ['change', change] as const].map(
  ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
)}<button class="quiet">${t('{change}: all that match', { change: t(LABELS[change]) })}</button></form>`,
  )
  const rows = shown.map((job, index) => row(job, words[index]!, t))
  const pages = Math.ceil(total / PAGE_SIZE)
  const link = (to: number, label: string) =>
    to >= 0 && to < pages && html`<a href="/ops/jobs?${queryOf(search, { page: String(to) })}">${label}</a>`
  return html`<section data-part="jobs" aria-labelledby="h-jobs"><h2 id="h-jobs">${title}</h2>
${isCut && html`<p class="hint">${t('The queue has more: {count} jobs are looked at.', { count: MAX_JOBS_LOOKED_AT })}</p>`}
${
  total === 0
    ? html`<p class="done">${t('None match.')}</p>`
    : html`<div class="bar">${all}</div>
<table class="stacked jobs"><caption>${t('Page {page} of {pages}', { page: page + 1, pages })}</caption><thead><tr>${column(search, t('Job'), 'job')}${column(search, t('Organization'), 'organization')}
${column(search, t('Since (UTC)'), search.order === 'newest' ? 'oldest' : 'newest')}${column(search, t('Attempts'), 'attempts')}${column(search, t('Last reason'), 'reason')}<th scope="col">${t('Actions')}</th></tr></thead>
<tbody>${rows}</tbody></table><nav class="bar" aria-label="${t('Pages')}">${link(page - 1, t('Newer page'))} ${link(page + 1, t('Next page'))}</nav>`
}</section>`
}

/** The order in which a column stands, for assistive technology; absent for `none`. */
const SORTED: Partial<Record<JobOrder, 'ascending' | 'descending'>> = {
  job: 'ascending',
  organization: 'ascending',
  reason: 'ascending',
  attempts: 'descending',
}

/** The header of a column, which sorts by it. `next`: the order after a click. */
function column(search: JobSearch, title: string, next: JobOrder): Html {
  const { order } = search
  const isTime = next === 'newest' || next === 'oldest'
  const ofTime = order === 'newest' ? 'descending' : order === 'oldest' ? 'ascending' : undefined
  const sorted = isTime ? ofTime : next === order ? SORTED[order] : undefined
  const sign = sorted === 'ascending' ? ' ↑' : sorted === 'descending' ? ' ↓' : ''
  return html`<th scope="col"${sorted !== undefined && html` aria-sort="${sorted}"`}><a href="/ops/jobs?${queryOf({ ...search, order: next })}">${title}</a>${sign !== '' && html`<span aria-hidden="true">${sign}</span>`}</th>`
}

function row(job: FoundJob, { what, whom, organization }: JobInWords, t: OperatorSay): Html {
  const address = `/ops/jobs/${job.queue}/${encodeURIComponent(job.id)}`
  return html`<tr><th scope="row"><a href="${address}">${what}</a>${whom !== '' && html`<br>${t('to {whom}', { whom })}`}</th>
<td data-column="${t('Organization')}">${organization || '–'}</td>
<td data-column="${t('Since (UTC)')}">${timeElement(job.failedAt ?? job.addedAt)}${
    job.dueAt !== undefined && html`<br>${t.html('next {time}', { time: timeElement(job.dueAt) })}`
  }</td>
<td data-column="${t('Attempts')}">${job.attempts}</td>
<td data-column="${t('Last reason')}">${job.reason === '' ? '–' : redactedText(job.reason)}</td>
<td data-column="${t('Actions')}">${actions(job, t)}</td></tr>`
}

const actions = (job: FoundJob, t: OperatorSay): Html =>
  html`${job.state === 'failed' && noRetryHint(job.reason, t)} ${helpful(
    CHANGES_OF_STATE[job.state],
    job.reason,
  ).map(
    (
      change,
    ) => html`<form method="post" action="/ops/jobs/change"><input type="hidden" name="queue" value="${job.queue}">
<input type="hidden" name="id" value="${job.id}"><input type="hidden" name="change" value="${change}">
<button class="quiet" aria-label="${t(LABELS[change])}: ${job.name} ${job.id}">${t(LABELS[change])}</button></form>`,
  )}`

/** One job: its subject, each attempt with its reason, and the possible actions. */
export function detailsOf(job: FoundJob, { whom, organization }: JobInWords, t: OperatorSay): Html {
  const rows: (readonly [string, Html | string])[] = [
    [t('Queue'), html`<a href="/ops/jobs?queue=${job.queue}&amp;state=${job.state}">${job.queue}</a>`],
    [t('Job'), `${job.name} (${job.id})`],
    [t('State'), t(job.state)],
    [t('To'), whom || '–'],
    [t('Organization'), organization || '–'],
    [t('Added'), timeElement(job.addedAt)],
    ...(job.dueAt === undefined ? [] : [[t('Next attempt'), timeElement(job.dueAt)] as const]),
    ...(job.failedAt === undefined ? [] : [[t('Failed'), timeElement(job.failedAt)] as const]),
    [t('Attempts'), String(job.attempts)],
  ]
  const reasons = job.reasons.length > 0 ? job.reasons : [job.reason].filter((reason) => reason !== '')
  return html`<dl>${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
<h2>${t('Reasons of the failed attempts')}</h2>
${
  reasons.length === 0
    ? html`<p>${t('No attempt has failed.')}</p>`
    : html`<ol>${reasons.map((reason) => html`<li>${redactedText(reason)}</li>`)}</ol>`
}
<div class="bar">${actions(job, t)} <a href="/ops/queues/queue/${job.queue}/${encodeURIComponent(job.id)}">${t('Raw data in Bull Board')}</a></div>`
}

function timeElement(at: number | undefined): Html {
  if (at === undefined) return html`–`
  const text = new Date(at).toISOString()
  return html`<time datetime="${text}">${text.slice(0, 19).replace('T', ' ')}</time>`
}
