import type { EventName } from '../../core/state/events/catalogue.ts'
import { WIRE_SCHEMAS } from '../../core/state/events/wire-schema.ts'
import { type Html, html } from '../pages/html.ts'
import { fieldList } from './field-list.ts'
import { codeBlock } from './highlight.ts'
import { EVENTS, type PageContent } from './layout.ts'
import type { EventType, Reference } from './model.ts'
import { describeFields } from './value-schema.ts'

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

/** A difference in words. */
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
