import { ApiError } from '../../platform/errors.ts'

/**
 * The message is not a widget, and the user is not its sender. Only the sender may turn a message into a
 * widget.
 */
export const cannotAttachSubmessage = (): ApiError =>
  new ApiError('You cannot attach a submessage to this message.')

export const submessageNotJson = (): ApiError => new ApiError('Invalid json for submessage')

export const tooManySubmessages = (): ApiError => new ApiError('You cannot add more to this message.')
