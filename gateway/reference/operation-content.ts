import type { Endpoint } from '../http/endpoint/endpoint.ts'
import type { Parameter } from '../http/endpoint/parameter.ts'
import { type Html, html } from '../pages/html.ts'
import { errorList } from './error-list.ts'
import { fieldList, type ListedField, withCode } from './field-list.ts'
import { codeBlock } from './highlight.ts'
import { methodMark, type PageContent } from './layout.ts'
import type { Operation, OperationGroup, Reference } from './model.ts'
import { callersOf, errorsOf } from './openapi/callers.ts'
import { samplesOf } from './samples.ts'
import { tryForm } from './try-form.ts'
import { describeFields } from './value-schema.ts'

/** The page of one operation. */
export function operationContent(
  operation: Operation,
  group: OperationGroup,
  reference: Reference,
): PageContent {
  const { endpoint, page } = operation
  const { summary, description } = endpoint
  const { prose } = reference
  return {
    title: summary.replaceAll('`', ''),
    description: `${endpoint.method} /api/v1${endpoint.path}: ${summary}.`,
    page,
    group,
    main: html`<article class="operation">
<div class="lead">
<p class="crumb"><a href="${group.page}">${group.name}</a></p>
<h1>${withCode(summary)}</h1>
<p class="route">${methodMark(endpoint.method)} <code>/api/v1${breakable(endpoint.path)}</code></p>
${description !== undefined && prose.paragraphs(description)}
${facts(endpoint, reference)}
</div>
<div class="told">
${parameters(endpoint, reference)}
${response(endpoint, reference)}
${errors(endpoint, reference)}
</div>
<div class="shown">
${samples(endpoint)}
${recorded(operation, reference)}
${tryForm(endpoint)}
</div>
${neighbours(operation, group)}
</article>`,
  }
}

/** Lets a path break before its slashes. */
export const breakable = (path: string): Html =>
  html`${path.split(/(?=\/)/).map((part) => html`<wbr>${part}`)}`

function facts(endpoint: Endpoint, { prose }: Reference): Html {
  const rows: [string, Html | string][] = [
    ['Who may call it', prose.sentence(callersOf(endpoint))],
    [
      'Since',
      endpoint.since === undefined
        ? html`The first <a href="/api/#feature-levels">feature level</a>`
        : html`<a href="/api/#feature-levels">Feature level</a> ${endpoint.since}`,
    ],
    ...(endpoint.rateLimited
      ? []
      : [['Rate limit', 'Calls do not count against the limit.'] as [string, string]]),
    ...(endpoint.sameOrigin
      ? [['Browsers', 'Pages of other sites cannot read the response.'] as [string, string]]
      : []),
  ]
  return html`<dl class="about">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`)}</dl>`
}

function parameters({ method, params, file, optionalFile }: Endpoint, { prose }: Reference): Html {
  const described = describeFields(
    Object.fromEntries(Object.entries(params).map(([name, { schema }]) => [name, schema])),
  )
  const fields = described.map((field): ListedField => {
    const parameter = params[field.name]!
    return {
      ...field,
      description: parameter.description ?? field.description,
      example: parameter.example,
      notes: notesOf(parameter, method),
      formerNames: parameter.aliases ?? [],
    }
  })
  const part = file ?? optionalFile?.part
  const isFileRequired = file !== undefined
  const fileField: ListedField[] =
    part === undefined
      ? []
      : [
          {
            name: part,
            type: 'file',
            bounds: [],
            choices: [],
            fields: [],
            isRequired: isFileRequired,
            default: undefined,
            description: `A part of a \`multipart/form-data\` body.${
              isFileRequired && described.length > 0 ? ' The parameters are then in the query string.' : ''
            }`,
          },
        ]
  const all = [...fields, ...fileField]
  const sorted = [
    ...all.filter(({ isRequired }) => isRequired),
    ...all.filter(({ isRequired }) => !isRequired),
  ]
  return html`<section aria-labelledby="parameters">
<h2 id="parameters">Parameters</h2>
${sorted.length === 0 ? html`<p>None.</p>` : fieldList(sorted, prose, 'parameters')}
</section>`
}

function notesOf({ place, encoding, ignoresUnknown }: Parameter, method: string): string[] {
  return [
    ...(place === 'path' ? ['in the path'] : []),
    ...(place === 'query' && method !== 'GET' ? ['in the query string'] : []),
    ...(encoding === 'json' ? ['as JSON'] : encoding === 'jsonOrText' ? ['as JSON or text'] : []),
    ...(ignoresUnknown ? ['unknown values are ignored'] : []),
  ]
}

function response({ response }: Endpoint, { prose }: Reference): Html {
  const fields = describeFields(response)
  return html`<section aria-labelledby="response">
<h2 id="response">Response</h2>
${
  fields.length === 0
    ? html`<p>Only <a href="/api/#responses">the fields of every response</a>.</p>`
    : html`<p>Besides <a href="/api/#responses">the fields of every response</a>:</p>
${fieldList(fields, prose, 'fields')}`
}
</section>`
}

function errors(endpoint: Endpoint, { prose }: Reference): Html {
  const errors = errorsOf(endpoint)
  return html`<section aria-labelledby="errors">
<h2 id="errors">Errors</h2>
${errors.length > 0 && errorList(errors, prose)}
<p>${errors.length > 0 && 'Also '}<a href="/api/#errors">${
    errors.length > 0
      ? 'the errors that every operation may answer'
      : 'The errors that every operation may answer'
  }</a>.</p>
</section>`
}

function samples(endpoint: Endpoint): Html {
  const all = samplesOf(endpoint)
  return html`<section aria-labelledby="request" class="samples">
<h2 id="request">Example</h2>
<fieldset class="languages"><legend class="unseen">Language of the example</legend>
${all.map(
  ({ name }, i) =>
    html`<label><input type="radio" name="language" value="${name.toLowerCase()}"${i === 0 && html` checked`}> ${name}</label>\n`,
)}</fieldset>
${all.map(
  ({ name, grammar, code }) =>
    html`<div class="sample" data-language="${name.toLowerCase()}">${codeBlock(code, grammar, `Request with ${name}`)}</div>\n`,
)}
</section>`
}

function recorded({ name }: Operation, { examples }: Reference): Html | undefined {
  const body = examples.responses[name]
  if (body === undefined) return undefined
  return html`<section aria-labelledby="response-example">
<h2 id="response-example">Recorded response</h2>
<p class="facts">From the tests, with long lists shortened.</p>
${codeBlock(JSON.stringify(body, undefined, 2), 'json', 'Recorded response')}
</section>`
}

function neighbours(operation: Operation, { operations }: OperationGroup): Html {
  const at = operations.indexOf(operation)
  const [before, after] = [operations[at - 1], operations[at + 1]]
  return html`<nav class="neighbours" aria-label="Neighbours">
${before && html`<a href="${before.page}" rel="prev"><small>Before</small> ${withCode(before.endpoint.summary)}</a>`}
${after && html`<a href="${after.page}" rel="next"><small>Next</small> ${withCode(after.endpoint.summary)}</a>`}
</nav>`
}
