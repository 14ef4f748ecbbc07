import { type Html, html } from '../pages/html.ts'
import type { Guide } from './guides.ts'
import { GUIDES, type PageContent } from './layout.ts'
import type { Reference } from './model.ts'

/** Guides with their first sentences. */
export const guideList = (guides: readonly Guide[], prose: Reference['prose']): Html =>
  html`<ul class="cards">${guides.map(
    ({ page, title, summary }) =>
      html`<li><a href="${page}">${title}</a><p>${prose.sentence(summary)}</p></li>`,
  )}</ul>`

/** The list of guides. */
export function guidesContent({ guides, prose }: Reference): PageContent {
  return {
    title: 'Guides',
    description: 'Guides to bots, integrations and clients of Loquat.',
    page: GUIDES,
    main: html`<div class="page">
<h1>Guides</h1>
${guideList(guides, prose)}
</div>`,
  }
}

/** The page of one guide. */
export function guideContent({ title, summary, text, page }: Guide, { prose }: Reference): PageContent {
  return {
    title,
    description: summary,
    page,
    main: html`<div class="page guide">
<p class="crumb"><a href="${GUIDES}">Guides</a></p>
<h1>${title}</h1>
${prose.document(text)}
</div>`,
  }
}
