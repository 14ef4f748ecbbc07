import { ApiError } from '../../platform/errors.ts'

/** The same for messages that do not exist and messages that the user may not read. */
export const invalidMessages = (): ApiError => new ApiError('Invalid message(s)')
