import type { ErrorExample } from '../http/endpoint/endpoint.ts'
import { type Html, html } from '../pages/html.ts'
import type { Prose } from './prose.ts'

/** Errors with their status, code, message and condition. */
export const errorList = (errors: readonly ErrorExample[], prose: Prose): Html =>
  html`<ul class="errors">${errors.map((each) => oneError(each, prose))}</ul>`

function oneError({ condition, error }: ErrorExample, prose: Prose): Html {
  const extra = Object.entries(error.extra)
  return html`<li>
<p class="error-name"><span class="status">${error.status}</span> <code>${error.code}</code></p>
<p class="message">${error.message}</p>
${condition !== '' && prose.paragraphs(condition)}
${
  extra.length > 0 &&
  html`<p class="facts">With ${extra.map(
    ([name, value], i) => html`${i > 0 && ', '}<code>${name}: ${JSON.stringify(value) ?? ''}</code>`,
  )}</p>`
}
</li>\n`
}
