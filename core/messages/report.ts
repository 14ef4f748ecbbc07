import { ApiError } from '../errors.ts'

/** Reports go to a channel of the moderators, which no organization can choose yet: throws that. */
export function reportMessage(): void {
  throw new ApiError('Moderation request channel must be specified to enable message reporting.')
}
