import type { ApiError } from '../../../core/platform/errors.ts'
import { DocumentedError } from './documented-error.ts'
import { isCallersMistake } from './errors.ts'
import { tagOf } from './operation-groups.ts'

/** The folder of the reference: its page about the API as a whole. */
export const REFERENCE = '/api/'

/** The id of an endpoint in the OpenAPI document: `post_messages_message_id_reactions`. */
export const operationIdOf = (method: string, path: string): string =>
  [method.toLowerCase(), ...wordsOf(path)].join('_')

/**
 * The path of the reference page of an endpoint: `/api/post-messages-message_id-reactions`. Its errors are at
 * `#errors`.
 */
export const operationPage = (method: string, path: string): string =>
  `${REFERENCE}${[method.toLowerCase(), ...wordsOf(path)].join('-')}`

const wordsOf = (path: string): readonly string[] => path.split(/\W+/).filter((word) => word !== '')

/** The path of the page that lists all operations of the resource of `path`: `/api/operations/messages`. */
export const groupPage = (path: string): string => groupPageOf(tagOf(path).name)

/** As `groupPage`, by the name of the resource. */
export const groupPageOf = (name: string): string =>
  `${REFERENCE}operations/${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`

/** The anchor of a parameter on the page of its operation. */
export const parameterAnchor = (name: string): string => `parameter-${name}`

/**
 * The address of the place of the reference that explains an error of an endpoint, whose page is `page`.
 * Undefined for an error that the caller cannot correct.
 */
export const docsUrlOf = (error: ApiError, page: string, rootUrl: string): string | undefined =>
  isCallersMistake(error) ? rootUrl + explanationOf(error, page) : undefined

function explanationOf(error: ApiError, page: string): string {
  if (!(error instanceof DocumentedError)) {
    const { var_name: missing } = error.extra
    return typeof missing === 'string' ? `${page}#${parameterAnchor(missing)}` : `${page}#errors`
  }
  const { explanation } = error
  return 'section' in explanation
    ? `${REFERENCE}#${explanation.section}`
    : `${page}#${parameterAnchor(explanation.parameter)}`
}
