import { type Html, html } from '../html.ts'
import { type Page, page, show } from '../page.ts'
import type { PageLanguage } from '../texts/language.ts'
import { german } from './de.ts'
import { english } from './en.ts'
import type { Guide, Step } from './task.ts'

/** The guide for administrators, one page for each language. */
export const GUIDES: readonly (readonly [path: string, guide: Guide, language: PageLanguage])[] = [
  ['/help/administration', english, 'en'],
  ['/help/administration/de', german, 'de'],
]

const stepOf = ({ text, place }: Step): Html =>
  html`<li>${text}${place !== undefined && html` <a href="/${place[0]}">${place[1]}</a>`}</li>
`

function bodyOf({ hint, contents, other, tasks }: Guide, language: string): Html {
  const [path, name, otherLanguage] = other
  return html`<div lang="${language}">
<p>${hint} <a href="${path}" lang="${otherLanguage}" hreflang="${otherLanguage}">${name}</a></p>
<nav aria-label="${contents}"><ul>
${tasks.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>\n`)}</ul></nav>
${tasks.map(({ id, title, steps }) => html`<h2 id="${id}">${title}</h2>\n<ul>\n${steps.map(stepOf)}</ul>\n`)}</div>`
}

export const guidePages = (): Page[] =>
  GUIDES.map(([path, guide, language]) =>
    page({
      method: 'GET',
      path,
      scope: 'server',
      handler: () => show({ title: guide.title, body: bodyOf(guide, language), width: 'medium', language }),
    }),
  )
