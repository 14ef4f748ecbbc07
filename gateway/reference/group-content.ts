import { type Html, html } from '../pages/html.ts'
import { withCode } from './field-list.ts'
import { methodMark, type PageContent } from './layout.ts'
import type { OperationGroup, Reference } from './model.ts'
import { breakable } from './operation-content.ts'

/** The page of a resource: its operations with their summaries. */
export function groupContent(group: OperationGroup, { prose }: Reference): PageContent {
  return {
    title: group.name,
    description: group.description,
    page: group.page,
    group,
    main: html`<div class="page">
<h1>${group.name}</h1>
${prose.paragraphs(group.description)}
${operationList(group)}
</div>`,
  }
}

/** Operations with their summaries. */
export const operationList = ({ operations }: OperationGroup): Html =>
  html`<ul class="operation-list">${operations.map(
    ({ page, endpoint }) => html`<li><a href="${page}">${withCode(endpoint.summary)}</a>
<span class="route">${methodMark(endpoint.method)} <code>${breakable(endpoint.path)}</code></span></li>\n`,
  )}</ul>`
