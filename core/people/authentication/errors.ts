import { ApiError } from '../../platform/errors.ts'

/**
 * Refuses programs that log in with the password alone. Clients know the code: this way to log in is closed.
 */
export const logInPageNeeded = (): ApiError =>
  new ApiError('Your account has a second factor. Log in with your browser instead.', {
    code: 'PASSWORD_AUTH_DISABLED',
    status: 401,
  })
