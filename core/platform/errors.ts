/**
 * An error for the client. Code throws it where a rule is violated, and the gateway converts it to the error
 * response (spec.md "Errors": `result` = error, `code`, `msg` and the fields of `extra`).
 */
export class ApiError extends Error {
  readonly code: string
  /** HTTP status of the response. */
  readonly status: number
  /** Additional fields of the error response. */
  readonly extra: Readonly<Record<string, unknown>>

  constructor(
    msg: string,
    options: { code?: string; status?: number; extra?: Record<string, unknown> } = {},
  ) {
    super(msg)
    this.name = 'ApiError'
    this.code = options.code ?? 'BAD_REQUEST'
    this.status = options.status ?? 400
    this.extra = options.extra ?? {}
  }
}

/** RATE_LIMIT_HIT (429). The client may retry after `seconds`. */
export const rateLimitHit = (seconds: number): ApiError =>
  new ApiError('API usage exceeded rate limit', {
    code: 'RATE_LIMIT_HIT',
    status: 429,
    extra: { 'retry-after': seconds },
  })

export const insufficientPermission = (): ApiError => new ApiError('Insufficient permission')

export const tooLong = (name: string, limit: number): ApiError =>
  new ApiError(`${name} is too long (limit: ${limit} characters)`)

export const tooManyItems = (name: string, limit: number): ApiError =>
  new ApiError(`${name} is too long (limit: ${limit} items)`)

export const cannotBeBlank = (name: string): ApiError => new ApiError(`${name} cannot be blank`)

export const notA = (name: string, type: string): ApiError => new ApiError(`${name} is not a ${type}`)

export const notAn = (name: string, type: string): ApiError => new ApiError(`${name} is not an ${type}`)

export const invalidOrderMapping = (): ApiError => new ApiError('Invalid order mapping')

export const nothingToDo = (names: string): ApiError =>
  new ApiError(`Nothing to do. Specify at least one of ${names}.`)
