import { REFERENCE } from '../http/errors/operation-page.ts'
import { html } from '../pages/html.ts'
import type { PageContent } from './layout.ts'

/** The name of the page among the built ones. */
export const NOT_FOUND = `${REFERENCE}not-found`

/** Shown at addresses below /api/ without a page. */
export const notFoundContent = (): PageContent => ({
  title: 'No such page',
  description: 'This page does not exist.',
  page: NOT_FOUND,
  main: html`<div class="page">
<h1>No such page</h1>
<p>The reference has no page at this address. <a href="${REFERENCE}">All operations</a> are on its start page.</p>
<p>The interface itself is below <code>/api/v1/</code>.</p>
</div>`,
})
