import { renderDocument } from '../pages/document.ts'
import { type Html, html } from '../pages/html.ts'

const TABS = [
  ['/ops', 'Overview'],
  ['/ops/queues', 'Queues'],
  ['/ops/mail', 'Mail'],
] as const

/** A page for operators, below links to all of them. `tab`: the address of the one that it belongs to. */
export function renderOperatorPage(tab: (typeof TABS)[number][0], title: string, body: Html): string {
  const links = TABS.map(
    ([address, name]) =>
      html`<li><a href="${address}"${address === tab && html` aria-current="page"`}>${name}</a></li>`,
  )
  const whole = html`<nav aria-label="Operator"><ul class="tabs">${links}</ul></nav>${body}`
  return renderDocument({ title, body: whole, width: 'wide' }, undefined)
}
