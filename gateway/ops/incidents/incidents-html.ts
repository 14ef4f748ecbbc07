import {
  INCIDENT_NAMES,
  ofAnySubject,
  remediesOf,
  severitiesOf,
} from '../../../core/platform/incidents/catalogue.ts'
import type { Incident } from '../../../core/platform/incidents/incident.ts'
import type { Severity } from '../../../core/platform/incidents/kinds/severity.ts'
import { type Html, html } from '../../pages/html.ts'
import { duration } from '../texts/duration.ts'
import { incidentTexts, kindTexts, type OperatorSay } from '../texts/say.ts'
import { isMomentOver, QUIET_MS } from './moment.ts'

/** Kinds of incidents that are shown before the fold. */
const SHOWN_KINDS = 12

export const WORDS = {
  critical: 'Critical',
  warning: 'Warning',
  notice: 'Notice',
} as const satisfies Readonly<Record<Severity, string>>

/**
 * The incidents of the overview: fault, effect, beginning, number, reason and remedy of each, and below it
 * what it explains. The first one of each kind is shown in the given order; the others of the kind are below
 * it, folded with their number. Moments that are over are folded at the end.
 */
export function incidentsAsHtml(incidents: readonly Incident[], at: number, t: OperatorSay): Html {
  if (incidents.length === 0) return html`<p class="done">${t('Nothing needs attention.')}</p>`
  const over = incidents.filter((each) => isMomentOver(each, at))
  const kinds = byKind(incidents.filter((each) => !over.includes(each)))
  const items = kinds.map(([first, ...others]) => [
    item(first!, at, t),
    effectsOf(first!, at, t),
    fold(
      first!.name,
      moreOfKind(others.length, t),
      others.flatMap((each) => [item(each, at, t), effectsOf(each, at, t)]),
    ),
  ])
  const rest = items.slice(SHOWN_KINDS)
  const count = kinds.slice(SHOWN_KINDS).flat().length
  const title = count === 1 ? t('1 more incident') : t('{count} more incidents', { count })
  const overTitle =
    over.length === 1 ? t('1 incident is over') : t('{count} incidents are over', { count: over.length })
  return html`${items.length === 0 && html`<p class="done">${t('Nothing needs attention now.')}</p>`}<ul class="incidents">${items.slice(0, SHOWN_KINDS)}${fold('rest', title, rest)}${fold(
    'over',
    overTitle,
    over.map((each) => [item(each, at, t), effectsOf(each, at, t)]),
  )}</ul>`
}

const moreOfKind = (count: number, t: OperatorSay): string =>
  count === 1 ? t('1 more of this kind') : t('{count} more of this kind', { count })

/** The severity of the worst incident of a subject, for the row of a table; empty without an incident. */
export type SeverityMark = (subject: string) => Html | false

/** Marks rows by the incidents that last, those that others explain included. */
export function severityMarks(incidents: readonly Incident[], at: number, t: OperatorSay): SeverityMark {
  const worst = new Map<string, Severity>()
  const order = Object.keys(WORDS) as Severity[]
  for (const each of incidents.flatMap((one) => [one, ...(one.effects ?? [])])) {
    const { subject, severity } = each
    const known = worst.get(subject)
    if (isMomentOver(each, at) || (known !== undefined && order.indexOf(known) <= order.indexOf(severity)))
      continue
    worst.set(subject, severity)
  }
  return (subject) => {
    const severity = worst.get(subject)
    return severity !== undefined && html` <small class="severity ${severity}">${t(WORDS[severity])}</small>`
  }
}

/** The incidents that one explains: a line for each kind, which opens. */
function effectsOf({ name, effects = [] }: Incident, at: number, t: OperatorSay): Html | false {
  if (effects.length === 0) return false
  const folds = byKind(effects).map((ofKind) => {
    const [first, ...others] = ofKind
    const { severity } = first!
    const more = others.length > 0 && html` <small>${moreOfKind(others.length, t)}</small>`
    return fold(
      `${name}:${first!.name}`,
      html`<span class="severity ${severity}">${t(WORDS[severity])}</span> ${incidentTexts(first!, t).sentence}${more}`,
      ofKind.map((each) => item(each, at, t)),
    )
  })
  return html`<li class="effects"><p>${t('Consequences, which end with it:')}</p><ul>${folds}</ul></li>`
}

