import { ApiError } from '../../platform/errors.ts'

/** Only the sender of a message that is not a widget may make it one. */
export const cannotAttachSubmessage = (): ApiError =>
  new ApiError('You cannot attach a submessage to this message.')

export const submessageNotJson = (): ApiError => new ApiError('Invalid json for submessage')
