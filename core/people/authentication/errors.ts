import { ApiError } from '../../platform/errors.ts'

/**
 * For programs that log in with the password alone. The code is the one by which clients learn that they
 * cannot log in this way.
 */
export const logInPageNeeded = (): ApiError =>
  new ApiError('Your account has a second factor. Log in with your browser instead.', {
    code: 'PASSWORD_AUTH_DISABLED',
    status: 401,
  })
