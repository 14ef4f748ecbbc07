import { ApiError } from '../../platform/errors.ts'
import { invalidChoiceMessage } from '../../platform/text/invalid-choice.ts'
import { SPOKEN_LANGUAGES } from '../../platform/text/languages.ts'

export const tooSmall = (name: string): ApiError => new ApiError(`${name} is too small`)

export const tooLarge = (name: string): ApiError => new ApiError(`${name} is too large`)

export const invalidCharactersIn = (name: string): ApiError => new ApiError(`Invalid characters in ${name}!`)

export const badSettingValue = (name: string, value: unknown): ApiError =>
  new ApiError(`Bad value for '${name}': ${value}`)

/** The error for a value that is not one of `valid`. */
export const invalidSettingChoice = (name: string, valid: readonly unknown[]): ApiError =>
  new ApiError(invalidChoiceMessage(`Invalid ${name}`, valid))

/** As `invalidSettingChoice`, for a setting whose options have ids. The message names the given one. */
export const invalidSettingOption = (name: string, given: unknown, ids: readonly unknown[]): ApiError =>
  new ApiError(invalidChoiceMessage(`Invalid ${name} ${given}`, ids))

export const invalidLanguage = (given: string): ApiError =>
  new ApiError(invalidChoiceMessage(`Invalid language '${given}'`, Object.keys(SPOKEN_LANGUAGES)))

export const invalidAuthenticationMethod = (method: string, valid: string): ApiError =>
  new ApiError(`Invalid authentication method: ${method}. Valid methods are: [${valid}]`)

export const noAuthenticationMethod = (): ApiError =>
  new ApiError('At least one authentication method must be enabled.')

export const organizationNameTooLong = (limit: number): ApiError =>
  new ApiError(`Organization name is too long (limit: ${limit} characters)`)

export const invalidSubdomain = (): ApiError =>
  new ApiError('Subdomain can only have letters, digits and inner hyphens.')

export const invalidHostName = (): ApiError => new ApiError('Invalid host name.')

export const addressTaken = (): ApiError =>
  new ApiError('Subdomain or host name already in use. Please choose a different one.')

export const deletionTooSoon = (days: number): ApiError =>
  new ApiError(`Data deletion time must be at least ${days} days in the future.`)

export const deletionTooLate = (days: number): ApiError =>
  new ApiError(`Data deletion time must be at most ${days} days in the future.`)

/** The error of the reactivation of an organization whose data are being deleted. */
export const beingDeleted = (): ApiError => new ApiError('The organization is being deleted.')

export const organizationNameEmpty = (): ApiError => new ApiError('Organization name cannot be empty.')
