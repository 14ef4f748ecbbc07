import type { ApiError } from '../../core/platform/errors.ts'
import type { Resource } from './paths.ts'

/** A request of a directory, also one of a bulk request. */
export interface ScimRequest {
  readonly method: string
  /** Below /scim/v2, such as `/Users/5`. */
  readonly path: string
  readonly query: URLSearchParams
  /** Undefined without a body. */
  readonly body: Resource | undefined
  /** The header If-Match; empty without one. */
  readonly ifMatch: string
  /** The header If-None-Match; empty without one. */
  readonly ifNoneMatch: string
}

export interface ScimAnswer {
  readonly status: number
  readonly body?: Resource
  readonly location?: string
  readonly version?: string
}

const MESSAGES = 'urn:ietf:params:scim:api:messages:2.0'
export const LIST = `${MESSAGES}:ListResponse`
export const BULK_REQUEST = `${MESSAGES}:BulkRequest`
export const BULK_RESPONSE = `${MESSAGES}:BulkResponse`

/** An error in the format of SCIM (RFC 7644, section 3.12). */
export const errorAnswer = ({ message, status, extra }: ApiError): ScimAnswer => ({
  status,
  body: {
    schemas: [`${MESSAGES}:Error`],
    status: String(status),
    ...(typeof extra.scimType === 'string' && { scimType: extra.scimType }),
    ...(status === 400 && extra.scimType === undefined && { scimType: 'invalidValue' }),
    detail: message,
  },
})

/** The answer for one resource. `isNew`: it has just been created. */
export function resourceAnswer(resource: Resource, isNew = false): ScimAnswer {
  const { location, version } = resource.meta as { location: string; version: string }
  return { status: isNew ? 201 : 200, body: resource, location, version }
}
