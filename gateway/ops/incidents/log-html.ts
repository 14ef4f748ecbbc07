import { INCIDENTS } from '../../../core/platform/incidents/catalogue.ts'
import type { Incident } from '../../../core/platform/incidents/incident.ts'
import type { Severity } from '../../../core/platform/incidents/kinds/severity.ts'
import type { MarkFacts, ReadMark } from '../../../core/platform/series/marks.ts'
import { type Html, html } from '../../pages/html.ts'
import { duration } from '../texts/duration.ts'
import { incidentTexts, type OperatorSay } from '../texts/say.ts'
import { explanation, WORDS } from './incidents-html.ts'
import { keyOfMark, markKey } from './mark-incidents.ts'
import { isMomentOver } from './moment.ts'

/** Entries that are in sight; older ones are folded. */
const IN_SIGHT = 5
const DAY_MS = 86_400_000
/**
 * A process that ended, and its successor, are one entry: the end is seen again when the successor reports.
 */
const SAME_END_MS = 60_000

/** A line of the log. */
interface Entry {
  readonly at: number
  readonly id: string
  readonly isDeployment?: boolean
  /** Absent from incidents that former versions have marked. */
  readonly severity?: Severity | undefined
  readonly text: string
  readonly facts?: MarkFacts | undefined
  readonly times?: number | undefined
  /** Unix milliseconds; undefined while it goes on, and where it is not known. */
  readonly until?: number | undefined
  readonly lasts: boolean
}

/**
 * The log of the last week, the newest first: deployments, and incidents with their severity and end. An
 * incident goes on exactly while it is among `incidents`. `marks`: undefined while Redis does not answer.
 */
export function logAsHtml(
  marks: readonly ReadMark[] | undefined,
  incidents: readonly Incident[],
  at: number,
  t: OperatorSay,
): Html {
  const entries = entriesOf(marks ?? [], incidents, at)
  const missing =
    marks === undefined && html`<p class="hint">${t('Redis does not answer, and has the list.')}</p>`
  if (entries.length === 0)
    return html`${missing || html`<p class="hint">${t('None in the last week.')}</p>`}`
  const items = entries.map((entry) => item(entry, at, t))
  const rest = items.slice(IN_SIGHT)
  const more = rest.length === 1 ? t('1 earlier') : t('{count} earlier', { count: rest.length })
  return html`${missing}<ul class="log">${items.slice(0, IN_SIGHT)}${
    rest.length > 0 &&
    html`<li><details data-fold="log"><summary>${more}</summary><ul class="log">${rest}</ul></details></li>`
  }</ul>`
}

function entriesOf(marks: readonly ReadMark[], incidents: readonly Incident[], now: number): Entry[] {
  const present = new Map(
    incidents.flatMap((each) => [each, ...(each.effects ?? [])]).map((each) => [markKey(each), each]),
  )
  const newest = new Map<string, string>()
  for (const { id } of marks) if (id !== undefined) newest.set(keyOfMark(id), id)
  const marked = marks.map((mark): Entry => {
    const { at, id = String(at), text, severity, facts, times, lastAt, kind } = mark
    const incident = newest.get(keyOfMark(id)) === id ? present.get(keyOfMark(id)) : undefined
    const lasts = kind === 'incident' && incident !== undefined && !isMomentOver(incident, now)
    // The end of a moment is its last sign, though it is shown for longer.
    const until = lasts ? undefined : (incident?.lastAt ?? lastAt)
    const isDeployment = kind === 'deployment'
    return { at, id, isDeployment, text, severity, facts, times, lasts, until: until && Math.max(at, until) }
  })
  // What has begun just now has no mark yet. Redis may be away, or refuse to keep one.
  const unmarked = incidents
    .filter((each) => !newest.has(markKey(each)) && !isMomentOver(each, now))
    .map(
      ({ since, name, subject, reason, severity, sentence }): Entry => ({
        ...{ at: since, id: `${since} ${markKey({ name, subject })}`, text: sentence, severity },
        ...{ facts: { name, subject, reason, severity }, lasts: true },
      }),
    )
  const all = [...marked, ...unmarked].sort((a, b) => b.at - a.at)
  const ended = all.filter(({ facts }) => facts?.name === 'process-silent')
  return all.filter(
    ({ at, facts }) =>
      facts?.name !== 'process-died' ||
      !ended.some((each) => each.facts!.subject === facts.subject && Math.abs(each.at - at) < SAME_END_MS),
  )
}

function item(
  { at, id, isDeployment, severity = 'warning', text, facts, times, until, lasts }: Entry,
  now: number,
  t: OperatorSay,
): Html {
  if (isDeployment) return html`<li>${timeOf(at, now)} ${t('Version {text} started', { text })}</li>`
  const texts = facts !== undefined && facts.name in INCIDENTS ? incidentTexts(facts, t) : undefined
  const isMoment = facts !== undefined && INCIDENTS[facts.name]?.isMoment === true
  const notes = [
    times !== undefined && t('{count} times', { count: times }),
    lasts && t('goes on'),
    until !== undefined &&
      !(isMoment && until === at) &&
      t.html('until {time} ({age})', { time: timeOf(until, at), age: duration((until - at) / 1000, t) }),
  ].filter((note) => note !== false)
  const line = html`${timeOf(at, now)} <strong class="severity ${severity}">${t(WORDS[severity])}</strong> ${texts?.sentence ?? text} <small>${notes.map((note, index) => html`${index > 0 && ', '}${note}`)}</small>`
  if (texts === undefined) return html`<li>${line}</li>`
  const { effect, remedy } = texts
  return html`<li><details data-fold="log:${id}"><summary>${line}</summary><dl>${explanation({ reason: facts!.reason, effect, remedy }, t)}</dl></details></li>`
}

/** A time as on the cards: 24 hours, UTC; with its day, unless that is the day of `near`. */
function timeOf(at: number, near: number): Html {
  const iso = new Date(at).toISOString()
  const isNear =
    Math.abs(near - at) < DAY_MS && iso.slice(0, 10) === new Date(near).toISOString().slice(0, 10)
  return html`<time datetime="${iso}">${isNear ? '' : `${iso.slice(0, 10)} `}${iso.slice(11, 19)} UTC</time>`
}
