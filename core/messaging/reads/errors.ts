import { ApiError } from '../../platform/errors.ts'
import { invalidChoiceMessage } from '../../platform/text/invalid-choice.ts'

export const flagNotEditable = (flag: string): ApiError => new ApiError(`Flag not editable: '${flag}'`)

export const invalidFlag = (flag: string, valid: readonly string[]): ApiError =>
  new ApiError(invalidChoiceMessage(`Invalid flag: '${flag}'`, valid))

export const invalidFlagOperation = (op: string): ApiError =>
  new ApiError(invalidChoiceMessage(`Invalid message flag operation: '${op}'`, ['add', 'remove']))

export const anchorNotAtEnd = (): ApiError =>
  new ApiError('The anchor can only be excluded at an end of the range')

export const noSuchTopic = (name: string): ApiError => new ApiError(`No such topic '${name}'`)

export const readReceiptsDisabled = (): ApiError =>
  new ApiError('Read receipts are disabled in this organization.')
