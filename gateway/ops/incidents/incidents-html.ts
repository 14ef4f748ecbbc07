import { INCIDENT_NAMES, INCIDENTS } from '../../../core/platform/incidents/catalogue.ts'
import type { Incident } from '../../../core/platform/incidents/incident.ts'
import type { Severity } from '../../../core/platform/incidents/kinds/severity.ts'
import { type Html, html } from '../../pages/html.ts'

/** A fault whose newest sign is older may be over. */
export const QUIET_MS = 30_000

const WORDS: Readonly<Record<Severity, string>> = {
  critical: 'Critical',
  warning: 'Warning',
  notice: 'Notice',
}

/** The incidents of the overview: fault, beginning, number, reason and remedy of each. */
export function incidentsAsHtml(incidents: readonly Incident[], at: number): Html {
  if (incidents.length === 0) return html`<p class="done">Nothing needs attention.</p>`
  return html`<ul class="incidents">${incidents.map((each) => item(each, at))}</ul>`
}

function item(incident: Incident, at: number): Html {
  const { name, severity, sentence, since, lastAt, count, reason, remedy, link, organization } = incident
  const facts = [
    html`Since <time datetime="${new Date(since).toISOString()}">${clock(since)} UTC</time> (${ago(at - since)})`,
    count > 1 && html`, ${count.toLocaleString('en-US')} times`,
    at - lastAt > QUIET_MS && html`, the newest sign ${ago(at - lastAt)} ago`,
    organization !== undefined && html`, organization ${organization}`,
  ]
  return html`<li class="incident" data-incident="${name}" data-severity="${severity}"><p><strong class="severity ${severity}">${WORDS[severity]}</strong> <strong>${sentence}</strong></p>
<p>${facts}.${reason !== '' && html` Last reason: <span class="text">${reason}</span>`}</p>
<p>${remedy} <a href="${link}" aria-label="More about: ${sentence}">More</a></p></li>`
}

/** Every kind of incident, with a section that incidents link to. */
export const manualAsHtml = (): Html =>
  html`${INCIDENT_NAMES.map((name) => {
    const { severity, sentence, effect, remedy } = INCIDENTS[name]
    return html`<section aria-labelledby="${name}"><h2 id="${name}">${sentence.replace('%s', '…')}</h2>
<p><strong class="severity ${severity}">${WORDS[severity]}</strong> <code>${name}</code></p>
<p>${effect}</p>
<p>${remedy}</p></section>`
  })}
<p><a href="/ops">Back to the overview</a></p>`

const clock = (milliseconds: number): string => {
  const text = new Date(milliseconds).toISOString()
  return Date.now() - milliseconds < 20 * 3600_000 ? text.slice(11, 19) : text.slice(0, 19).replace('T', ' ')
}

function ago(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  if (seconds < 120) return `${seconds} s`
  if (seconds < 2 * 3600) return `${Math.round(seconds / 60)} min`
  return seconds < 48 * 3600 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`
}
