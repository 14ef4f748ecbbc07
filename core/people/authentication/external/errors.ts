import { ApiError } from '../../../platform/errors.ts'

/** The return from a provider that this browser has not begun, or not in time, or that has been used. */
export const logInExpired = (): ApiError =>
  new ApiError('This log-in has expired, or it began in another browser. Begin again.', {
    code: 'LOG_IN_EXPIRED',
  })

export const providerUnavailable = (provider: string): ApiError =>
  new ApiError(`${provider} does not answer as it should. Try again later, or log in another way.`, {
    code: 'PROVIDER_UNAVAILABLE',
    status: 503,
  })

export const notLoggedInThere = (provider: string): ApiError =>
  new ApiError(`${provider} did not log you in.`, { code: 'AUTHENTICATION_FAILED', status: 401 })

export const logOutRefused = (provider: string): ApiError =>
  new ApiError(`This message of ${provider} ends no session.`, { code: 'LOG_OUT_REFUSED', status: 400 })

export const addressNotConfirmed = (provider: string): ApiError =>
  new ApiError(
    `${provider} does not say that your e-mail address is confirmed. Confirm it there, then log in again.`,
    { code: 'ADDRESS_NOT_CONFIRMED', status: 403 },
  )

export const addressMissing = (provider: string): ApiError =>
  new ApiError(
    `${provider} does not tell your e-mail address. Add it there, or ask an administrator for help, then log in again.`,
    { code: 'ADDRESS_MISSING', status: 403 },
  )

export const noAccountHere = (email: string): ApiError =>
  new ApiError(`There is no account for ${email} here. Ask an administrator for an account.`, {
    code: 'NO_ACCOUNT',
    status: 403,
  })

export const accountStays = (email: string, provider: string): ApiError =>
  new ApiError(
    `The account of ${email} is not joined to ${provider}. Log in another way, or ask an administrator for help.`,
    { code: 'ACCOUNT_NOT_JOINED', status: 403 },
  )

export const otherIdentity = (email: string, provider: string): ApiError =>
  new ApiError(
    `The account of ${email} belongs to another person at ${provider}. Ask an administrator for help.`,
    { code: 'OTHER_IDENTITY', status: 403 },
  )