/** The incidents of each kind, the kinds in the order of their first ones. */
function byKind(incidents: readonly Incident[]): Incident[][] {
  const kinds = new Map<string, Incident[]>()
  for (const incident of incidents) {
    const known = kinds.get(incident.name)
    if (known === undefined) kinds.set(incident.name, [incident])
    else known.push(incident)
  }
  return [...kinds.values()]
}

/** `name`: the fold that a refreshed page opens again. */
const fold = (
  name: string,
  title: string | Html,
  items: readonly (Html | false | readonly (Html | false)[])[],
) =>
  items.length > 0 &&
  html`<li><details data-fold="${name}"><summary>${title}</summary><ul class="incidents">${items}</ul></details></li>`

function item(incident: Incident, at: number, t: OperatorSay): Html {
  const { name, severity, since, lastAt, count, reason, link, organization } = incident
  const { sentence, effect, remedy } = incidentTexts(incident, t)
  const isOver = isMomentOver(incident, at)
  const time = html`<time datetime="${new Date(since).toISOString()}">${clock(since)} UTC</time>`
  const facts = [
    t.html(isOver ? 'At {time} ({age} ago)' : 'Since {time} ({age})', { time, age: ago(at - since, t) }),
    count > 1 &&
      t(', noticed {count} times', { count: count.toLocaleString(t.language === 'de' ? 'de-DE' : 'en-US') }),
    !isOver && at - lastAt > QUIET_MS && t(', the newest sign {age} ago', { age: ago(at - lastAt, t) }),
    organization !== undefined && t(', organization {name}', { name: organization }),
  ]
  return html`<li class="incident" data-incident="${name}" data-severity="${isOver ? 'over' : severity}"><p><strong class="severity ${isOver ? 'over' : severity}">${t(isOver ? 'Over' : WORDS[severity])}</strong> <strong>${sentence}</strong></p>
<p>${facts}.</p>
<dl>${explanation({ reason, effect, remedy }, t, html` <a href="${link}" aria-label="${t('More about: {sentence}', { sentence })}">${t('More')}</a>`)}</dl></li>`
}

/** The reason of an incident, what it means, and what to do, as entries of a list of terms. */
export const explanation = (
  { reason, effect, remedy }: { reason: string; effect: string; remedy: string },
  t: OperatorSay,
  more: Html = html``,
): Html =>
  html`${reason !== '' && html`<dt>${t('Last reason:')}</dt> <dd><span class="text">${t.of(reason)}</span></dd>`}
<dt>${t('What it means:')}</dt> <dd>${effect}</dd>
<dt>${t('What to do:')}</dt> <dd>${inLines(remedy)}${more}</dd>`

/** A text with a paragraph for each of its lines. */
const inLines = (text: string): Html =>
  html`${text.split('\n').map((line) => html`<p>${withCommands(line)}</p> `)}`

/** A text with its commands, which are in backticks, as code. Those that name a page of /ops lead to it. */
const withCommands = (text: string): Html =>
  html`${text.split('`').map((part, index) => {
    if (index % 2 === 0) return part
    return part.startsWith('/ops/') ? html`<a href="${part}">${part}</a>` : html`<code>${part}</code>`
  })}`

/** Every kind of incident, with a section that incidents link to. */
export const manualAsHtml = (t: OperatorSay): Html =>
  html`${INCIDENT_NAMES.map((name) => {
    const texts = kindTexts(name, t)
    return html`<section aria-labelledby="${name}"><h2 id="${name}">${ofAnySubject(texts.sentence)}</h2>
<p>${severitiesOf(name).map((severity) => html`<strong class="severity ${severity}">${t(WORDS[severity])}</strong> `)}<code>${name}</code></p>
<p>${ofAnySubject(texts.effect)}</p>
${remediesOf(texts).map(inLines)}</section>`
  })}
<p><a href="/ops">${t('Back to the overview')}</a></p>`

const clock = (milliseconds: number): string => {
  const text = new Date(milliseconds).toISOString()
  return Date.now() - milliseconds < 20 * 3600_000 ? text.slice(11, 19) : text.slice(0, 19).replace('T', ' ')
}

const ago = (milliseconds: number, t: OperatorSay): string =>
  duration(Math.max(0, Math.round(milliseconds / 1000)), t)
