import { ApiError } from '../../platform/errors.ts'

export const wrongCode = (): ApiError =>
  new ApiError('The code is wrong or has been used.', { code: 'AUTHENTICATION_FAILED', status: 401 })

export const setupExpired = (): ApiError => new ApiError('The set-up has expired. Begin again.')

export const wrongSetupCode = (): ApiError => new ApiError('The code does not belong to this secret.')

export const noAuthenticator = (): ApiError => new ApiError('You have no authenticator app.')

export const noSecondFactor = (): ApiError => new ApiError('You have no second factor.')

export const lastFactorRequired = (): ApiError =>
  new ApiError('Your organization requires a second factor. Set up another one before you remove this one.')

export const passkeyRefused = (): ApiError =>
  new ApiError('The passkey was not accepted. Try again.', { code: 'AUTHENTICATION_FAILED', status: 401 })

export const passkeyNotRegistered = (): ApiError => new ApiError('The passkey could not be added. Try again.')

export const noSuchPasskey = (): ApiError => new ApiError('No such passkey')

export const tooManyPasskeys = (limit: number): ApiError =>
  new ApiError(`You have ${limit} passkeys. Delete one that you no longer need.`)

/** For a person who must set up a second factor before anything else. */
export const secondFactorRequired = (): ApiError =>
  new ApiError('Your organization requires a second factor. Log in with your browser to set it up.', {
    code: 'SECOND_FACTOR_REQUIRED',
    status: 403,
  })
