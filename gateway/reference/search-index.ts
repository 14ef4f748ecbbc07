import { REFERENCE } from '../http/errors/operation-page.ts'
import type { Guide } from './guides.ts'
import { EVENTS } from './layout.ts'
import type { EventType, Operation, OperationGroup, Reference } from './model.ts'
import { COMMON_ERRORS } from './openapi/responses.ts'
import { anchorOf } from './prose.ts'
import { SEARCH_WORDS } from './search-words.ts'

/**
 * One place that the search finds. `words` are other terms of developers for it; `names` are its parameters,
 * fields and error codes; `text` explains it.
 */
export type SearchEntry = readonly [
  kind: string,
  title: string,
  address: string,
  words: string,
  names: string,
  text: string,
]

/** More of a text than this is not searched, in characters. */
const MAX_TEXT = 1_500

/** The index of the search: resources, operations, events, and the sections of the guides. */
export function searchIndex(introduction: string, { groups, events, guides }: Reference): SearchEntry[] {
  return [
    ...sectionEntries('Introduction', introduction, REFERENCE),
    entry('Events', 'Events', EVENTS, '', 'Every event that is sent to event queues.'),
    ...groups.map(groupEntry),
    ...groups.flatMap(({ operations }) => operations.map(operationEntry)),
    ...events.map(eventEntry),
    ...guides.flatMap(guideEntries),
  ]
}

const entry = (kind: string, title: string, address: string, names: string, text: string): SearchEntry => [
  kind,
  title.replaceAll('`', ''),
  address,
  SEARCH_WORDS[address.slice(REFERENCE.length)] ?? '',
  names,
  text.replaceAll(/\s+/g, ' ').slice(0, MAX_TEXT),
]

const groupEntry = ({ name, page, description }: OperationGroup): SearchEntry =>
  entry('Resource', name, page, '', description)

function operationEntry({ name, page, endpoint }: Operation): SearchEntry {
  const { params, summary, description = '', errors } = endpoint
  const parameters = Object.entries(params).flatMap(([each, { aliases = [] }]) => [each, ...aliases])
  const codes = errors.map(({ error }) => error.code).filter((code) => code !== 'BAD_REQUEST')
  return entry(name, summary, page, [...new Set([...parameters, ...codes])].join(' '), description)
}

function eventEntry({ name, page, declaration }: EventType): SearchEntry {
  const { fields, sent, variesBy = [], sentWhen } = declaration
  const names = [...Object.keys({ ...fields, ...sent }), ...variesBy].join(' ')
  return entry('Event', name, page, names, sentWhen)
}

const guideEntries = ({ title, page, text, summary }: Guide): SearchEntry[] => [
  entry('Guide', title, page, '', summary),
  ...sectionEntries(title, text, page),
]

/**
 * One entry for each heading of a text, with the text below it. The section of errors also has their codes.
 */
function sectionEntries(kind: string, text: string, page: string): SearchEntry[] {
  return text
    .split(/^(?=#{2,3} )/m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n')
      const title = heading.replace(/^#+ /, '')
      const address = `${page}#${anchorOf(title)}`
      return entry(
        kind,
        title,
        address,
        address === `${REFERENCE}#errors` ? COMMON_CODES : '',
        lines.join(' '),
      )
    })
}

const COMMON_CODES = Object.entries(COMMON_ERRORS)
  .flatMap(([status, { errors }]) => [status, ...errors.map(({ error }) => error.code)])
  .join(' ')
