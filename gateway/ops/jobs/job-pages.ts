import { MAX_JOBS_PER_CHANGE } from '../../../config/limits.ts'
import {
  CHANGES_OF_STATE,
  changeJobs,
  JOB_CHANGES,
  type JobChange,
} from '../../../core/platform/jobs/change-jobs.ts'
import { type FoundJob, findJob, findJobs } from '../../../core/platform/jobs/find-jobs.ts'
import { isQueue, type QueueName } from '../../../core/platform/jobs/names.ts'
import type { BullSink } from '../../../core/platform/jobs/sink.ts'
import { html } from '../../pages/html.ts'
import type { Services } from '../../services.ts'
import { noSuchJob, wrongSearch } from '../errors.ts'
import type { Fleet } from '../fleet.ts'
import { operatorPage, refreshing, seeOther } from '../operator-document.ts'
import { noteAction, readActions } from '../operator-log.ts'
import type { OperatorPage, OperatorRequest } from '../operator-pages.ts'
import { inEnglish, type OperatorSay } from '../texts/say.ts'
import { withDeadline } from '../with-deadline.ts'
import { inWords } from './about-job.ts'
import { fieldsOf, filterOf, type JobSearch, queryOf, searchIn } from './job-filter.ts'
import { detailsOf, jobList, PAGE_SIZE, queueBar, searchForm } from './job-list.ts'

const SHOWN_ACTIONS = 10

/** `/ops/jobs`: the jobs of each queue with their reasons and an operator's actions. */
export function jobPages({ core }: Services, sink: BullSink, fleet: Fleet): OperatorPage[] {
  const { db } = core
  const findAll = async (search: JobSearch, t: OperatorSay) =>
    findJobs(db, sink, await filterOf(db, search, t))
  return [
    {
      method: 'GET',
      pattern: '/ops/jobs',
      handle: async ({ query, t }) => {
        const search = searchIn(query)
        const page = pageIn(query)
        const [figures, { jobs, isCut }, actions] = await withDeadline(
          Promise.all([fleet.figures(), findAll(search, t), readActions(core.redis, SHOWN_ACTIONS)]),
        )
        const shown = jobs.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE)
        const words = await inWords(db, shown, t)
        return operatorPage(
          '/ops/jobs',
          t('Queues'),
          refreshing(
            html`${queueBar(figures, search, t)}
${searchForm(search, t)}
${jobList({ search, shown, words, total: jobs.length, isCut, page }, t)}
<section data-part="actions" aria-labelledby="h-actions"><h2 id="h-actions">${t('What operators did')}</h2>
${
  actions.length === 0
    ? html`<p>${t('Nothing in the last 30 days.')}</p>`
    : html`<ul class="plain">${actions.map(
        ({ at, text }) =>
          html`<li><time datetime="${new Date(at).toISOString()}">${timeOf(at)}</time> ${text}</li>`,
      )}</ul>`
}</section>`,
            t,
          ),
          t,
        )
      },
    },
    {
      method: 'GET',
      pattern: '/ops/jobs/:queue/:id',
      handle: async ({ path: [queue = '', id = ''], t }) => {
        const job = await find(queue, decoded(id))
        const [words] = await inWords(db, [job], t)
        return operatorPage('/ops/jobs', words!.what, detailsOf(job, words!, t), t)
      },
    },
    {
      method: 'POST',
      pattern: '/ops/jobs/change',
      handle: async (request) => {
        const form = formOf(request)
        const { t } = request
        const change = changeIn(form)
        const id = form.get('id')
        if (id !== null) {
          const job = await find(form.get('queue') ?? '', id)
          const { queue, state } = job
          if (!(CHANGES_OF_STATE[state] as readonly JobChange[]).includes(change)) throw noSuchJob()
          const back = `/ops/jobs?${queryOf({ queue, state, order: 'newest' })}`
          if (form.get('confirmed') === 'yes') return done(change, [job], back)
          const [words] = await inWords(db, [job], t)
          const fields = [['queue', queue] as const, ['id', job.id] as const]
          return question(change, `${words!.what} (${job.id})`, fields, back, t)
        }
        const search = searchIn(form)
        if (!(CHANGES_OF_STATE[search.state] as readonly JobChange[]).includes(change))
          throw wrongSearch('state')
        const { jobs } = await withDeadline(findAll(search, t))
        const some = jobs.slice(0, MAX_JOBS_PER_CHANGE)
        const back = `/ops/jobs?${queryOf(search)}`
        if (form.get('confirmed') === 'yes') return done(change, some, back)
        return question(change, inJobs(some.length, search.queue, search.state, t), fieldsOf(search), back, t)
      },
    },
    {
      method: 'POST',
      pattern: '/ops/jobs/pause',
      handle: async (request) => {
        const form = formOf(request)
        const { t } = request
        const queue = form.get('queue') ?? ''
        const isPausing = form.get('change') === 'pause'
        if (!isQueue(queue) || (!isPausing && form.get('change') !== 'resume')) throw wrongSearch('queue')
        if (isPausing && form.get('confirmed') !== 'yes') {
          return operatorPage(
            '/ops/jobs',
            t('Pause the queue {queue}?', { queue }),
            html`<p>${t('Its jobs wait until somebody resumes it. Jobs that run go on. Nothing is lost.')}</p>
${confirmation(
  '/ops/jobs/pause',
  t('Pause'),
  [
    ['queue', queue],
    ['change', 'pause'],
  ],
  `/ops/jobs?queue=${queue}`,
  t,
)}`,
            t,
          )
        }
        const bull = sink.queue(queue)
        await withDeadline(isPausing ? bull.pause() : bull.resume())
        fleet.refresh()
        await noteAction(core, `${isPausing ? 'pauses' : 'resumes'} the queue ${queue}`, { queue })
        return seeOther(`/ops/jobs?queue=${queue}`)
      },
    },
  ]

  async function find(queue: string, id: string): Promise<FoundJob> {
    if (!isQueue(queue) || !/^[\w:.-]{1,200}$/.test(id)) throw noSuchJob()
    const job = await withDeadline(findJob(db, sink, queue, id))
    if (job === undefined) throw noSuchJob()
    return job
  }

  async function done(change: JobChange, jobs: readonly FoundJob[], back: string) {
    const changed = await changeJobs(db, sink, change, jobs)
    fleet.refresh()
    const [first] = jobs
    if (first !== undefined) {
      const what =
        jobs.length === 1
          ? `${first.name} (${first.id})`
          : inJobs(changed, first.queue, first.state, inEnglish)
      const ids = jobs.slice(0, 20).map(({ id }) => id)
      await noteAction(core, `${VERBS[change]} ${what}`, { queue: first.queue, change, changed, ids })
    }
    return seeOther(back)
  }
}

