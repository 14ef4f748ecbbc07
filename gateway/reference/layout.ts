import { REFERENCE } from '../http/errors/operation-page.ts'
import { type Html, html } from '../pages/html.ts'
import { LOGO_PATH } from '../pages/style.ts'
import { withCode } from './field-list.ts'
import type { OperationGroup, Reference } from './model.ts'

/** The addresses of the scripts and the style sheet, which the build names after their contents. */
export interface Assets {
  readonly styles: readonly string[]
  readonly script: string
  /** Runs before the page shows, so that the chosen theme does not flash. */
  readonly themeScript: string
}

export interface PageContent {
  readonly title: string
  /** For search engines and link previews. */
  readonly description: string
  readonly page: string
  /** The resource whose operations the menu shows. */
  readonly group?: OperationGroup
  readonly main: Html
}

export const GUIDES = `${REFERENCE}guides`
export const EVENTS = `${REFERENCE}events`

/** One page of the reference, in the common layout. */
export function renderPage(content: PageContent, reference: Reference, assets: Assets): string {
  const isStart = content.page === REFERENCE
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${content.description}">
<title>${isStart ? content.title : `${content.title} | Loquat API`}</title>
<link rel="icon" href="${LOGO_PATH}" type="image/svg+xml">
${assets.styles.map((style) => html`<link rel="stylesheet" href="${style}">\n`)}<script src="${assets.themeScript}"></script>
<script type="module" src="${assets.script}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<button class="menu-button" popovertarget="menu">Menu</button>
<a class="home" href="${REFERENCE}"><img src="${LOGO_PATH}" alt="" width="26" height="26"><span>Loquat <b>API</b></span></a>
<div class="search" id="search" hidden>
<input type="search" role="combobox" aria-label="Search the reference" placeholder="Search" aria-expanded="false" aria-controls="found" aria-autocomplete="list" autocomplete="off" spellcheck="false">
<kbd aria-hidden="true">/</kbd>
<div class="found" hidden><div id="found" role="listbox" aria-label="Found"></div><p class="nothing" role="status"></p></div>
</div>
<button class="theme" id="theme" hidden></button>
</header>
<div class="frame">
<nav class="menu" id="menu" popover aria-label="Reference">
${menu(content, reference)}
</nav>
<main id="main">
${content.main}
</main>
</div>
<footer class="end"><p>Made from the declarations of the server. <a href="/api/v1/openapi.json">OpenAPI document</a>, <a href="/api/v1/asyncapi.json">AsyncAPI document</a></p></footer>
</body>
</html>
`.text
}

function menu({ page, group }: PageContent, { groups, guides }: Reference): Html {
  const link = (address: string, text: Html | string) =>
    html`<li><a href="${address}"${page === address && html` aria-current="page"`}>${text}</a></li>`
  return html`<ul>
${link(REFERENCE, 'Introduction')}
${link(EVENTS, 'Events')}
</ul>
<h2><a href="${GUIDES}"${page === GUIDES && html` aria-current="page"`}>Guides</a></h2>
<ul>
${guides.map((guide) => link(guide.page, guide.title))}
</ul>
<h2>Operations</h2>
<ul>
${groups.map((each) =>
  each === group
    ? html`<li><a class="open" href="${each.page}"${page === each.page && html` aria-current="page"`}>${each.name}</a>
<ul class="operations">${each.operations.map((operation) => link(operation.page, operationName(operation.endpoint.method, operation.endpoint.summary)))}</ul></li>`
    : link(each.page, each.name),
)}
</ul>`
}

/** A method with its mark. */
export const methodMark = (method: string): Html =>
  html`<span class="method ${method.toLowerCase()}">${method}</span>`

const operationName = (method: string, summary: string): Html =>
  html`<span class="summary">${withCode(summary)}</span>${methodMark(method)}`
