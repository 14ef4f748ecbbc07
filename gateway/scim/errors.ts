import { ApiError } from '../../core/platform/errors.ts'

/** `type`: the kind of error of RFC 7644, section 3.12. */
const scim = (message: string, type: string | undefined, status = 400): ApiError =>
  new ApiError(message, { status, extra: type === undefined ? {} : { scimType: type } })

export const invalidFilter = (message: string): ApiError => scim(message, 'invalidFilter')
export const invalidPath = (message: string): ApiError => scim(message, 'invalidPath')
export const invalidSyntax = (message: string): ApiError => scim(message, 'invalidSyntax')
export const invalidValue = (message: string): ApiError => scim(message, 'invalidValue')
export const noTarget = (path: string): ApiError =>
  scim(`Nothing matches the path ${path.slice(0, 200)}`, 'noTarget')
export const isImmutable = (attribute: string): ApiError =>
  scim(`${attribute} cannot be changed`, 'mutability')
export const tooMany = (message: string): ApiError => scim(message, 'tooMany', 413)
export const isStale = (): ApiError =>
  scim('The resource has changed: its version differs from If-Match', undefined, 412)
export const unknownEndpoint = (): ApiError => scim('There is no such endpoint', undefined, 404)
export const notAllowed = (method: string): ApiError =>
  scim(`The endpoint does not take ${method}`, undefined, 405)
export const notImplemented = (): ApiError => scim('This server does not implement it', undefined, 501)
