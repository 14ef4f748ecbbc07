import { ApiError } from '../../../core/platform/errors.ts'
import { DocumentedError } from './documented-error.ts'

/** How much of a wrong Content-Type a message repeats, in characters. */
const MAX_SHOWN_TYPE = 100

/** Whether the caller has to change the request. */
export const isCallersMistake = ({ status }: ApiError): boolean =>
  status >= 400 && status < 500 && status !== 429

const AUTHENTICATION = { section: 'authentication' } as const
const REQUESTS = { section: 'requests' } as const

/**
 * `nearest`: the path that the caller probably means. `integers`: its parameters that have to be integers and
 * are not.
 */
export function notFound(nearest?: string, integers: readonly string[] = []): ApiError {
  const meant = nearest === undefined ? '' : `. Did you mean ${nearest}`
  const wrong = integers.length === 0 ? '' : `, with an integer as ${integers.join(' and ')}`
  const end = nearest === undefined ? '' : '?'
  return new ApiError(`Not Found${meant}${wrong}${end}`, { code: 'NOT_FOUND', status: 404 })
}

/** `allowed`: the methods that the path takes. */
export const methodNotAllowed = (allowed: readonly string[] = []): ApiError =>
  new ApiError(
    allowed.length === 0 ? 'Method Not Allowed' : `Method Not Allowed. Allowed: ${allowed.join(', ')}`,
    { code: 'METHOD_NOT_ALLOWED', status: 405 },
  )

const unauthorized = (msg: string): ApiError =>
  new DocumentedError(AUTHENTICATION, msg, { code: 'UNAUTHORIZED', status: 401 })

/**
 * The same for a wrong key and an unknown address, so that callers cannot find out which addresses have
 * accounts.
 */
export const invalidApiKey = (): ApiError =>
  new DocumentedError(AUTHENTICATION, 'Invalid API key', { code: 'INVALID_API_KEY', status: 401 })

/** For credentials of another scheme and malformed ones. */
export const basicAuthenticationRequired = (): ApiError =>
  unauthorized(
    'This endpoint requires HTTP basic authentication. Send the email address as user name and the API key as password.',
  )

/** For a request without credentials that needs some, and for anything that spectators may not read. */
export const notLoggedIn = (): ApiError =>
  unauthorized('Not logged in: API authentication or user session required')

export const invalidTicket = (): ApiError => unauthorized('Invalid or expired ticket')

export const guestsNotAllowed = (): ApiError => new ApiError('Not allowed for guest users')

export const botsNotAllowed = (): ApiError => new ApiError('This endpoint does not accept bot requests.')

export const botsOnly = (): ApiError => new ApiError('This endpoint accepts bot requests only.')

export const incomingWebhooksNotAllowed = (): ApiError =>
  new ApiError('This API is not available to incoming webhook bots.', { code: 'UNAUTHORIZED', status: 401 })

/** The error for broken percent-encoding, broken UTF-8 and broken multipart bodies. */
export const malformed = (what: string): ApiError => new DocumentedError(REQUESTS, `Malformed ${what}`)

/** The error for a JSON body, whose parameters would otherwise be ignored silently. */
export const jsonBodyNotSupported = (): ApiError =>
  new DocumentedError(REQUESTS, 'Parameters must be sent as application/x-www-form-urlencoded, not as JSON')

const notReadFrom = (contentType: string): string =>
  `Parameters are read from a body of type application/x-www-form-urlencoded or multipart/form-data, not ${contentType === '' ? 'from one without a Content-Type' : contentType.slice(0, MAX_SHOWN_TYPE)}`

/** The error for a body of a type that is not read, whose parameters would otherwise be ignored silently. */
export const unreadBody = (contentType: string): ApiError =>
  new DocumentedError(REQUESTS, notReadFrom(contentType))

/** A required parameter is absent, perhaps because it is in a body of a type that is not read. */
export const missingBesideUnreadBody = (missing: ApiError, contentType: string): ApiError =>
  new DocumentedError(REQUESTS, `${missing.message}. ${notReadFrom(contentType)}`, {
    code: missing.code,
    extra: missing.extra,
  })

/** A required parameter is absent from the query string of an endpoint that takes none in a body. */
export const missingInQuery = (missing: ApiError): ApiError =>
  new DocumentedError(
    REQUESTS,
    `${missing.message}. This endpoint takes its parameters in the query string, not in a body`,
    { code: missing.code, extra: missing.extra },
  )

/** The error for a form with more than one file. */
export const severalFiles = (): ApiError => new ApiError('You may only upload one file at a time')

export const tooManyParameters = (): ApiError => new DocumentedError(REQUESTS, 'Too many parameters')

export const noFile = (): ApiError => new ApiError('You must specify a file to upload')

export const unclearBody = (): ApiError =>
  new ApiError('Give the length of the body once, as Content-Length or as Transfer-Encoding: chunked')

/** 503: nothing was done, and the client may try again. */
export const serverBusy = (): ApiError =>
  new ApiError('The server receives too much at the moment. Try again in a moment.', {
    code: 'SERVER_BUSY',
    status: 503,
    extra: { 'retry-after': 1 },
  })

/** The error for a fault of the server, without details. */
export const internalError = (): ApiError =>
  new ApiError('Internal server error', { code: 'INTERNAL_SERVER_ERROR', status: 500 })

/** 503: nothing was done, and the client may try again after `seconds`. */
export const tryAgain = (
  code: string,
  seconds: number,
  msg = 'The server cannot do this right now. Try again in a moment.',
): ApiError => new ApiError(msg, { code, status: 503, extra: { 'retry-after': seconds } })

export function bodyTooLarge(limit: number): ApiError {
  return new ApiError(`Request body is too large (limit: ${limit} bytes)`, {
    code: 'PAYLOAD_TOO_LARGE',
    status: 413,
  })
}

export const noSuchOrganization = (): ApiError =>
  new DocumentedError(AUTHENTICATION, 'Invalid subdomain', { code: 'NONEXISTENT_SUBDOMAIN', status: 404 })

export const csrfFailed = (reason: string): ApiError =>
  new ApiError(`CSRF Error: ${reason}.`, { code: 'CSRF_FAILED', status: 403 })

/** For changes of how somebody logs in, which need a recent proof of who it is. */
export const freshLogInNeeded = (): ApiError =>
  new ApiError('Confirm who you are in your browser first.', {
    code: 'REAUTHENTICATION_REQUIRED',
    status: 403,
  })

export const noSuchSession = (): ApiError => new ApiError('No such session')

export const oneProofNeeded = (): ApiError => new ApiError('Give your password or a code.')

export const sessionsUnavailable = (): ApiError =>
  new ApiError('Sessions are unavailable, try again', {
    code: 'SESSIONS_UNAVAILABLE',
    status: 503,
    extra: { 'retry-after': 1 },
  })

export const unknownWebSocketVersion = (supported: string | number): ApiError =>
  new ApiError(`Sec-WebSocket-Version must be ${supported}`, { code: 'UPGRADE_REQUIRED', status: 426 })

export const loopbackOnly = (): ApiError =>
  new ApiError('Only callers on the same machine get keys without a password.', {
    code: 'UNAUTHORIZED_PRINCIPAL',
    status: 403,
  })

export const notInProduction = (): ApiError => new ApiError('Endpoint not available in production.')
