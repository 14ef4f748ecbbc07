import { parameterAnchor } from '../http/errors/operation-page.ts'
import { type Html, html } from '../pages/html.ts'
import type { Prose } from './prose.ts'
import type { DescribedField, DescribedValue } from './value-schema.ts'

/** One field, with the properties that only parameters have. */
export interface ListedField extends DescribedField {
  readonly example?: unknown
  /** "in the path", "as JSON". */
  readonly notes?: readonly string[]
  readonly formerNames?: readonly string[]
}

/** More fields than this are shown when the reader opens them. */
const OPEN_FIELDS = 6

/** A list of fields, the fields inside them in lists of their own. */
export function fieldList(fields: readonly ListedField[], prose: Prose, kind: 'parameters' | 'fields'): Html {
  return html`<ul class="fields">
${fields.map((field) => html`<li${kind === 'parameters' && html` id="${parameterAnchor(field.name)}"`}>${oneField(field, prose, kind)}</li>\n`)}
</ul>`
}

function oneField(field: ListedField, prose: Prose, kind: 'parameters' | 'fields'): Html {
  const { name, isRequired, description, notes = [], formerNames = [] } = field
  const presence =
    kind === 'parameters'
      ? isRequired && html` <span class="required">required</span>`
      : !isRequired && html` <span class="optional">not always present</span>`
  return html`<p class="field-name"><code>${name}</code> <span class="type">${withCode(field.type)}</span>${presence}${notes.map(
    (note) => html` <span class="note">${note}</span>`,
  )}</p>
${description !== '' && prose.paragraphs(description)}
${facts([
  ...bounds(field),
  ...(field.default === undefined ? [] : [html`Default: <code>${shortJson(field.default)}</code>`]),
  ...(field.example === undefined ? [] : [html`Example: <code>${shown(field.example)}</code>`]),
  ...(formerNames.length === 0 ? [] : [html`Former name: ${codes(formerNames)}`]),
])}
${choices(field)}
${inner(field, prose)}`
}

const facts = (items: readonly Html[]): Html =>
  items.length === 0
    ? html``
    : html`<p class="facts">${items.map((item, i) => html`${i > 0 && ' · '}${item}`)}</p>`

const bounds = ({ bounds }: DescribedValue): Html[] =>
  bounds.map((bound, i) => withCode(i === 0 ? bound[0]!.toUpperCase() + bound.slice(1) : bound))

/** A short text whose names in backticks become code. */
export const withCode = (type: string): Html =>
  html`${type.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`

const codes = (names: readonly string[]): Html =>
  html`${names.map((name, i) => html`${i > 0 && ', '}<code>${name}</code>`)}`

const shown = (value: unknown): string => (typeof value === 'string' ? value : shortJson(value))

const LONGEST = 120

function shortJson(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

function choices({ choices }: DescribedValue): Html | undefined {
  if (choices.length === 0) return undefined
  const list = html`<p class="facts">${codes(choices.map((choice) => JSON.stringify(choice)))}</p>`
  return choices.length <= 12
    ? html`<p class="facts">One of:</p>${list}`
    : html`<details><summary>${choices.length} allowed values</summary>${list}</details>`
}

function inner({ fields, name }: DescribedField, prose: Prose): Html | undefined {
  if (fields.length === 0) return undefined
  const isOpen = fields.length <= OPEN_FIELDS
  return html`<details${isOpen && html` open`}><summary>${fields.length} ${
    fields.length === 1 ? 'field' : 'fields'
  } of <code>${name}</code></summary>${fieldList(fields, prose, 'fields')}</details>`
}
