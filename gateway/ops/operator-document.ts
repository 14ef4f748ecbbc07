import type { Reply } from '../http/reply/reply.ts'
import { renderDocument } from '../pages/document.ts'
import { type Html, html } from '../pages/html.ts'
import { OVERVIEW_SCRIPT_PATH } from './overview-script.ts'
import type { OperatorSay } from './texts/say.ts'

const TABS = [
  ['/ops', 'Overview'],
  ['/ops/jobs', 'Queues'],
  ['/ops/organizations', 'Organizations'],
  ['/ops/processes', 'Processes'],
  ['/ops/queues', 'Bull Board'],
  ['/ops/mail', 'Mail'],
] as const
type Tab = (typeof TABS)[number][0]

/** A page for operators, below links to all of them. `tab`: the address of the one that it belongs to. */
export function renderOperatorPage(tab: Tab, title: string, body: Html, t: OperatorSay): string {
  const links = TABS.map(
    ([address, name]) =>
      html`<a href="${address}"${address === tab && html` aria-current="page"`}>${name === 'Bull Board' ? name : t(name)}</a>`,
  )
  const whole = html`<nav class="tabs" aria-label="${t('Operator')}">${links}</nav>${body}`
  return renderDocument({ title, body: whole, width: 'full', language: t.language }, undefined)
}

export const operatorPage = (tab: Tab, title: string, body: Html, t: OperatorSay): Reply => ({
  status: '200 OK',
  headers: [['Content-Type', 'text/html; charset=utf-8']],
  body: renderOperatorPage(tab, title, body, t),
  compressible: true,
})

const UNANSWERED = 'The server does not answer. These are the last figures.'

/**
 * Content whose parts, named by `data-part`, refresh themselves. `source`: the address that has the parts;
 * default: the page itself.
 */
export const refreshing = (content: Html, t: OperatorSay, source?: string): Html =>
  html`<p class="refreshing"><button type="button" class="quiet" id="pause" aria-pressed="false" hidden>${t('Stop refreshing')}</button>
<span class="hint" id="refreshing" role="status" data-failed="${t(UNANSWERED)}"></span></p>
<div id="figures"${source !== undefined && html` data-source="${source}"`}>${content}</div>
<script src="${OVERVIEW_SCRIPT_PATH}" defer></script>`

/** Leads the browser to a page after a change. */
export const seeOther = (address: string): Reply => ({
  status: '303 See Other',
  headers: [['Location', address]],
  body: '',
})
