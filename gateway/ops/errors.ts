import { ApiError } from '../../core/platform/errors.ts'

const refusal = (status: number, message: string): ApiError =>
  new ApiError(message, { code: 'OPERATOR', status })

export const operatorPagesDisabled = (): ApiError =>
  refusal(403, "The operator's pages are disabled. Set OPERATOR_PASSWORD and restart the server.")

export const operatorLogInRequired = (): ApiError => refusal(401, 'Log in as the operator.')

export const wrongOperatorCredentials = (): ApiError => refusal(401, 'Wrong user name or password.')

/** The error for a change that a page of another origin requests. */
export const otherOrigin = (): ApiError =>
  refusal(403, 'Pages of other origins must not change anything here.')

export const changeNotAllowed = (): ApiError => refusal(403, 'This change is not allowed here.')

export const redisDoesNotAnswer = (): ApiError => refusal(503, 'Redis does not answer.')

/** The error for plots of a time that is not kept. */
export const wrongRing = (): ApiError => refusal(400, 'ring must be hour, day or week.')

/** The error for a search, or a change of jobs, with a wrong value. */
export const wrongSearch = (field: string): ApiError => refusal(400, `Wrong value: ${field}.`)

export const noSuchOrganization = (): ApiError =>
  new ApiError('There is no such organization.', { code: 'NOT_FOUND', status: 404 })

/** The error for a request limit that is no number. */
export const wrongLimit = (most: number): ApiError =>
  refusal(400, `The limit must be a whole number from 1 to ${most}, or empty.`)

export const noSuchProcess = (): ApiError =>
  new ApiError('There is no such process. It may have ended.', { code: 'NOT_FOUND', status: 404 })

export const noSuchMail = (): ApiError =>
  new ApiError('This mail does not exist.', { code: 'NOT_FOUND', status: 404 })

export const noSuchJob = (): ApiError =>
  new ApiError('There is no such job, or it is in another state by now.', { status: 404 })

/** The error for a file that the queue board does not have. */
export const noSuchFile = (): ApiError => new ApiError('Not Found', { status: 404 })

/** The error for a probe of `loquat doctor` whose proof is wrong or old. */
export const probeRefused = (): ApiError =>
  refusal(403, 'The probe needs a proof of SECRET_KEY that is younger than five minutes.')
