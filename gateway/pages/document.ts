import { directionOf, LANGUAGES } from '../../core/platform/text/languages.ts'
import { realmIcon } from '../../core/state/realm/images.ts'
import type { RealmRecord } from '../../core/state/realm/record.ts'
import { type PageScript, scriptPaths } from '../static/page-scripts.ts'
import { type Html, html } from './html.ts'
import { LOGO_PATH, STYLE_PATH } from './style.ts'
import type { PageLanguage } from './texts/language.ts'
import { say } from './texts/say.ts'

/** The content of one page, inside the common layout. */
export interface Content {
  readonly title: string
  /** Below the heading, which repeats the title. */
  readonly body: Html
  /** `medium`: for text. `full`: the whole window, for tables and plots. Default: for a form. */
  readonly width?: 'medium' | 'full'
  /** The language of the title and the body. Default: the visitor's. */
  readonly language?: PageLanguage
  /** Whether the visitor can choose another language below the page. */
  readonly offersLanguages?: boolean
  /** The address to which the browser goes on at once. */
  readonly forwardTo?: string
}

/** The layout of all pages: landmarks, a heading, and a link that skips the header. */
export function renderDocument(
  { title, body, width, forwardTo, language = 'en', offersLanguages = false }: Content,
  realm: RealmRecord | undefined,
  scripts: readonly PageScript[] = [],
): string {
  const t = say(language)
  const site = realm?.settings.name ?? 'Loquat'
  const icon = realm && realmIcon(realm).url
  return html`<!doctype html>
<html lang="${language}"${directionOf(language) === 'rtl' && html` dir="rtl"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${forwardTo !== undefined && html`<meta http-equiv="refresh" content="0;url=${forwardTo}">\n`}<title>${title} | ${site}</title>
<link rel="icon" href="${LOGO_PATH}" type="image/svg+xml">
<link rel="stylesheet" href="${STYLE_PATH}">
${scriptPaths(scripts).map(
  (path) => html`<script src="${path}" defer></script>
`,
)}</head>
<body${width !== undefined && html` class="${width}"`}>
<a class="skip" href="#main">${t('Skip to content')}</a>
<header><img src="${icon?.startsWith('/user_avatars/') ? icon : LOGO_PATH}" alt=""><span>${site}</span></header>
<main id="main">
<h1>${title}</h1>
${body}
</main>
<footer>Loquat · <a href="/help">${t('Help')}</a> · <a href="/api/">API</a>${
    offersLanguages && languageLinks(language)
  }</footer>
</body>
</html>
`.text
}

/** The languages of pages, each as a link that returns to this page in the language. */
const languageLinks = (current: PageLanguage): Html => html`
<nav class="languages" aria-label="${say(current)('Language')}">${Object.entries(LANGUAGES).map(
  ([code, name]) =>
    html`<a href="/language/${code}" hreflang="${code}" lang="${code}"${
      code === current && html` aria-current="true"`
    }>${name}</a> `,
)}</nav>`
