import { ApiError } from '../../core/platform/errors.ts'

export const bigBlueButtonNotConfigured = (): ApiError => new ApiError('BigBlueButton is not configured.')

export const bigBlueButtonUnreachable = (): ApiError =>
  new ApiError('Error connecting to the BigBlueButton server.')

export const bigBlueButtonRefusesSecret = (): ApiError =>
  new ApiError('Error authenticating to the BigBlueButton server.')

export const bigBlueButtonFailed = (): ApiError =>
  new ApiError('BigBlueButton server returned an unexpected error.')

export const invalidMeetingSignature = (): ApiError => new ApiError('Invalid signature.')
