import { LANGUAGES } from '../../../core/platform/text/languages.ts'
import { type Html, html } from '../html.ts'
import { type Page, page, show } from '../page.ts'
import type { PageLanguage } from '../texts/language.ts'
import { arabic } from './ar.ts'
import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'
import { japanese } from './ja.ts'
import type { Guide, Step } from './task.ts'
import { chinese } from './zh-hans.ts'

/** The guide for administrators in each language. */
export const GUIDES: Readonly<Record<PageLanguage, Guide>> = {
  en: english,
  de: german,
  es: spanish,
  fr: french,
  ar: arabic,
  ja: japanese,
  'zh-hans': chinese,
}

const PATH = '/help/administration'

/** The address of the guide in a language. English has the one without a code. */
export const guidePath = (language: PageLanguage): string =>
  language === 'en' ? PATH : `${PATH}/${language}`

const entries = Object.entries(GUIDES) as [PageLanguage, Guide][]

const stepOf = ({ text, place }: Step): Html =>
  html`<li>${text}${place !== undefined && html` <a href="/${place[0]}">${place[1]}</a>`}</li>
`

const otherLanguages = (language: PageLanguage): Html =>
  html`<p class="languages">${entries
    .filter(([other]) => other !== language)
    .map(
      ([other]) =>
        html`<a href="${guidePath(other)}" lang="${other}" hreflang="${other}">${LANGUAGES[other]}</a>`,
    )}</p>`

function bodyOf({ hint, contents, tasks }: Guide, language: PageLanguage): Html {
  return html`<div lang="${language}">
<p>${hint}</p>
${otherLanguages(language)}
<nav aria-label="${contents}"><ul>
${tasks.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>\n`)}</ul></nav>
${tasks.map(({ id, title, steps }) => html`<h2 id="${id}">${title}</h2>\n<ul>\n${steps.map(stepOf)}</ul>\n`)}</div>`
}

export const guidePages = (): Page[] =>
  entries.map(([language, guide]) =>
    page({
      method: 'GET',
      path: guidePath(language),
      scope: 'server',
      handler: () => show({ title: guide.title, body: bodyOf(guide, language), width: 'medium', language }),
    }),
  )
