import { CATALOGUE } from '../../core/state/events/catalogue.ts'
import type { EventDeclaration } from '../../core/state/events/event.ts'
import type { Endpoint } from '../http/endpoint/endpoint.ts'
import { tagOf, tagsOf } from '../http/errors/operation-groups.ts'
import { groupPageOf, operationPage } from '../http/errors/operation-page.ts'
import type { Guide } from './guides.ts'
import type { RecordedExamples } from './openapi/recorded-examples.ts'
import { ASYNCAPI_PATH, OPENAPI_PATH } from './openapi/served-documents.ts'
import { createProse, type Prose } from './prose.ts'

export interface Operation {
  /** `POST /messages`. */
  readonly name: string
  readonly endpoint: Endpoint
  readonly page: string
}

/** A resource with its operations. */
export interface OperationGroup {
  readonly name: string
  readonly description: string
  readonly page: string
  readonly operations: readonly Operation[]
}

export interface EventType {
  /** `type` or `type/op`. */
  readonly name: string
  readonly declaration: EventDeclaration
  readonly page: string
}

/** Everything that the reference shows. */
export interface Reference {
  readonly groups: readonly OperationGroup[]
  readonly events: readonly EventType[]
  readonly guides: readonly Guide[]
  readonly examples: RecordedExamples
  readonly prose: Prose
}

/** The documents for programs are linked from where they are named. */
const DOCUMENTS = [OPENAPI_PATH, ASYNCAPI_PATH].map((path) => `/api/v1${path}`)

export const eventPage = (name: string): string => `/api/events/${name.replace('/', '-')}`

export function createReference(
  endpoints: readonly Endpoint[],
  guides: readonly Guide[],
  examples: RecordedExamples,
): Reference {
  const groups = tagsOf(endpoints.map(({ path }) => path)).map(({ name, description }) => ({
    name,
    description,
    page: groupPageOf(name),
    operations: endpoints
      .filter(({ path }) => tagOf(path).name === name)
      .map((endpoint) => ({
        name: `${endpoint.method} ${endpoint.path}`,
        endpoint,
        page: operationPage(endpoint.method, endpoint.path),
      })),
  }))
  const events = Object.entries<EventDeclaration>(CATALOGUE).map(([name, declaration]) => ({
    name,
    declaration,
    page: eventPage(name),
  }))
  const pages = new Map(groups.flatMap(({ operations }) => operations.map(({ name, page }) => [name, page])))
  const linkOf = (name: string) => (DOCUMENTS.includes(name) ? name : pages.get(name))
  return {
    groups,
    events,
    guides,
    examples,
    prose: createProse(linkOf, (file) => guides.some(({ name }) => name === file)),
  }
}
