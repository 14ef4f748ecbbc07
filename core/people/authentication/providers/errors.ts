import { ApiError } from '../../../platform/errors.ts'

export const noSuchProvider = (): ApiError => new ApiError('There is no such provider of log-ins.')

export const unknownKind = (known: readonly string[]): ApiError =>
  new ApiError(`The kind of the provider must be one of ${known.join(', ')}.`)

export const providerExists = (name: string): ApiError =>
  new ApiError(`There is already a provider of log-ins named ${name}.`)

export const tooManyProviders = (limit: number): ApiError =>
  new ApiError(`You cannot have more than ${limit} providers of log-ins.`)

/** `meaning`: what the field is, from its declaration. */
export const invalidProviderField = (field: string, meaning: string): ApiError =>
  new ApiError(`The field ${field} is not valid. ${meaning}`, {
    code: 'INVALID_PROVIDER_FIELD',
    extra: { field },
  })

/** `field`: the secret that was sent to the former address. */
export const secretNeeded = (field: string): ApiError =>
  invalidProviderField(field, 'Enter it again, because the address has changed.')

export const notADirectory = (): ApiError =>
  new ApiError('This provider is no directory, so nobody can be compared with it.')

/** `reason`: what the directory says, for owners. */
export const directoryUnavailable = (reason: string): ApiError =>
  new ApiError(`The directory does not answer as it should: ${reason}`, {
    code: 'PROVIDER_UNAVAILABLE',
    status: 503,
  })

/** A change after which nobody, or no owner, could log in any more. */
export const noWayLeft = (): ApiError =>
  new ApiError('You could not log in any more. Log in once in another way that stays, then try again.', {
    code: 'NO_WAY_TO_LOG_IN_LEFT',
  })
