import { type Html, html } from '../html.ts'
import { type Page, page, show } from '../page.ts'
import type { PageLanguage } from '../texts/language.ts'
import type { HelpTexts } from './help-text.ts'
import { helpTexts } from './help-texts.ts'

const table = ({ columns, apps }: HelpTexts): Html => html`<table class="stacked">
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>
${apps.map(
  ([
    app,
    chat,
    notifications,
  ]) => html`<tr><th scope="row">${app}</th><td data-column="${columns[1]}">${chat}</td>
<td data-column="${columns[2]}">${notifications}</td></tr>
`,
)}</tbody>
</table>`

const bodyOf = (texts: HelpTexts): Html => html`<p>${texts.hint}</p>
${table(texts)}
${texts.parts.map(([title, text]) => html`<h2>${title}</h2>\n<p>${text}</p>\n`)}`

const shown = (language: PageLanguage) => {
  const texts = helpTexts[language]
  return show({ title: texts.title, body: bodyOf(texts), width: 'medium', language })
}

/** The features of each app: in the visitor's language, and in each language at an address of its own. */
export const helpPages = (): Page[] => [
  page({ method: 'GET', path: '/help', scope: 'server', handler: ({ t }) => shown(t.language) }),
  ...(Object.keys(helpTexts) as PageLanguage[]).map((language) =>
    page({ method: 'GET', path: `/help/${language}`, scope: 'server', handler: () => shown(language) }),
  ),
]