const VERBS = { retry: 'retries', promote: 'runs now', remove: 'removes' } as const
const BUTTONS = { retry: 'Try again', promote: 'Run now', remove: 'Remove' } as const
const EXPLAINED = {
  retry: 'A job begins anew, with all of its attempts.',
  promote: 'A job does not wait for its time.',
  remove: 'A removed job never runs. This cannot be undone.',
} as const

const inJobs = (count: number, queue: QueueName, state: FoundJob['state'], t: OperatorSay): string =>
  count === 1
    ? t('1 {state} job of {queue}', { state: t(state), queue })
    : t('{count} {state} jobs of {queue}', { count, state: t(state), queue })

type Fields = readonly (readonly [string, string])[]

function question(change: JobChange, what: string, fields: Fields, back: string, t: OperatorSay) {
  return operatorPage(
    '/ops/jobs',
    `${t(BUTTONS[change])}: ${what}?`,
    html`<p>${t(EXPLAINED[change])} ${t('At most {count} jobs are changed at once.', { count: MAX_JOBS_PER_CHANGE })}</p>
${confirmation('/ops/jobs/change', t(BUTTONS[change]), [...fields, ['change', change]], back, t)}`,
    t,
  )
}

const confirmation = (action: string, button: string, fields: Fields, back: string, t: OperatorSay) =>
  html`<form method="post" action="${action}">
${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<input type="hidden" name="confirmed" value="yes">
<p class="bar"><button autofocus>${button}</button> <a href="${back}">${t('Cancel')}</a></p></form>`

function changeIn(form: URLSearchParams): JobChange {
  const change = JOB_CHANGES.find((each) => each === form.get('change'))
  if (change === undefined) throw wrongSearch('change')
  return change
}

const formOf = ({ body }: OperatorRequest): URLSearchParams => new URLSearchParams(body.toString())

function pageIn(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? 0)
  if (!Number.isInteger(page) || page < 0 || page > 10_000) throw wrongSearch('page')
  return page
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw noSuchJob()
  }
}

const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`
