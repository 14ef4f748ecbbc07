import type { EventName } from '../../core/state/events/catalogue.ts'
import { WIRE_SCHEMAS } from '../../core/state/events/wire-schema.ts'
import { when } from '../http/endpoint.ts'
import { type Html, html } from '../pages/html.ts'
import { errorList } from './error-list.ts'
import { fieldList, withCode } from './field-list.ts'
import type { Guide } from './guides.ts'
import { codeBlock } from './highlight.ts'
import { EVENTS, GUIDES, methodMark, type PageContent } from './layout.ts'
import type { EventType, OperationGroup, Reference } from './model.ts'
import { COMMON_ERRORS } from './openapi/responses.ts'
import { breakable } from './operation-content.ts'
import { REFERENCE } from './operation-page.ts'
import { describeFields } from './value-schema.ts'

/** Stands in the introduction where the list of errors belongs. */
const ERRORS_PLACE = '<!-- the errors of every operation -->'

const commonErrors = Object.values(COMMON_ERRORS).flatMap(({ description, errors }) =>
  errors.map(({ condition, error }) => when(condition || description, error)),
)

/** The start page: the introduction, then every operation. */
export function startContent(introduction: string, { groups, guides, prose }: Reference): PageContent {
  const [beforeErrors = '', afterErrors = ''] = introduction.split(ERRORS_PLACE)
  return {
    title: 'Loquat API',
    description: 'The interface of Loquat for bots, integrations and clients: operations, events and guides.',
    page: REFERENCE,
    main: html`<div class="page start">
<h1>Loquat API</h1>
${prose.document(beforeErrors)}
${errorList(commonErrors, prose)}
${prose.document(afterErrors)}
<h2 id="guides">Guides</h2>
${guideList(guides, prose)}
<h2 id="operations">Operations</h2>
${groups.map(
  (
    group,
  ) => html`<h3 id="${group.page.slice(REFERENCE.length)}"><a href="${group.page}">${group.name}</a></h3>
<p class="about-group">${group.description}</p>
${operationList(group)}`,
)}
</div>`,
  }
}

const guideList = (guides: readonly Guide[], prose: Reference['prose']): Html =>
  html`<ul class="cards">${guides.map(
    ({ page, title, summary }) =>
      html`<li><a href="${page}">${title}</a><p>${prose.sentence(summary)}</p></li>`,
  )}</ul>`

/** The page of a resource: its operations with what they do. */
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

const operationList = ({ operations }: OperationGroup): Html =>
  html`<ul class="operation-list">${operations.map(
    ({ page, endpoint }) => html`<li><a href="${page}">${withCode(endpoint.summary)}</a>
<span class="route">${methodMark(endpoint.method)} <code>${breakable(endpoint.path)}</code></span></li>\n`,
  )}</ul>`

/** The list of all events. */
export function eventsContent({ events, prose }: Reference): PageContent {
  return {
    title: 'Events',
    description:
      'Every event that Loquat sends to event queues: its fields, who receives it and by what it varies.',
    page: EVENTS,
    main: html`<div class="page">
<h1>Events</h1>
${prose.paragraphs(
  'A client that has registered an event queue (`POST /register`) gets each change as an event, by long poll (`GET /events`) or on a WebSocket. Every event has an `id`, which increases within the queue, and a `type`; many have an `op`. [Staying live](staying-live.md) explains how to follow them. Ignore events and fields that you do not know.',
)}
<ul class="operation-list">${events.map(
      ({ name, page, declaration }) =>
        html`<li><a href="${page}"><code>${name}</code></a> <p>${prose.sentence(declaration.sentWhen)}</p></li>\n`,
    )}</ul>
</div>`,
  }
}

/** What a difference is, in words. */
const differenceText = (difference: string): Html =>
  difference === 'the reader' ? html`who reads it` : html`<code>${difference}</code>`

const ORIGINS = {
  ephemeral: 'It is not kept: a client that is away does not get it later.',
  gateway: 'The server that delivers the queue makes it, of another event or on its own.',
} as const

/** The page of one event. */
export function eventContent(
  { name, declaration, page }: EventType,
  { prose, examples }: Reference,
): PageContent {
  const schema = WIRE_SCHEMAS[name as EventName]
  const { receivedBy, variesBy = [], origin } = declaration
  const example = examples.events[name]
  return {
    title: `Event ${name}`,
    description: `The event ${name}: ${receivedBy}`,
    page,
    main: html`<article class="operation">
<div class="lead">
<p class="crumb"><a href="${EVENTS}">Events</a></p>
<h1>Event <code>${name}</code></h1>
<dl class="about">
<div><dt>Sent when</dt><dd>${prose.sentence(declaration.sentWhen)}</dd></div>
<div><dt>Who receives it</dt><dd>${prose.sentence(receivedBy)}</dd></div>
${
  variesBy.length > 0 &&
  html`<div><dt>Varies by</dt><dd>${variesBy.map((each, i) => html`${i > 0 && ', '}${differenceText(each)}`)} (parameters of <a href="/api/post-register"><code>POST /register</code></a>)</dd></div>`
}
${origin !== undefined && html`<div><dt>Kept</dt><dd>${ORIGINS[origin]}</dd></div>`}
</dl>
</div>
<div class="told">
<section aria-labelledby="fields"><h2 id="fields">Fields</h2>
${fieldList(describeFields(schema.shape), prose, 'fields')}
</section>
</div>
<div class="shown">
${
  example !== undefined &&
  html`<section aria-labelledby="example"><h2 id="example">Example</h2>
<p class="facts">From the tests, with long lists shortened.</p>
${codeBlock(JSON.stringify(example, undefined, 2), 'json', 'Recorded event')}</section>`
}
</div>
</article>`,
  }
}

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
